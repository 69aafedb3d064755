// The hall as it runs in a worker: the module, what it keeps, where its computers think, and when its next turn comes.
import { KeepTrouble, type Change, type Keep } from './keep';
import { CODES, refusal, type FromHall, type ToHall } from './messages';
import { KEPT, Module } from './module';
import { Thinking, type ThinkerWorker } from './thinking';

export interface HallNeeds {
  compiled: WebAssembly.Module;
  keep: Pick<Keep, 'all' | 'write'>;
  thinker: () => ThinkerWorker;
  say: (message: FromHall) => void;
}

const TURNS_AT_ONCE = 20;

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

export class Hall {
  private module!: Module;
  private readonly thinking: Thinking;
  private readonly lines = new Set<number>();
  private readonly asked = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told: number = KEPT.durable;
  private isOver = false;

  private constructor(private readonly needs: HallNeeds) {
    this.thinking = new Thinking(needs.compiled, needs.thinker, (ticket, answer) =>
      this.act(() => this.module.thought(ticket, answer)),
    );
  }

  /** Begins with what was kept; a KeepTrouble, or an Error of the module, when it cannot. */
  static async start(needs: HallNeeds): Promise<Hall> {
    const hall = new Hall(needs);
    hall.module = await Module.start(needs.compiled, {
      said: (line, text) => needs.say({ t: 'said', line, text }),
      closed: (line, code) => {
        hall.lines.delete(line);
        needs.say({ t: 'closed', line, code });
      },
      answer: (id, status, type, body) => {
        hall.asked.delete(id);
        needs.say({ t: 'answer', id, status, type, body });
      },
      keep: (ticket, text) => void hall.write(ticket, text),
      think: (ticket, question) => hall.thinking.think(ticket, question),
      stop: (ticket) => hall.thinking.stop(ticket),
    });
    for (const [key, text] of await needs.keep.all()) hall.module.fill(key, text);
    hall.module.begin();
    hall.turn();
    return hall;
  }

  hear(message: ToHall): void {
    if (this.isOver) this.refuse(message);
    else this.act(() => this.take(message));
  }

  /** Ends it: whoever waits is told. Nothing is lost: what was told is kept. */
  end(code = CODES.away, why = 'the hall has ended'): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.thinking.end();
    for (const line of this.lines) this.needs.say({ t: 'closed', line, code });
    for (const id of this.asked) this.needs.say(refusal(id, 503, 'away', why));
    this.lines.clear();
    this.asked.clear();
  }

  private take(message: ToHall): void {
    switch (message.t) {
      case 'open':
        if (this.module.open(message.line)) this.lines.add(message.line);
        else this.needs.say({ t: 'closed', line: message.line, code: CODES.failed });
        break;
      case 'say':
        if (!this.module.say(message.line, message.text))
          this.needs.say({ t: 'closed', line: message.line, code: CODES.away });
        break;
      case 'close':
        this.lines.delete(message.line);
        this.module.close(message.line);
        break;
      case 'request': {
        const { id, method, path, query, key, body } = message;
        this.asked.add(id);
        if (!this.module.ask(id, method, path, query, key, body)) {
          this.asked.delete(id);
          this.needs.say(refusal(id, 404, 'path', 'There is nothing here.'));
        }
      }
    }
  }

  private refuse(message: ToHall): void {
    if (message.t === 'open' || message.t === 'say')
      this.needs.say({ t: 'closed', line: message.line, code: CODES.failed });
    else if (message.t === 'request') this.needs.say(refusal(message.id, 503, 'away', 'the hall has ended'));
  }

  /** Does something with the module, then what follows from it. What goes wrong there is its end. */
  private act(what: () => void): void {
    if (this.isOver) return;
    try {
      what();
      this.turn();
    } catch (error) {
      this.needs.say({ t: 'trouble', kind: 'module', words: words(error) });
      this.end(CODES.failed, words(error));
    }
  }

  private turn(): void {
    clearTimeout(this.timer);
    let wait = 0;
    for (let n = 0; n < TURNS_AT_ONCE && wait === 0; n++) wait = this.module.turn();
    this.timer = setTimeout(() => this.act(() => {}), wait);
  }

  private async write(ticket: number, text: string): Promise<void> {
    const result = await this.needs.keep.write(JSON.parse(text) as Change[]);
    this.tell(result);
    this.act(() => this.module.kept(ticket, result));
  }

  /** Told once, until it works again or something else is wrong. */
  private tell(result: number): void {
    if (result === this.told) return;
    this.told = result;
    if (result === KEPT.durable) this.needs.say({ t: 'well' });
    else
      this.needs.say(
        result === KEPT.full
          ? { t: 'trouble', kind: 'quota', words: 'there is no room left in the storage' }
          : { t: 'trouble', kind: 'damaged', words: 'the storage cannot be written to' },
      );
  }
}

/** What an error of starting means. */
export function troubleOf(error: unknown): FromHall {
  return { t: 'trouble', kind: error instanceof KeepTrouble ? error.kind : 'module', words: words(error) };
}
