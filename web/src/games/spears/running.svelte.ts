// The contest as it is told in the middle: its bars, what cards may still do to it, what they have done.
import type { GameEvent, Step } from '../../lib/wire';
import type { Pick } from '../board';
import type { Sight } from './choices';
import type { Sending } from './sending.svelte';
import { firstOfTwo } from './decided';
import { barsOf, cardRange, withTicks, type Bars } from './sum';
import { contestTitle } from './telling';
import type { SpearsView, Table } from './view';

/** What is on the table now. */
interface Now {
  step: Step<SpearsView>;
  before: Step<SpearsView> | null;
  told: GameEvent | null;
  sight: Sight;
  pick: Pick;
  chain: Sending;
}

export class Running {
  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  get #table(): Table {
    return this.#now().sight.table;
  }

  readonly contest = $derived.by(() => {
    const { step, before, told } = this.#now();
    return firstOfTwo(step, before, told) ?? (this.#table.over ? null : this.#table.contest);
  });
  /** What the cards of this contest added; null while they are not shown, and where there were none. */
  readonly cards = $derived.by(() => this.contest?.result?.cards ?? null);
  readonly shown = $derived.by(() => (this.cards === null ? null : (this.#table.rounds.at(-1) ?? null)));
  readonly justRevealed = $derived.by(() => {
    const { before } = this.#now();
    return this.shown !== null && before !== null && before.view.rounds.length < this.#table.rounds.length;
  });

  /** With what is ticked. */
  readonly bars = $derived.by((): Bars | null => {
    const { chain, sight } = this.#now();
    if (!this.contest) return null;
    const bars = barsOf(this.#table, this.contest);
    return chain.isOn && sight.own ? withTicks(bars, this.contest, sight.own, chain.ticks, chain.paid) : bars;
  });
  readonly myCard = $derived.by(() => {
    const { pick, sight } = this.#now();
    const id = [...pick.picked, pick.hovered ?? ''].find((one) => one.startsWith('card:'));
    return id ? Number(id.slice(5)) : (sight.own?.placedValue ?? null);
  });
  readonly range = $derived.by(() => (this.contest?.open ? cardRange(this.contest.open, this.myCard) : null));
  readonly title = $derived.by(() => (this.contest ? contestTitle(this.contest, this.#now().sight) : ''));
}
