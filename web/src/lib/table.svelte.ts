// One table as this page knows it: what was heard of it (table/heard), and here what is said to it.
import { t } from './i18n.svelte';
import { remember } from './mine.svelte';
import { Heard } from './table/heard.svelte';
import { LookingBack, stepOfPast } from './table/past.svelte';
import type { ChatLine, Move, Past, Step, ToServer, Wish } from './wire';

type Saying<M = ToServer> = M extends { table: string } ? Omit<M, 'table'> : never;

export class TableStore extends Heard {
  #back = new LookingBack((n) => this.#fetch(n));

  /** What the board shows: the newest step, or the one that is looked at again. */
  shown: Step | null = $derived(this.past && this.step ? stepOfPast(this.past, this.step) : this.step);

  get past(): Past | null {
    return this.#back.past;
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
    this.hinting = true;
    const answer = await this.connection.ask({ t: 'hint', table: this.table, ask: this.step.ask });
    this.hinting = false;
    if (answer === null) this.#excuse();
    else if (answer.t === 'no') this.refused(answer);
    else if (answer.t === 'hint' && this.step.ask === answer.ask) {
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
    if (name && name !== this.mySeat?.name) this.#tell({ t: 'name', name } as unknown as Saying);
    this.#tell({ t: 'ready' } as unknown as Saying);
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

  /** Shows the table as it was after so many moves; the newest one ends the looking back. */
  async look(n: number): Promise<void> {
    if (this.step) await this.#back.look(Math.max(0, Math.min(n, this.step.step)));
  }

  async #fetch(n: number): Promise<Past | null> {
    const answer = await this.connection.ask({ t: 'look', table: this.table, step: n });
    if (answer === null) this.#excuse();
    else if (answer.t === 'past') return answer;
    else if (answer.t === 'no') this.say('no', answer.why);
    return null;
  }

  /** Words and views were told in the old language. */
  forgetPast(): void {
    this.#back.forget();
  }

  lookEnds(): void {
    this.#back.past = null;
  }
}
