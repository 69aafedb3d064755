// What is on the table of valley: as the server tells it, and as the board reads it.
export type Scene = 'B' | 'P' | 'R' | 'X' | 'W' | 'C' | 'H' | 'F';
export const SCENES: readonly Scene[] = ['B', 'P', 'R', 'X', 'W', 'C', 'H', 'F'];

export type Phase = 'DEAL' | 'START' | 'MAIN' | 'FIGHT' | 'BONUS' | 'POST' | 'REFILL' | 'DROP' | 'REVEAL' | 'OVER';

/** A seat in the JSON. */
export interface RawSeat {
  fp: number;
  sp: number;
  score: number | null;
  steaks: number;
  fights: number;
  tribe: number;
  finished: boolean;
  board: string;
  pool: string[];
  held: string[];
  used: string[];
  gone: string[];
  laid: string[];
  old: string[][];
  bears: string[];
  token: Record<string, string | null>;
  /** What a bear pays on each square, while somebody might put one. */
  bears_pay: Record<string, number>;
}

/** One printed side of a half board. */
export interface RawHalf {
  /** "F3 F2 P1 P2", from the top. */
  rows: string[];
  caves: string[];
  falls: string[];
}

/** By how a move begins that lays a tile now ("lay:", "bon:B="): food by square, shelter by cave. */
export type Pays = Record<string, Record<string, number>>;

export interface RawView {
  phase: Phase;
  players: number;
  first: number;
  seat: number;
  final: boolean;
  stack_size: number;
  steak_supply: number;
  bear_supply: number;
  steak_food: number[];
  /** Numbers of the pack, and what was agreed on. */
  camp_shelter: number;
  fight_tokens: number;
  pool_size: number;
  convert: 'all' | 'any';
  abandoned: 'forbidden' | 'ignored';
  /** The printed half boards, by the names of which a seat's `board` is made: "L1A+R2B". */
  halves: Record<string, RawHalf>;
  common: string[];
  fight_on: Record<string, number[]>;
  bonuses: string;
  token_used: boolean;
  permit: boolean;
  starting: boolean;
  entering: { cave: string; token: string | null } | null;
  laying: string | null;
  pays: Pays;
  p1: RawSeat;
  p2: RawSeat;
  p3?: RawSeat;
  p4?: RawSeat;
}

export interface Tile {
  /** "HF1": two scenes and the copy. */
  id: string;
  scenes: [Scene, Scene];
  /** Places at the table (0 to 3) whose Fight tokens lie on it. */
  fights: number[];
}

/** A tile that lies: its first scene on the first square. */
export interface Laid {
  id: string;
  scenes: [Scene, Scene];
  at: [string, string];
  /** Of a tribe that was left behind. */
  old: boolean;
}

export interface Square {
  name: string;
  forest: boolean;
  food: number;
}

export type Edge = 'T' | 'B' | 'L' | 'R';
export type Corner = 'NW' | 'NE' | 'SW' | 'SE';

export interface Cave {
  /** "k1" */
  name: string;
  edge: Edge;
  /** The only square that touches it. */
  gate: string;
  /** Shelter with its token, and without. */
  high: number;
  low: number;
}

export interface Fall {
  /** "w1" */
  name: string;
  corner: Corner;
}

export interface Seat {
  /** "p1" */
  code: string;
  /** 0 to 3. */
  place: number;
  food: number;
  shelter: number;
  steaks: number;
  fights: number;
  finished: boolean;
  /** False before the valley is dealt. */
  dealt: boolean;
  squares: Square[];
  caves: Cave[];
  falls: Fall[];
  pool: Tile[];
  held: Scene[];
  used: Scene[];
  laid: Laid[];
  bears: string[];
  /** Mountain tokens on k1 … k6, w1, w2. */
  tokens: Record<string, Scene | null>;
  /** What a bear would pay, by square. */
  bearsPay: Record<string, number>;
}

export interface View {
  phase: Phase;
  seats: Seat[];
  /** Places at the table: who began, whose turn it is. */
  first: number;
  turn: number;
  final: boolean;
  stack: number;
  steaks: number;
  bears: number;
  /** What 1, 2, 3 … steaks give; the last number holds for more. */
  steakFood: number[];
  campShelter: number;
  /** Fight tokens of a seat. */
  fightTokens: number;
  poolSize: number;
  /** May a Hunt turn some of the steaks into food, or all or none? */
  convert: 'all' | 'any';
  /** May tiles touch an abandoned tribe? */
  abandoned: 'forbidden' | 'ignored';
  common: Tile[];
  bonuses: Scene[];
  tokenUsed: boolean;
  /** Picking may lie on plains for the rest of this turn. */
  permit: boolean;
  entering: string | null;
  /** While Fight tokens on it are ordered. */
  laying: Laid | null;
  pays: Pays;
}
