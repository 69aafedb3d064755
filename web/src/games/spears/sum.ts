// The running action as bars: who brings which power, what the cards may add, what has to be beaten. The totals come
// from the server; the bars only show what they are made of.
import type { Action, Table, Tribe, UnitType } from './view';

export interface Segment {
  /** Place at the table of the owner, for the colour. */
  place: number;
  type: UnitType | null;
  power: number;
  /** What abilities add: hatched. */
  bonus: boolean;
  /** Only ticked, not yet sent. */
  ghost: boolean;
}

export interface Bar {
  kind: 'side' | 'prey' | 'enemy';
  /** Keys of the seats in it, the leading one first. */
  keys: string[];
  segments: Segment[];
  /** Without action cards. */
  total: number;
  /** Do the action cards count here? */
  cards: boolean;
}

export interface Sum {
  kind: 'hunt' | 'block' | 'fight' | 'defence';
  bars: [Bar, Bar];
}

function side(table: Table, keys: (string | null)[], total: number, cards: boolean): Bar {
  const segments: Segment[] = [];
  const named = keys.filter((one): one is string => one !== null);
  for (const name of named) {
    const tribe = table.tribes.find((one) => one.key === name);
    for (const unit of tribe?.units ?? [])
      if (unit.sent)
        segments.push({ place: tribe!.place, type: unit.type, power: unit.power, bonus: false, ghost: false });
  }
  const power = segments.reduce((sum, one) => sum + one.power, 0);
  const lead = table.tribes.find((one) => one.key === named[0])?.place ?? 0;
  const last = segments.at(-1)?.place ?? lead;
  if (total > power) segments.push({ place: last, type: null, power: total - power, bonus: true, ghost: false });
  return { kind: 'side', keys: named, segments, total, cards };
}

function wall(kind: 'prey' | 'enemy', total: number): Bar {
  return { kind, keys: [], segments: [], total, cards: false };
}

/** Is the comparison with a blocker still to come? */
export function isOpen(phase: string): boolean {
  return !['HEAL', 'SACRIFICE', 'VIGOR'].includes(phase);
}

export function sumOf(table: Table, action: Action): Sum {
  const first = [action.active, action.supporter];
  const second = [action.against, action.supporterAgainst];
  if (action.kind === 'fight') {
    const [a, b] = action.sums.fight ?? [0, 0];
    return { kind: 'fight', bars: [side(table, first, a, true), side(table, second, b, false)] };
  }
  if (action.kind === 'defence') {
    const [sum, power] = action.sums.def ?? [0, table.enemy?.power ?? 0];
    return { kind: 'defence', bars: [side(table, table.order, sum, false), wall('enemy', power)] };
  }
  if (action.against && action.sums.block && isOpen(table.phase)) {
    const [a, b] = action.sums.block;
    return { kind: 'block', bars: [side(table, first, a, false), side(table, second, b, true)] };
  }
  const [value, power] = action.sums.hunt ?? [0, action.prey?.power ?? 0];
  const hunts = action.hunter !== null && action.hunter === action.against ? second : first;
  return { kind: 'hunt', bars: [side(table, hunts, value, true), wall('prey', power)] };
}

/** With units that are ticked but not sent: shown as ghosts behind the others. */
export function withTicks(bar: Bar, tribe: Tribe, codes: string[], paid: string[]): Bar {
  const added: Segment[] = codes.flatMap((code) => {
    const unit = tribe.units.find((one) => one.code === code);
    return unit
      ? [
          {
            place: tribe.place,
            type: unit.type,
            power: unit.power + (paid.includes(code) ? 1 : 0),
            bonus: false,
            ghost: true,
          },
        ]
      : [];
  });
  return {
    ...bar,
    segments: [...bar.segments, ...added],
    total: bar.total + added.reduce((sum, one) => sum + one.power, 0),
  };
}

/** What the cards of a round can add up to: my card, where it is known, and all that the others may hold. */
export function cardRange(values: number[], seats: number, mine: number | null): [low: number, high: number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const others = mine === null ? seats : seats - 1;
  return [low * others + (mine ?? 0), high * others + (mine ?? 0)];
}
