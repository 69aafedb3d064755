// Where the tile in hand may lie, and what each place pays.
import { boxOf, seam, union, type Point } from './geometry';
import type { Payment, Put, Seat } from './view';

/** Two squares; the tile lies there one way round or both. */
export interface Place {
  at: [string, string];
  puts: Put[];
}

const key = (at: readonly string[]) => [...at].sort().join();
export const sameSquares = (a: readonly string[], b: readonly string[]) => key(a) === key(b);

export function placesOf(puts: Put[]): Place[] {
  const found: Record<string, Place> = {};
  for (const put of puts) (found[key(put.at)] ??= { at: put.at, puts: [] }).puts.push(put);
  return Object.values(found);
}

/** The mark of a place, on the seam of its squares. */
export interface Pip {
  place: Place;
  at: Point;
  /** The squares lie side by side. */
  lies: boolean;
  pays: Payment;
  name: string;
}

export function pipOf(seat: Seat, place: Place): Pip {
  const [a, b] = [boxOf(seat, place.at[0]), boxOf(seat, place.at[1])];
  const best = place.puts.map((put) => put.pays).reduce((x, y) => (y.sum > x.sum ? y : x));
  const put = place.puts[0]!;
  return { place, at: seam(a, b), lies: union(a, b).w > union(a, b).h, pays: best, name: put.words };
}

/** The pip under the finger. */
export function pipNear(pips: Pip[], point: Point): Pip | null {
  const near = pips
    .map((pip) => ({ pip, d: Math.hypot(pip.at.x - point.x, pip.at.y - point.y) }))
    .sort((x, y) => x.d - y.d)[0];
  return near && near.d < 34 ? near.pip : null;
}

/** A place that was tried and is not possible. */
export interface Wrong {
  at: [string, string];
  scenes: Put['scenes'];
}
