// What a score is made of, measured for a picture.
import type { SeatInfo } from '../../lib/seats';
import type { Over } from '../../lib/wire';
import { weaker } from './verdict';

export interface Part {
  name: string;
  points: number;
  /** Which of the fillings: the same for the same part at every seat. */
  fill: number;
}

export interface Row {
  seat: SeatInfo;
  won: boolean;
  /** null where nothing is added up. */
  total: number | null;
  parts: Part[];
  /** What is missing to the widest row. */
  rest: number;
}

export interface Picture {
  /** lower: two towers each, of which the lower counts. */
  kind: 'bars' | 'lower' | 'none';
  rows: Row[];
  /** Parts that are there at all, for the legend. */
  legend: { name: string; fill: number }[];
  /** The highest part of all. */
  most: number;
}

const sum = (parts: Part[]) => parts.reduce((all, part) => all + Math.abs(part.points), 0);

/** Best first, as the ranks say. */
export function ranked(over: Over, seats: SeatInfo[]): SeatInfo[] {
  return seats
    .map((seat, i) => ({ seat, rank: over.ranks[i] ?? seats.length }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ seat }) => seat);
}

export function picture(over: Over, seats: SeatInfo[]): Picture {
  const scores = over.scores ?? [];
  const isLower = scores.length > 0 && scores.every((score) => weaker(score));
  const rows = ranked(over, seats).flatMap((seat): Row[] => {
    const score = scores.find((one) => one.seat === seat.seat);
    if (!score) return [];
    const all = score.parts.map((part, fill) => ({ ...part, fill }));
    const parts = isLower ? all.slice(0, 2) : all.filter((part) => part.points !== 0);
    return [{ seat, won: over.winners.includes(seat.seat), total: score.score, parts, rest: 0 }];
  });
  const widest = Math.max(1, ...rows.map((row) => sum(row.parts)));
  const used = new Map(rows.flatMap((row) => row.parts).map((part) => [part.fill, part.name]));
  return {
    kind: !rows.length ? 'none' : isLower ? 'lower' : 'bars',
    rows: rows.map((row) => ({ ...row, rest: widest - sum(row.parts) })),
    legend: [...used].sort(([a], [b]) => a - b).map(([fill, name]) => ({ fill, name })),
    most: Math.max(1, ...rows.flatMap((row) => row.parts.map((part) => part.points))),
  };
}
