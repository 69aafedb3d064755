// The view of tribes as the server writes it (src/games/tribes/tribes_json.c), read once into what the drawing needs.

export type Resource = 'G' | 'H' | 'W' | 'O' | 'I';
export const RESOURCES: readonly Resource[] = ['G', 'H', 'W', 'O', 'I'];

export type Track = 'procreation' | 'exploration' | 'movement' | 'strength';
export const TRACKS: readonly Track[] = ['procreation', 'exploration', 'movement', 'strength'];

export type Action = 'procreate' | 'explore' | 'move';

export type Phase =
  | 'SETUP'
  | 'DRAW'
  | 'REVEAL'
  | 'ARRANGE'
  | 'FOUND'
  | 'TAKE'
  | 'MODE'
  | 'BIRTH'
  | 'LIFT'
  | 'DROP'
  | 'LAY'
  | 'RENEW'
  | 'STEP'
  | 'WILD'
  | 'LOSE'
  | 'WITHER'
  | 'PICK'
  | 'OVER';

/** "A" to "D". */
type Letter = string;

export interface RawSeat {
  land: string;
  levels: string;
  shells: number;
  points: number | null;
  reserve: number;
  arrow: boolean;
  stones: number;
}

export interface RawBoard {
  name: string;
  resource: string;
  need: number;
  track: Track;
  points: number[];
  event: number[];
}

export interface RawEvent {
  name: string;
  text: string;
  epoch: number;
}

export interface RawView {
  phase: Phase;
  turn: Letter | '*' | null;
  player?: Letter;
  lifted?: string;
  completing?: string;
  left: number;
  players: number;
  round: number;
  final: boolean;
  executed3: number;
  tile?: string;
  row: string;
  box: number;
  bag: string;
  hand: string;
  A: RawSeat;
  B: RawSeat;
  C?: RawSeat;
  D?: RawSeat;
  grid: Record<string, string>;
  stones: Record<string, string>;
  links: string[];
  unseen_events: number[];
  display: string[];
  boards: Record<string, RawBoard>;
  events: Record<string, RawEvent>;
  tracks: Record<Track, { values: number[]; points: number[] }>;
  end_events: number;
  most_members: number;
  most_land: number;
}

/** One land tile of a territory. */
export interface Land {
  /** "d4" */
  name: string;
  resource: Resource;
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
}

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
  tracks: Record<Track, { values: number[]; points: number[] }>;
}

const ACTIONS: Record<string, Action> = { P: 'procreate', E: 'explore', M: 'move' };

/** "d4:G2 e4:W! d5:O!3" */
export function readLand(text: string): Land[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const found = /^([a-h][1-8]):([GHWOI])(!?)(\d*)$/.exec(word);
      if (!found) throw new Error(`tribes: no land: ${word}`);
      return {
        name: found[1]!,
        resource: found[2] as Resource,
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

function readTile(id: string, shells: number, events: Record<string, RawEvent>): RowTile {
  const action = ACTIONS[id[0]!] && /^[PEM]\+?$/.test(id) ? ACTIONS[id[0]!]! : null;
  return { id, action, hand: action !== null && id.endsWith('+'), event: events[id] ?? null, shells };
}

/** "P M+ E(1) rhino" */
export function readRow(text: string, events: Record<string, RawEvent>): RowTile[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const found = /^(.+?)(?:\((\d+)\))?$/.exec(word)!;
      return readTile(found[1]!, Number(found[2] ?? 0), events);
    });
}

const place = (letter: Letter | null | undefined): number | null => {
  const index = letter ? 'ABCD'.indexOf(letter) : -1;
  return index < 0 ? null : index;
};

function readSeat(raw: RawSeat, index: number): Seat {
  const land = readLand(raw.land);
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
  };
}

/** A seat that did not change stays the same object, so that its drawing stays as it is. */
const seen: ({ text: string; seat: Seat } | undefined)[] = [];

function sameSeat(raw: RawSeat, index: number): Seat {
  const text = JSON.stringify(raw);
  const known = seen[index];
  if (known?.text === text) return known.seat;
  const seat = readSeat(raw, index);
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
    tile: raw.tile ? readTile(raw.tile, 0, raw.events) : null,
    row: readRow(raw.row, raw.events),
    bag: readCounts(raw.bag),
    hand: readCounts(raw.hand),
    seats: seats.map(sameSeat),
    slots: [3, 2, 1].flatMap((epoch) => [1, 2, 3, 4].map((column) => readSlot(raw, epoch, column))),
    links: raw.links.map((text) => {
      const [from, to] = text.split('>') as [string, string];
      return { from, to, leftward: Number(from[2]) < Number(to[2]) };
    }),
    stacks: raw.unseen_events,
    lifted: raw.lifted ?? null,
    completing: raw.completing ?? null,
    tracks: raw.tracks,
  };
}

/** How many of a board's needs my members stand on: of the kind itself, and of any other kind (used up instead). */
export function standing(seat: Seat, resource: Resource): { own: number; other: number } {
  const fresh = seat.land.filter((each) => !each.spent && each.members > 0);
  const own = fresh.filter((each) => each.resource === resource).length;
  return { own, other: fresh.length - own };
}

/** Rank in strength, ties count: both when all are equal. */
export function strength(seats: Seat[], seat: Seat): { strongest: boolean; weakest: boolean } {
  const levels = seats.map((each) => each.levels[3]!);
  return { strongest: seat.levels[3] === Math.max(...levels), weakest: seat.levels[3] === Math.min(...levels) };
}
