// What the server tells of a position of dice, where its squares lie on the screen, and what a move in notation
// points at.
import type { Step } from '../../lib/wire';

export type Colour = 'w' | 'b' | 'r' | 'g';

export interface DiceUnit {
  square: string;
  owner: Colour;
  value: number;
  /** What it grows to by taking. */
  grown: number;
  diagonal: boolean;
  ally: boolean;
  /** Squares it could slide to now, whoever is to move; separated by blanks. */
  reach: string;
  /** Squares of enemies it could take. */
  takes: string;
}

export interface DiceView {
  phase: 'PLAY' | 'OVER';
  fen: string;
  status: string;
  turn_number: number;
  side: Colour;
  /** Turns without a capture or an alliance, and how many end the play. */
  clock: number;
  limit: number;
  size: number;
  mode: '2' | '4t' | '4i';
  /** The largest value. */
  faces: number;
  /** What becomes of a martyr and the stone it is given for; off: there is no such right. */
  martyr: 'remove' | 'swap' | 'off';
  /** Are alliances played? */
  ally: boolean;
  colours: { colour: Colour; units: number; sum: number }[];
  units: DiceUnit[];
}

export type DiceStep = Step<DiceView>;

export const COLOURS: readonly Colour[] = ['w', 'b', 'r', 'g'];

/** The colour a seat moves: in teams the opposite corners share one. */
export function colourOf(mode: DiceView['mode'], seat: string | null): Colour {
  const place = seat ? Number(seat.slice(1)) - 1 : 0;
  return COLOURS[mode === '4i' ? place : place % 2] ?? 'w';
}

/** "c4" as file and rank, counted from 0. */
export function parseSquare(name: string): [file: number, rank: number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

export function squareName(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** Quarter turns that bring a seat's side of the board down (and to the left, where it sits in a corner). */
export function turnsFor(mode: DiceView['mode'], seat: string | null): number {
  const place = seat ? Number(seat.slice(1)) - 1 : 0;
  return mode === '2' ? place * 2 : place;
}

/** Column and row on the screen (from the top left) of a square, for a board turned so. */
export function placeOf(name: string, size: number, turns: number): [column: number, row: number] {
  let [x, y] = parseSquare(name);
  for (let i = 0; i < turns % 4; i++) [x, y] = [size - 1 - y, x];
  return [x, size - 1 - y];
}

/** The square at a column and row of the screen; null beside the board. */
export function squareAt(column: number, row: number, size: number, turns: number): string | null {
  if (column < 0 || row < 0 || column >= size || row >= size) return null;
  let [x, y] = [column, size - 1 - row];
  for (let i = 0; i < turns % 4; i++) [x, y] = [y, size - 1 - x];
  return squareName(x, y);
}

export interface Said {
  from: string;
  to: string;
  kind: 'slide' | 'rotate' | 'ally';
  /** Whom a martyr was exchanged for. */
  target: string | null;
}

/** A turn in notation: a2a3, a2r, c5+d6, d4d6=h8. Null for anything else. */
export function parseMove(move: string): Said | null {
  const found = /^([a-j]\d+)(?:(r)|(\+?)([a-j]\d+)(?:=([a-j]\d+))?)$/.exec(move);
  if (!found) return null;
  const [, from, turned, plus, to, target] = found as unknown as [string, string, string?, string?, string?, string?];
  return { from, to: to ?? from, kind: turned ? 'rotate' : plus ? 'ally' : 'slide', target: target ?? null };
}

export function unitOn(view: DiceView, square: string | undefined): DiceUnit | undefined {
  return view.units.find((unit) => unit.square === square);
}

/** What a stone looks like. */
export type Looks = Pick<DiceUnit, 'owner' | 'value' | 'diagonal' | 'ally'>;

/** A unit as one number, as events write it: value, then bits for diagonal and alliance, then the owner. */
export function unitOfByte(byte: number): Looks {
  return { value: byte & 15, diagonal: (byte & 16) !== 0, ally: (byte & 32) !== 0, owner: COLOURS[(byte >> 6) & 3]! };
}

export function words(list: string): string[] {
  return list ? list.split(' ') : [];
}
