// The running action as it is told in the middle: its sum, what cards may still do to it, what they have done.
import type { Step } from '../../lib/wire';
import type { Pick } from '../board';
import type { Sight } from './choices';
import type { Sending } from './sending.svelte';
import { cardRange, sumOf, withTicks, type Sum } from './sum';
import { actionTitle, huntsInTheEnd } from './telling';
import { readTable, type SpearsView, type Table } from './view';

/** What is on the table now. */
interface Now {
  step: Step<SpearsView>;
  before: Step<SpearsView> | null;
  sight: Sight;
  pick: Pick;
  chain: Sending;
}

export class Running {
  #now: () => Now;
  #memory: Table | null = null;

  constructor(now: () => Now) {
    this.#now = now;
  }

  get #table(): Table {
    return this.#now().sight.table;
  }

  /** The table when the last cards were placed: what they were for is remembered, so that the sum can be shown with
   * them. */
  readonly #placed = $derived.by((): Table | null => {
    const { step, before } = this.#now();
    const table = this.#table;
    const placing = table.phase === 'CARDS';
    const earlier = before && before.step < step.step && before.view.phase === 'CARDS' ? readTable(before.view) : null;
    if (placing) this.#memory = table;
    else if (earlier) this.#memory = earlier;
    const memory = this.#memory;
    if (memory && !placing && (memory.turn !== table.turn || memory.rounds.length + 1 !== table.rounds.length))
      this.#memory = null;
    return this.#memory;
  });
  readonly shown = $derived.by(() => this.#table.rounds.at(-1) ?? null);
  /** The cards of the action that is on the table were shown. */
  readonly revealed = $derived.by(() => {
    const { phase, action } = this.#table;
    if (this.shown === null || phase === 'CARDS') return false;
    return ['HEAL', 'SACRIFICE', 'VIGOR'].includes(phase)
      ? action?.kind !== 'defence'
      : action === null && this.#placed !== null;
  });
  readonly action = $derived.by(() => {
    const table = this.#table;
    return table.over ? null : (table.action ?? (this.revealed ? (this.#placed?.action ?? null) : null));
  });
  readonly justRevealed = $derived.by(() => {
    const { before } = this.#now();
    return this.revealed && before !== null && before.view.rounds.length < this.#table.rounds.length;
  });

  /** With what is ticked and what my card would do. */
  readonly sum = $derived.by((): Sum | null => {
    const { chain, sight } = this.#now();
    const [table, own, action] = [this.#table, sight.own, this.action];
    if (!action) return null;
    const at = table.action ? table : (this.#placed ?? table);
    let made = sumOf(at, action);
    if (!table.action && this.revealed && made.kind === 'block' && table.value.hunt)
      made = sumOf({ ...at, phase: 'SACRIFICE' }, { ...action, hunter: huntsInTheEnd(table, action) });
    if (chain.isOn && chain.ticks.length && own) {
      const index = made.bars[1].keys.includes(own.key) && !made.bars[0].keys.includes(own.key) ? 1 : 0;
      made.bars[index] = withTicks(made.bars[index], own, chain.ticks, chain.paid);
    }
    return made;
  });
  readonly cardSum = $derived.by(() => this.shown?.reveal.reduce((total, one) => total + one, 0) ?? 0);
  readonly myCard = $derived.by(() => {
    const { pick, sight } = this.#now();
    const id = [...pick.picked, pick.hovered ?? ''].find((one) => one.startsWith('card:'));
    return id ? Number(id.slice(5)) : (sight.own?.placedValue ?? null);
  });
  readonly range = $derived.by(() => {
    const table = this.#table;
    const open = this.sum !== null && !this.revealed && this.action?.kind !== 'defence';
    return table.phase === 'CARDS' || open ? cardRange(table.values, table.tribes.length, this.myCard) : null;
  });
  readonly title = $derived.by(() =>
    this.action ? actionTitle(this.action, this.#now().sight, this.sum?.kind === 'block', this.revealed) : '',
  );
}
