// A contest as two bars: who brings which power, what has to be beaten. All numbers are the server's; ticked units are
// added as it says that each would add.
import type { Contest, Pair, Table, Tribe, UnitType, WireSide } from './view';

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

export type Bars = [Bar, Bar];

function barOf(table: Table, side: WireSide): Bar {
  const { total, cards } = side;
  const segments = (side.parts ?? []).map(([owner, code, power, why]): Segment => {
    const tribe = table.tribes.find((one) => one.key === owner);
    const unit = tribe?.units.find((one) => one.code === code);
    const bonus = why !== 'power';
    return { place: tribe?.place ?? 0, type: bonus ? null : (unit?.type ?? null), power, bonus, ghost: false };
  });
  return { kind: side.prey ? 'prey' : side.enemy ? 'enemy' : 'side', keys: side.seats ?? [], segments, total, cards };
}

export function barsOf(table: Table, contest: Contest): Bars {
  return [barOf(table, contest.sides[0]), barOf(table, contest.sides[1])];
}

/** With units that are ticked but not sent: shown as ghosts behind the others. */
export function withTicks(bars: Bars, contest: Contest, tribe: Tribe, codes: string[], paid: string[]): Bars {
  const { chain } = contest;
  if (!chain) return bars;
  const added = codes.map((code): Segment => ({
    place: tribe.place,
    type: tribe.units.find((one) => one.code === code)?.type ?? null,
    power: chain.adds[code]?.[paid.includes(code) ? 1 : 0] ?? 0,
    bonus: false,
    ghost: true,
  }));
  const bar = bars[chain.side];
  const more = {
    ...bar,
    segments: [...bar.segments, ...added],
    total: bar.total + added.reduce((sum, one) => sum + one.power, 0),
  };
  return chain.side === 0 ? [more, bars[1]] : [bars[0], more];
}

/** What the cards of a round can add up to: my card, where I have chosen one, and all that the others may hold. */
export function cardRange({ own, others }: { own: Pair; others: Pair }, mine: number | null): Pair {
  return [(mine ?? own[0]) + others[0], (mine ?? own[1]) + others[1]];
}
