// What travels between page and server: docs/wire.md, as types.

/** "p1" to "p4". */
export type SeatCode = string;

export interface Move {
  /** Notation: what is sent. */
  m: string;
  /** The things one points at, in order, to mean the move. */
  touch: string[];
  words?: string;
}

export interface GameEvent {
  kind: string;
  [argument: string]: unknown;
}

export interface Told {
  n: number;
  /** "*" is chance. */
  seat: SeatCode | '*';
  move: string;
  lines: string[];
  events: GameEvent[];
}

export interface ScorePart {
  name: string;
  points: number;
}

export interface Score {
  seat: SeatCode;
  name: string;
  /** null where the game counts no points. */
  score: number | null;
  parts: ScorePart[];
}

export interface Over {
  winners: SeatCode[];
  reason: string;
  ranks: number[];
  payoffs: number[];
  scores: Score[] | null;
}

/** The whole picture after some moves, as one listener may know it. V is the game's view. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Step<V = any> {
  t: 'step';
  table: string;
  n: number;
  from: number;
  undone?: boolean;
  view: V;
  story: Told[];
  asked: SeatCode[];
  ask: number;
  moves: Move[];
  undo: number;
  hush: boolean;
  scores: Score[] | null;
  over: Over | null;
}

export type SeatKind = 'open' | 'reserved' | 'person' | 'bot';

export interface SeatInfo {
  seat: SeatCode;
  kind: SeatKind;
  name: string;
  /** 0 to 3, the place at the table: p1 is 0. */
  colour: number;
  bot?: string;
  here?: boolean;
  /** A computer that plays for a person. */
  standin?: string;
}

export type ClockTerms =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'game'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export type Status = 'waiting' | 'running' | 'over' | 'aside';

export interface TableInfo {
  table: string;
  game: string;
  name: string;
  status: Status;
  seats: Omit<SeatInfo, 'colour'>[];
  options: Record<string, string>;
  pack: string;
  public: boolean;
  watch: 'public' | 'none';
  undo: 'allow' | 'never';
  clock: ClockTerms;
  steps: number;
  made: number;
  /** Play does not begin from the game's own start. */
  position?: boolean;
  why?: string;
}

/** What everybody may know of chance (docs/fair.md). */
export interface Fair {
  version: number;
  commitment: string;
  pledges: Record<SeatCode, string>;
  /** Of both, once everybody sits. */
  round?: string;
  /** While shares are being opened: who has yet to, and the seconds until play begins without them. */
  opening?: SeatCode[];
  left?: number;
  /** Once play has begun. */
  shares?: Record<SeatCode, string>;
  withheld?: SeatCode[];
  seed?: string;
}

export interface TableMessage extends TableInfo {
  t: 'table';
  me: SeatCode | null;
  host: boolean;
  fair?: Fair;
  watchers: number;
  clocks?: Record<SeatCode, { left: number; running: boolean }>;
  thinking: SeatCode[];
  rematch?: string;
  key?: string;
}

export type NoCode =
  | 'rule' | 'ask' | 'turn' | 'over' | 'seat' | 'key' | 'table' | 'waiting' | 'undo' | 'hush'
  | 'rate' | 'size' | 'form' | 'keep' | 'busy' | 'off';

export interface No {
  t: 'no';
  id?: number | string;
  table?: string;
  of?: string;
  ask?: number;
  code: NoCode;
  rule?: string;
  why: string;
}

export interface Why {
  t: 'why';
  id?: number | string;
  table: string;
  move: string;
  can: boolean;
  rule?: string;
  why?: string;
}

export interface ChatLine {
  t: 'chat';
  table: string;
  /** Missing or null: somebody who watches. */
  seat?: SeatCode | null;
  name: string;
  text: string;
  at: number;
}

export interface Wish {
  t: 'wish';
  table: string;
  undo: number;
  seat: SeatCode;
  moves?: number;
  ended?: 'granted' | 'refused' | 'moved';
}

export interface Hint {
  t: 'hint';
  table: string;
  ask: number;
  move: string;
  words?: string;
  worth?: number;
  ideas?: { m: string; worth: number; visits: number }[];
  line?: string[];
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Past<V = any> {
  t: 'past';
  table: string;
  n: number;
  of: number;
  view: V;
  story: Told[];
  scores: Score[] | null;
}

export type FromServer =
  | { t: 'hello'; id?: number | string; server: string; wire: number; boot: string }
  | TableMessage
  | Step
  | Past
  | No
  | Why
  | ChatLine
  | Wish
  | Hint
  | { t: 'gone'; table: string; why: string }
  | { t: 'notice'; text: string | null; at?: number; drain: boolean }
  | { t: 'bye'; why: string; again?: number; code?: 'banned' }
  | { t: 'ok'; id: number | string; table: string; of: string }
  | { t: 'pong'; id?: number | string };

export type ToServer =
  | { t: 'hello'; lang: string; words: boolean }
  | { t: 'sit'; table: string; key?: string; since?: number; name?: string; pledge?: string }
  | { t: 'open'; table: string; share: string }
  | { t: 'rise'; table: string }
  | { t: 'move'; table: string; ask: number; move: string }
  | { t: 'why'; table: string; move: string }
  | { t: 'undo'; table: string }
  | { t: 'consent'; table: string; undo: number; yes: boolean }
  | { t: 'hint'; table: string; ask: number }
  | { t: 'chat'; table: string; text: string }
  | { t: 'resign'; table: string }
  | { t: 'standin'; table: string; bot: string | null }
  | { t: 'begin'; table: string; bot?: string; without?: boolean }
  | { t: 'rematch'; table: string; pledge?: string }
  | { t: 'look'; table: string; step: number }
  | { t: 'ping' };
