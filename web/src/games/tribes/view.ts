// The view of tribes (raw.ts), read once into what the drawing needs.
import type { Action, Letter, Phase, RawEvent, RawSeat, RawView, Resource, Track } from './raw';

export { RESOURCES, TRACKS } from './raw';
export type { Action, Phase, RawView, Resource, Track } from './raw';

/** One land tile of a territory. */
export interface Land {
  /** "d4" */
  name: string;
  resource: Resource;
  /** What grows there, in words. */
  kind: string;
  /** Exhausted. */
  spent: boolean;
  members: number;
}

export interface RowTile {
  /** "P+", "rhino" */
  id: string;
  action: Action | null;
  hand: boolean;
  event: RawEvent | null;
  /** Shells that lie on it. */
  shells: number;
  /** Shells that it costs. */
  price: number;
}

/** Of a tile that a deed needs: a member stands on one, other land would stand in and be exhausted, or neither. */
export type Need = 'have' | 'wild' | 'lack';

export interface Seat {
  /** "A" */
  letter: Letter;
  /** 0 to 3. */
  place: number;
  land: Land[];
  levels: number[];
  shells: number;
  points: number | null;
  reserve: number;
  members: number;
  /** Land tiles that are not exhausted. */
  fresh: number;
  arrow: boolean;
  stones: number;
  /** Cells where land could be laid. */
  border: string[];
  /** By deed: "2.3". */
  needs: Record<string, Need[]>;
  strongest: boolean;
  weakest: boolean;
}

export interface Slot {
  /** "2.3" */
  name: string;
  epoch: number;
  column: number;
  /** null: face down. */
  board: { name: string; resource: Resource; need: number; track: Track; points: number[]; event: boolean[] } | null;
  /** Places at the table, in the order of placing. */
  stones: number[];
}

export interface Link {
  from: string;
  to: string;
  /** The arrow comes from the column to the left of its target. */
  leftward: boolean;
}

export interface View {
  phase: Phase;
  /** Place at the table of who is asked; null while chance acts and at the end. */
  actor: number | null;
  /** Whose turn it is; in an event others are asked too. */
  player: number | null;
  left: number;
  round: number;
  final: boolean;
  executed: number;
  wanted: number;
  /** The tile taken this turn. */
  tile: RowTile | null;
  row: RowTile[];
  bag: Record<Resource, number>;
  /** Land drawn and not yet laid. */
  hand: Record<Resource, number>;
  seats: Seat[];
  slots: Slot[];
  links: Link[];
  stacks: number[];
  lifted: string | null;
  completing: string | null;
  kinds: Record<Resource, string>;
  tracks: Record<Track, { values: number[]; points: number[] }>;
}

const ACTIONS: Record<string, Action> = { P: 'procreate', E: 'explore', M: 'move' };

/** "d4:G2 e4:W! d5:O!3" */
export function readLand(text: string, kinds: Record<Resource, string>): Land[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const found = /^([a-h][1-8]):([GHWOI])(!?)(\d*)$/.exec(word);
      if (!found) throw new Error(`tribes: no land: ${word}`);
      return {
        name: found[1]!,
        resource: found[2] as Resource,
        kind: kinds[found[2] as Resource],
        spent: found[3] === '!',
        members: Number(found[4] || 0),
      };
    });
}

/** "G10 H8" */
export function readCounts(text: string): Record<Resource, number> {
  const counts: Record<Resource, number> = { G: 0, H: 0, W: 0, O: 0, I: 0 };
  for (const word of text.split(' ').filter(Boolean)) counts[word[0] as Resource] = Number(word.slice(1));
  return counts;
}

function readTile(id: string, shells: number, price: number, events: Record<string, RawEvent>): RowTile {
  const action = ACTIONS[id[0]!] && /^[PEM]\+?$/.test(id) ? ACTIONS[id[0]!]! : null;
  return { id, action, hand: action !== null && id.endsWith('+'), event: events[id] ?? null, shells, price };
}

/** "P M+ E(1) rhino" */
export function readRow(text: string, prices: number[], events: Record<string, RawEvent>): RowTile[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word, i) => {
      const found = /^(.+?)(?:\((\d+)\))?$/.exec(word)!;
      return readTile(found[1]!, Number(found[2] ?? 0), prices[i]!, events);
    });
}

const place = (letter: Letter | null | undefined): number | null => {
  const index = letter ? 'ABCD'.indexOf(letter) : -1;
  return index < 0 ? null : index;
};

const NEEDS: Record<string, Need> = { '+': 'have', '?': 'wild', '-': 'lack' };

/** "1.1:+ 2.3:+?-" */
export function readNeeds(text: string): Record<string, Need[]> {
  const words = text.split(' ').filter(Boolean);
  return Object.fromEntries(words.map((word) => [word.slice(0, 3), [...word.slice(4)].map((sign) => NEEDS[sign]!)]));
}

function readSeat(raw: RawSeat, index: number, kinds: Record<Resource, string>): Seat {
  const land = readLand(raw.land, kinds);
  return {
    letter: 'ABCD'[index]!,
    place: index,
    land,
    levels: raw.levels.split('/').map(Number),
    shells: raw.shells,
    points: raw.points,
    reserve: raw.reserve,
    members: land.reduce((sum, each) => sum + each.members, 0),
    fresh: land.filter((each) => !each.spent).length,
    arrow: raw.arrow,
    stones: raw.stones,
    border: raw.border.split(' ').filter(Boolean),
    needs: readNeeds(raw.needs),
    strongest: raw.strongest,
    weakest: raw.weakest,
  };
}

/** A seat that did not change stays the same object, so that its drawing stays as it is. */
const seen: ({ text: string; seat: Seat } | undefined)[] = [];

function sameSeat(raw: RawSeat, index: number, kinds: Record<Resource, string>): Seat {
  const text = JSON.stringify([raw, kinds]);
  const known = seen[index];
  if (known?.text === text) return known.seat;
  const seat = readSeat(raw, index, kinds);
  seen[index] = { text, seat };
  return seat;
}

function readSlot(raw: RawView, epoch: number, column: number): Slot {
  const name = `${epoch}.${column}`;
  const board = raw.boards[raw.grid[name] ?? ''];
  return {
    name,
    epoch,
    column,
    board: board ? { ...board, resource: board.resource as Resource, event: board.event.map(Boolean) } : null,
    stones: [...(raw.stones[name] ?? '')].map((letter) => place(letter)!),
  };
}

export function readView(raw: RawView): View {
  const seats = [raw.A, raw.B, raw.C, raw.D].filter((seat): seat is RawSeat => seat !== undefined);
  return {
    phase: raw.phase,
    actor: place(raw.turn),
    player: place(raw.player),
    left: raw.left,
    round: raw.round,
    final: raw.final,
    executed: raw.executed3,
    wanted: raw.end_events,
    tile: raw.tile ? readTile(raw.tile, 0, 0, raw.events) : null,
    row: readRow(raw.row, raw.prices, raw.events),
    bag: readCounts(raw.bag),
    hand: readCounts(raw.hand),
    seats: seats.map((seat, index) => sameSeat(seat, index, raw.kinds)),
    slots: [3, 2, 1].flatMap((epoch) => [1, 2, 3, 4].map((column) => readSlot(raw, epoch, column))),
    links: raw.links.map((text) => {
      const [from, to] = text.split('>') as [string, string];
      return { from, to, leftward: Number(from[2]) < Number(to[2]) };
    }),
    stacks: raw.unseen_events,
    lifted: raw.lifted ?? null,
    completing: raw.completing ?? null,
    kinds: raw.kinds,
    tracks: raw.tracks,
  };
}
