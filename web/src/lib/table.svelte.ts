// One table as this page knows it: what was heard of it (table/heard), and here what is said to it.
import { t } from './i18n.svelte';
import { mineAt, remember } from './mine.svelte';
import { Heard } from './table/heard.svelte';
import { stepOfPast } from './table/past.svelte';
import type { ChatLine, Move, Past, Step, ToServer, Wish } from './wire';

type Saying<M = ToServer> = M extends { table: string } ? Omit<M, 'table'> : never;

/** A hint that has not come by then will not help any more. */
const HINT_MS = 20_000;

/** An answer, or that it is late. */
function within<T>(ms: number, answer: Promise<T>): Promise<T | 'late'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('late'), ms);
    void answer.then((said) => {
      clearTimeout(timer);
      resolve(said);
    });
  });
}

export class TableStore extends Heard {
  /** What the board shows: the newest step, or the one that is looked at again. */
  shown: Step | null = $derived(this.past && this.step ? stepOfPast(this.past, this.step) : this.step);

  /** The question has come to me by somebody else's move, not by my own. */
  isRung = $derived(this.isMyTurn && !this.past && this.told.findLast((told) => told.seat !== '*')?.seat !== this.me);

  /** Who has come while I waited, for the title of the tab. */
  visitor = $state('');

  /** Several people play at this device. */
  get isShared(): boolean {
    return !!mineAt(this.table)?.hands;
  }
  /** One may take back without asking: nobody else plays, or everybody looks at this screen. */
  get isFree(): boolean {
    return this.people < 2 || !!mineAt(this.table)?.open;
  }
  get mayRematch(): boolean {
    return this.me !== null || this.isShared;
  }
  get past(): Past | null {
    return this.back.past;
  }
  get chat(): ChatLine[] {
    return this.talk.chat;
  }
  get unread(): number {
    return this.talk.unread;
  }
  get wishes(): Wish[] {
    return this.talk.wishes;
  }
  /** The last wish that has come to an end. */
  get wishEnded(): number {
    return this.talk.ended;
  }

  #excuse(): void {
    this.say('no', t('The line to the table is down. It comes back by itself; nothing was sent.'));
  }

  /** Says it, or that it could not be said. */
  #tell(message: Saying): boolean {
    const isSaid = this.connection.say({ ...message, table: this.table } as ToServer);
    if (!isSaid) this.#excuse();
    return isSaid;
  }

  play(move: Move): void {
    if (this.pending || !this.step) return;
    const ask = this.step.ask;
    this.pending = { ask, move };
    this.hush();
    this.connection.say({ t: 'move', table: this.table, ask, move: move.m });
    // With the line down the move is kept: it is sent when the same question is still open after coming back.
    if (this.connection.state !== 'open') this.said = t('Your move is sent as soon as the line stands again.');
  }

  /** May I make this move? The answer appears near the board. */
  async why(move: string): Promise<void> {
    const answer = await this.connection.ask({ t: 'why', table: this.table, move });
    if (answer === null) this.#excuse();
    else if (answer.t === 'why' && !answer.can) this.say('why', answer.why ?? '', answer.rule);
  }

  async askHint(): Promise<void> {
    if (!this.step || this.hinting) return;
    const { ask } = this.step;
    this.hinting = true;
    const answer = await within(HINT_MS, this.connection.ask({ t: 'hint', table: this.table, ask }));
    if (this.step?.ask !== ask) return; // play went on, and with it the question
    this.hinting = false;
    if (answer === null) this.#excuse();
    else if (answer !== 'late' && answer.t === 'no') this.refused(answer);
    else if (answer === 'late' || answer.t !== 'hint' || answer.ask !== ask)
      this.say('no', t('No hint came. Ask once more, or play as you like.'));
    else {
      this.hint = answer;
      this.said = t('Hint: {0}', { 0: answer.words ?? answer.move });
    }
  }

  undo(): void {
    this.#tell({ t: 'undo' });
  }

  consent(wish: Wish, yes: boolean): void {
    if (this.#tell({ t: 'consent', wish: wish.wish, yes })) this.talk.drop(wish);
  }

  sendChat(text: string): boolean {
    return this.#tell({ t: 'chat', text });
  }

  chatIsOpen(open: boolean): void {
    this.talk.open(open);
  }

  resign(): void {
    this.#tell({ t: 'resign' });
  }

  standIn(bot: string | null): void {
    this.#tell({ t: 'standin', bot });
  }

  /** Before play: under this name, and from now on it need not wait for me. */
  ready(name: string): void {
    remember({ table: this.table, ready: true });
    if (name && name !== this.mySeat?.name) this.#tell({ t: 'name', name });
    this.#tell({ t: 'ready' });
  }

  /** A computer takes one seat that nobody has come to. */
  seatComputer(seat: string, bot: string): void {
    this.#tell({ t: 'computer', seat, bot });
  }

  begin(bot: string): void {
    this.#tell({ t: 'begin', bot });
  }

  /** Without the shares that are still missing. */
  beginWithout(): void {
    this.#tell({ t: 'begin', without: true });
  }

  rematch(): void {
    this.#tell({ t: 'rematch', pledge: this.shares.forRematch() });
  }

  /** The step that was asked for last: of several wishes in a row the last one counts. */
  #wanted: number | null = null;

  /** Shows the table as it was after so many moves. */
  async look(n: number): Promise<void> {
    if (!this.newest) return;
    this.director.skip();
    const wanted = Math.max(0, Math.min(n, this.newest.step));
    this.#wanted = wanted;
    const answer = await this.back.get(wanted);
    if (this.#wanted !== wanted) return;
    if (answer?.t === 'past') {
      this.back.past = answer;
      return;
    }
    this.#wanted = this.past?.step ?? null;
    if (answer) this.say('no', answer.why);
    else this.#excuse();
  }

  /** So many moves further on, or back. */
  lookBy(moves: number): Promise<void> {
    return this.look((this.#wanted ?? this.newest?.step ?? 0) + moves);
  }

  /** Words and views were told in the old language. */
  forgetPast(): void {
    this.#wanted = null;
    this.back.forget();
  }

  lookEnds(): void {
    this.#wanted = null;
    this.back.past = null;
  }
}
