// The view of valley as the server writes it (src/games/valley/valley_json.c), read once into what the drawing needs.
import type {
  Cave,
  Corner,
  Edge,
  Fall,
  Laid,
  Pays,
  RawHalf,
  RawSeat,
  RawView,
  Scene,
  Seat,
  Square,
  Tile,
  View,
} from './types';

export * from './types';

const scene = (letter: string): Scene => letter as Scene;

/** "HF1" -> Hunt, Fire. */
export function scenesOf(id: string): [Scene, Scene] {
  return [scene(id[0]!), scene(id[1]!)];
}

/** "HF1@k3a3" */
export function readLaid(put: string, old = false): Laid {
  const [id, squares] = put.split('@') as [string, string];
  return { id, scenes: scenesOf(id), at: [squares.slice(0, 2), squares.slice(2, 4)], old };
}

/** ["F3 F2 …", …] of both halves -> 40 squares, row by row. */
function readRows(left: string[], right: string[]): Square[] {
  return left.flatMap((row, r) =>
    `${row} ${right[r]}`
      .split(' ')
      .map((cell, c) => ({ name: 'abcdefgh'[c]! + (r + 1), forest: cell[0] === 'F', food: Number(cell.slice(1)) })),
  );
}

/** "Bc 6/4" -> below column c. */
export function readCave(text: string, index: number): Cave {
  const edge = text[0] as Edge;
  const place = text[1]!;
  const [high, low] = text.slice(3).split('/').map(Number) as [number, number];
  const gate = edge === 'T' ? `${place}1` : edge === 'B' ? `${place}5` : edge === 'L' ? `a${place}` : `h${place}`;
  return { name: `k${index + 1}`, edge, gate, high, low };
}

/** The printed half of a seat never changes: it is read once, and stays the same object from step to step. */
interface Printed {
  squares: Square[];
  caves: Cave[];
  falls: Fall[];
}
const printed = new Map<string, Printed>();
const BARE: RawHalf = { rows: [], caves: [], falls: [] };

/** "L1A+R2B"; a half that has not been dealt has no name. */
function readPrinted(board: string, halves: Record<string, RawHalf>): Printed {
  const [left, right] = board.split('+').map((name) => halves[name] ?? BARE) as [RawHalf, RawHalf];
  const key = JSON.stringify([left, right]);
  const known = printed.get(key);
  if (known) return known;
  const found: Printed = {
    squares: right.rows.length ? readRows(left.rows, right.rows) : [],
    caves: [...left.caves, ...right.caves].map(readCave),
    falls: [...left.falls, ...right.falls].map((corner, i) => ({ name: `w${i + 1}`, corner: corner as Corner })),
  };
  printed.set(key, found);
  return found;
}

function readSeat(raw: RawSeat, place: number, tile: (id: string) => Tile, halves: RawView['halves']): Seat {
  const board = readPrinted(raw.board, halves);
  return {
    code: `p${place + 1}`,
    place,
    food: raw.fp,
    shelter: raw.sp,
    steaks: raw.steaks,
    fights: raw.fights,
    finished: raw.finished,
    dealt: board.squares.length > 0,
    ...board,
    pool: raw.pool.map(tile),
    held: raw.held.map(scene),
    used: raw.used.map(scene),
    laid: [...raw.old.flat().map((put) => readLaid(put, true)), ...raw.laid.map((put) => readLaid(put))],
    bears: raw.bears,
    tokens: Object.fromEntries(Object.entries(raw.token).map(([spot, code]) => [spot, code ? scene(code) : null])),
    bearsPay: raw.bears_pay ?? {},
  };
}

/** A seat that did not change stays the same object, so that its drawing stays as it is. */
const seen: ({ text: string; seat: Seat } | undefined)[] = [];

function sameSeat(raw: RawSeat, place: number, tile: (id: string) => Tile, view: RawView): Seat {
  const halves = raw.board.split('+').map((name) => view.halves[name]);
  const text = JSON.stringify([raw, halves, view.fight_on]);
  const known = seen[place];
  if (known?.text === text) return known.seat;
  const seat = readSeat(raw, place, tile, view.halves);
  seen[place] = { text, seat };
  return seat;
}

export function readView(raw: RawView): View {
  const tile = (id: string): Tile => ({
    id,
    scenes: scenesOf(id),
    fights: (raw.fight_on[id] ?? []).map((seat) => seat - 1),
  });
  const raws = [raw.p1, raw.p2, raw.p3, raw.p4].filter((seat): seat is RawSeat => seat !== undefined);
  return {
    phase: raw.phase,
    seats: raws.map((seat, place) => sameSeat(seat, place, tile, raw)),
    first: raw.first - 1,
    turn: raw.seat - 1,
    final: raw.final,
    stack: raw.stack_size,
    steaks: raw.steak_supply,
    bears: raw.bear_supply,
    steakFood: raw.steak_food,
    campShelter: raw.camp_shelter,
    fightTokens: raw.fight_tokens,
    poolSize: raw.pool_size,
    convert: raw.convert,
    abandoned: raw.abandoned,
    common: raw.common.map(tile),
    bonuses: [...raw.bonuses].map(scene),
    tokenUsed: raw.token_used,
    permit: raw.permit,
    entering: raw.entering?.cave ?? null,
    laying: raw.laying ? readLaid(raw.laying.replace(/^.*[:=]/, '')) : null,
    pays: raw.pays ?? {},
  };
}

/** Squares that share a side, and every cave with its gate. */
export function neighbours(seat: Seat, name: string): string[] {
  const cave = seat.caves.find((each) => each.name === name);
  if (cave) return [cave.gate];
  const column = 'abcdefgh'.indexOf(name[0]!);
  const row = Number(name[1]);
  const found = [
    [column - 1, row],
    [column + 1, row],
    [column, row - 1],
    [column, row + 1],
  ]
    .filter(([c, r]) => c! >= 0 && c! < 8 && r! >= 1 && r! <= 5)
    .map(([c, r]) => 'abcdefgh'[c!]! + r);
  return [...found, ...seat.caves.filter((each) => each.gate === name).map((each) => each.name)];
}

/** What converting so many steaks pays. */
export function steakFood(table: number[], steaks: number): number {
  return steaks <= 0 ? 0 : (table[Math.min(steaks, table.length) - 1] ?? 0);
}

/** What a placement pays, as the view says it. */
export interface Payment {
  food: { at: string; food: number }[];
  sum: number;
  /** Shelter of a cave that is entered, or 0. */
  shelter: number;
}

/** A placement as notation says it: "bon:B=RX1@e3e4". */
export interface Put extends Laid {
  /** "lay:", "new:", "bon:B=", "use:B=" */
  verb: string;
  pays: Payment;
  /** What the game says about it. */
  words: string;
}

export function readPut(move: string, pays: Pays, words = ''): Put | null {
  const found = /^(lay:|new:|bon:B=|use:B=)(...@....)$/.exec(move);
  if (!found) return null;
  const verb = found[1]!;
  const laid = readLaid(found[2]!);
  const halves = laid.at.map((at) => ({ at, pays: pays[verb]?.[at] ?? 0, isCave: at.startsWith('k') }));
  const food = halves.filter((half) => half.pays && !half.isCave).map((half) => ({ at: half.at, food: half.pays }));
  return {
    ...laid,
    verb,
    words,
    pays: {
      food,
      sum: food.reduce((sum, half) => sum + half.food, 0),
      shelter: halves.find((half) => half.isCave)?.pays ?? 0,
    },
  };
}
