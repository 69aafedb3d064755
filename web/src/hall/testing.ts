// For tests: a page and its hall in one place, with a thinker that answers from an instance of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hall } from './hall';
import type { Keep } from './keep';
import type { FromHall, ToHall } from './messages';
import { Module } from './module';
import type { FromThinker, ToThinker } from './thinker';
import type { ThinkerWorker } from './thinking';

export const compiled = new WebAssembly.Module(readFileSync(join(__dirname, '../gen/ochre.wasm')));

/** What a worker would do, without one. */
export class HereThinker implements ThinkerWorker {
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  private module: Promise<Module> | undefined;
  private isEnded = false;

  postMessage(message: ToThinker): void {
    if (message.t === 'begin') this.module = Module.start(message.compiled);
    else void this.think(message.ticket, message.question);
  }

  terminate(): void {
    this.isEnded = true;
  }

  private async think(ticket: number, question: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = (await this.module!).think(question);
    if (!this.isEnded) this.onmessage?.({ data: { t: 'thought', ticket, answer } } as MessageEvent<FromThinker>);
  }
}

/** What a page does: asks, says, waits for what comes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Said = Record<string, any>;

export class Page {
  readonly heard: FromHall[] = [];
  private readonly waiting: { wants: (message: FromHall) => boolean; done: (message: FromHall) => void }[] = [];
  private next = 1;
  hear: (message: ToHall) => void = () => {};

  say = (message: FromHall): void => {
    this.heard.push(message);
    for (const one of [...this.waiting])
      if (one.wants(message)) {
        this.waiting.splice(this.waiting.indexOf(one), 1);
        one.done(message);
      }
  };

  wait<T extends FromHall['t']>(
    t: T,
    wants: (message: Extract<FromHall, { t: T }>) => boolean = () => true,
  ): Promise<Extract<FromHall, { t: T }>> {
    type Wanted = Extract<FromHall, { t: T }>;
    return new Promise((done) =>
      this.waiting.push({
        wants: (message) => message.t === t && wants(message as Wanted),
        done: (message) => done(message as Wanted),
      }),
    );
  }

  async request(method: string, path: string, body?: unknown, key = ''): Promise<{ status: number; said: Said }> {
    const id = this.next++;
    const answer = this.wait('answer', (message) => message.id === id);
    const text = body === undefined ? '' : JSON.stringify(body);
    const [place = '', query = 'lang=en'] = path.split('?');
    this.hear({ t: 'request', id, method, path: place, query, key, body: text });
    const { status, type, body: said } = await answer;
    return { status, said: type.includes('json') ? JSON.parse(said) : { text: said } };
  }

  /** A line that says hello. */
  open(): PageLine {
    const line = new PageLine(this, this.next++);
    this.hear({ t: 'open', line: line.number });
    line.say({ t: 'hello', lang: 'en' });
    return line;
  }
}

export class PageLine {
  constructor(
    readonly page: Page,
    readonly number: number,
  ) {}

  say(message: Said): void {
    this.page.hear({ t: 'say', line: this.number, text: JSON.stringify(message) });
  }

  async wait(wants: (said: Said) => boolean): Promise<Said> {
    let found: Said = {};
    await this.page.wait('said', ({ line, text }) => {
      if (line !== this.number) return false;
      found = JSON.parse(text) as Said;
      return wants(found);
    });
    return found;
  }

  /** Says something and waits for what answers it. */
  ask(message: Said): Promise<Said> {
    const id = Math.floor(Math.random() * 1e9);
    const answer = this.wait((said) => said.id === id);
    this.say({ ...message, id });
    return answer;
  }
}

export async function startHall(keep: Pick<Keep, 'all' | 'write'>, page: Page): Promise<Hall> {
  const hall = await Hall.start({ compiled, keep, thinker: () => new HereThinker(), say: page.say });
  page.hear = (message) => hall.hear(message);
  return hall;
}

/** A table where the page plays alone against computers. */
export async function makeTable(page: Page, game: string, bots: string[], more: Said = {}): Promise<Said> {
  const seats = [{ kind: 'me', name: 'Ama' }, ...bots.map((bot) => ({ kind: 'bot', bot }))];
  const made = await page.request('POST', '/api/tables', { game, seats, ...more });
  if (made.status !== 201) throw new Error(JSON.stringify(made.said));
  return { table: made.said.table, key: made.said.seats[0].key };
}

/** Answers every question until the end, or so many of them and until the next one is asked; the last step. */
export async function playOn(line: PageLine, step: Said, moves = Infinity): Promise<Said> {
  for (let n = 0; !step.over;) {
    if (!step.ask) {
      step = await line.wait((said) => said.t === 'step');
      continue;
    }
    if (n === moves) break;
    const move = step.moves[n % step.moves.length].m;
    step = await line.ask({ t: 'move', table: step.table, ask: step.ask, move });
    if (step.t !== 'step') throw new Error(JSON.stringify(step));
    n++;
  }
  return step;
}
