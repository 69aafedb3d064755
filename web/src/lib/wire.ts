// What travels between page and server, as types: made by scripts/wire.mjs from docs/wire.json.

/** A number or a short text; the direct answer carries it back. */
export type Id = number | string;

export type TableId = string;

/** What opens a seat: 128 random bits. */
export type Key = string;

/** SHA-256, or as many random bytes, as hexadecimal digits. */
export type Hash = string;

/** "p1" to "p4". */
export type SeatCode = string;

/** Whose move is told; "*" is chance. */
export type Teller = string;

export type Count = number;

export interface Move {
  /** Notation: what is sent. */
  m: string;
  /** The things one points at, in order, to mean the move. */
  touch: string[];
  /** The heading of `groups` that it stands under; there with words, where the game has any. */
  group?: Count;
  /** There when hello asked for words. */
  words?: string;
}

/** What of the listener's own a piece of somebody else could take if it were that one's turn now. */
export interface Danger {
  /** The piece, as one touches it. */
  by: string;
  /** What it could take. */
  at: string[];
  words: string;
}

/** What happened, with the game's own numbers as named arguments; what may not be heard is left out. */
export interface GameEvent {
  kind: string;
  [name: string]: unknown;
}

/** One move of the story. */
export interface Told {
  step: Count;
  seat: Teller;
  move: string;
  /** Where it helps, what the move's notation does not say. */
  note?: string;
  sentences: string[];
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

/** The standing as far as the listener may know; null where the game shows none before the end. */
export type Scores = Score[] | null;

export interface Over {
  winners: SeatCode[];
  /** The winners share a draw, not a victory. */
  draw: boolean;
  reason: string;
  ranks: number[];
  payoffs: number[];
  scores: Scores;
}

export type SeatKind = 'open' | 'reserved' | 'person' | 'bot';

export interface Seat {
  seat: SeatCode;
  kind: SeatKind;
  /** An open seat has none. */
  name?: string;
  bot?: string;
  /** Of a person: somebody listens. */
  here?: boolean;
  /** Of a person, before play. */
  ready?: boolean;
  /** A computer that plays for a person. */
  standin?: string;
  /** … because the person has missed too many moves, until they sit down again. */
  away?: true;
  /** Moves in a row whose time ran out: a computer made them. */
  missed?: Count;
}

/** Somebody who is no longer there. */
export interface LeftSeat {
  seat: SeatCode;
  name: string;
  how: 'left' | 'resigned';
}

export type Allowed = 'allow' | 'never';

export type ClockTerms =
  | { kind: 'none' }
  | { kind: 'move'; seconds: Count }
  | { kind: 'game'; seconds: Count; increment: Count }
  | { kind: 'days'; days: Count };

export interface Clock {
  /** Seconds, when it was sent. */
  left: number;
  running: boolean;
}

export type Status = 'waiting' | 'running' | 'over' | 'aside';

/** What everybody may know of chance (docs/fair.md). */
export interface Fair {
  version: number;
  commitment: Hash;
  pledges: Record<string, Hash>;
  /** Hash of both, once everybody sits. */
  seal?: Hash;
  /** While shares are being opened: who has yet to, and the seconds until play begins without them. */
  unopened?: SeatCode[];
  left?: number;
  /** Once play has begun. */
  shares?: Record<string, string>;
  withheld?: SeatCode[];
  /** After the end. */
  seed?: Hash;
}

/** What anybody with the link may know (GET /api/tables/ID). */
export interface TableInfo {
  table: TableId;
  game: string;
  name: string;
  status: Status;
  /** Why it cannot be restored, or was ended. */
  why?: string;
  seats: Seat[];
  /** Who opened the table, when that is a seat. */
  opener_seat?: SeatCode;
  /** Who has left for good, or given up. */
  left: LeftSeat[];
  options: Record<string, string>;
  pack: string;
  public: boolean;
  watch: 'public' | 'none';
  hints: Allowed;
  /** By wish. */
  standins: Allowed;
  takeback: Allowed;
  clock: ClockTerms;
  /** Does chance take part with these terms? */
  chance: boolean;
  /** Nobody is here for whom to play: clocks stand, computers wait. */
  paused?: true;
  /** Play does not begin from the game's own start. */
  position?: true;
  /** Play was begun elsewhere, and goes on from its log; whoever began it knows the seed. */
  brought?: true;
  steps: Count;
  made: Count;
  /** Not in the list of tables. */
  fair?: Fair;
}

export interface GameOption {
  /** For notation; people read the title. */
  name: string;
  title: string;
  about: string;
  default: string;
  /** What a new table is offered with, where that is not the default. */
  offer?: string;
  choices?: string[];
  /** What each choice means. */
  phrases?: string[];
  /** For each choice the numbers of seats that it can be with; missing: all. */
  choice_seats?: number[][];
  min?: number;
  max?: number;
}

export interface Bot {
  name: string;
  about: string;
}

export interface Pack {
  id: string;
  name: string;
  hash: Hash;
}

export interface GameInfo {
  id: string;
  name: string;
  /** Empty where the rulebook names nobody. */
  designer: string;
  about: string;
  /** Their version. */
  rules: Count;
  seats: number[];
  seats_usual: Count;
  /** Does a seat know what others must not? */
  secrets: boolean;
  options: GameOption[];
  packs: Pack[];
  bots: Bot[];
}

/** Without an increment it is 0. */
export type ClockWish =
  | { kind: 'none' }
  | { kind: 'move'; seconds: Count }
  | { kind: 'game'; seconds: Count; increment?: Count }
  | { kind: 'days'; days: Count };

export interface SeatWish {
  kind: 'me' | 'open' | 'reserved' | 'bot';
  bot?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string>;
  /** Options that are not named are what the game offers. */
  offered?: boolean;
  pack?: string;
  public?: boolean;
  watch?: 'public' | 'none';
  hints?: Allowed;
  standins?: Allowed;
  takeback?: Allowed;
  clock?: ClockWish;
  /** The game's own, as in an acceptance case. */
  position?: unknown;
  /** The log of a play that goes on here. */
  log?: string;
  pledge?: Hash;
  /** Of the caller. */
  name?: string;
  /** false: the caller will say `ready`. Missing: true. */
  ready?: boolean;
}

export interface SeatKey {
  seat: SeatCode;
  key: Key;
  link: string;
}

export interface TakenSeat extends SeatKey {
  table: TableId;
}

export interface MadeTable {
  table: TableId;
  seats: SeatKey[];
  /** The key of who opened it, when that is no seat's. */
  opener?: Key;
  fair: Fair;
}

/** A play to be looked back upon; names and you: what people are called, and who reads it. */
export interface NewReview {
  log: string;
  depth?: 'quick' | 'usual' | 'deep';
  seed?: Count;
  names?: string[];
  you?: SeatCode;
}

export interface ReviewState {
  review: Key;
  state: 'working' | 'done' | 'stopped';
  /** Steps that were looked at, of so many. */
  done: Count;
  steps: Count;
  /** Those behind since, 48 at most: steps of docs/review.md. */
  news?: Record<string, unknown>[];
}

/** What could have come, with its odds. */
export interface Outcome {
  move: string;
  weight: Count;
}

/** A draw of chance: the move, its number among the draws, and all that could have come. */
export interface Draw {
  step: Count;
  move: string;
  draw: Count;
  outcomes: Outcome[];
}

/** What the host tells everybody. */
export interface Notice {
  /** null: there is nothing (any more). */
  text: string | null;
  at?: Count;
  /** No new tables are made. */
  drain: boolean;
}

/** Why a request was not done. */
export interface Refused {
  error: { code: string; why: string };
}

export type MessageName =
  | 'hello'
  | 'sit'
  | 'name'
  | 'ready'
  | 'open'
  | 'rise'
  | 'move'
  | 'why'
  | 'undo'
  | 'consent'
  | 'hint'
  | 'chat'
  | 'resign'
  | 'standin'
  | 'computer'
  | 'begin'
  | 'rematch'
  | 'look'
  | 'ping';

export type NoCode =
  | 'rule'
  | 'ask'
  | 'turn'
  | 'over'
  | 'seat'
  | 'key'
  | 'table'
  | 'waiting'
  | 'undo'
  | 'hush'
  | 'rate'
  | 'size'
  | 'form'
  | 'keep'
  | 'busy'
  | 'off';

/** Who sits here, and what of it the listener may know. */
export interface TableMessage extends TableInfo {
  t: 'table';
  id?: Id;
  /** null for a watcher. */
  me: SeatCode | null;
  /** Whether the listener opened the table, and may begin. */
  opener: boolean;
  watchers: Count;
  clocks?: Record<string, Clock>;
  thinking: SeatCode[];
  rematch?: TableId;
  /** Who has asked for it. */
  rematch_by?: SeatCode;
  /** Of the listener's seat at the rematch. */
  key?: Key;
}

/** The whole picture after some moves, as one listener may know it. */
export interface Step<V = any> {
  t: 'step';
  id?: Id;
  table: TableId;
  /** Moves made so far, chance included; after an undo it is smaller. */
  step: Count;
  /** The last step the listener knew: the story tells since + 1 … step. */
  since: Count;
  /** Of the story: another number after every undo; missing until there was one. */
  edition?: Count;
  /** After an undo: the story begins anew. */
  undone?: true;
  /** What never changes during this play, and views leave out: with the first step after sit, and after hello. */
  printed?: Record<string, unknown>;
  view: V;
  story: Told[];
  asked: SeatCode[];
  /** The listener's open question; 0: none. */
  ask: Count;
  /** What the listener is asked, in one sentence; null: nothing. */
  question: string | null;
  moves: Move[];
  /** Headings for a list of moves, in their order; those without a move among them. */
  groups?: string[];
  /** What others could take next; there with words, when there are moves, in games where pieces are taken. */
  dangers?: Danger[];
  /** How many moves an undo would take back. */
  undoable: Count;
  /** Chat is locked. */
  hush: boolean;
  scores: Scores;
  over: Over | null;
}

/** The table as it was after step n. */
export interface Past<V = any> {
  t: 'past';
  id?: Id;
  table: TableId;
  step: Count;
  steps: Count;
  view: V;
  story: Told[];
  scores: Scores;
}

export interface No {
  t: 'no';
  id?: Id;
  /** As it was asked for, right or wrong. */
  table?: string;
  of?: MessageName;
  ask?: Count;
  code: NoCode;
  /** The rule of the game that forbids it. */
  rule?: string;
  /** Too often: in so many milliseconds it may be said again. */
  again?: Count;
  why: string;
}

export interface Why {
  t: 'why';
  id?: Id;
  table: TableId;
  move: string;
  can: boolean;
  /** When it cannot. */
  rule?: string;
  /** When it can: the move in words. */
  why: string;
}

export interface ChatLine {
  t: 'chat';
  table: TableId;
  seat: SeatCode;
  name: string;
  text: string;
  /** Seconds since 1970. */
  at: Count;
}

/** Somebody would like to take back; in the end how it ended. */
export interface Wish {
  t: 'wish';
  table: TableId;
  /** Its number. */
  wish: Count;
  seat: SeatCode;
  moves?: Count;
  ended?: 'granted' | 'refused' | 'moved';
}

export interface Hint {
  t: 'hint';
  id?: Id;
  table: TableId;
  ask: Count;
  words: string;
  move: string;
  /** What the computer expects, usually from 0 to 1; null: it has no opinion. */
  worth: number | null;
  ideas: { m: string; worth: number; visits: Count }[];
  /** How it may go on. */
  course: string[];
}

export interface NoticeMessage extends Notice {
  t: 'notice';
}

export type FromServer =
  | {
      t: 'hello';
      id?: Id;
      server: string;
      wire: 5;
      /** Changes when the server was restarted. */
      boot: string;
    }
  | { t: 'ok'; id: Id; table: TableId; of: MessageName }
  | TableMessage
  | Step
  | Past
  | No
  | Why
  | ChatLine
  | Wish
  | Hint
  | { t: 'gone'; table: TableId; why: string }
  | NoticeMessage
  | {
      t: 'bye';
      why: string;
      /** Come back in so many seconds. */
      again?: Count;
      /** Do not come back. */
      code?: 'banned';
    }
  | { t: 'pong'; id?: Id };

export type ToServer =
  | { t: 'hello'; id?: Id; lang?: string; words?: boolean }
  | {
      t: 'sit';
      id?: Id;
      table: TableId;
      key?: Key;
      since?: Count;
      /** Of the story that is known until `since`, as the last step had it. */
      edition?: Count;
      name?: string;
      pledge?: Hash;
      /** false: sitting down does not yet mean to be ready; `ready` will say it. */
      ready?: boolean;
    }
  | { t: 'name'; id?: Id; table: TableId; name: string }
  | {
      t: 'ready';
      id?: Id;
      table: TableId;
      /** Missing: true. */
      ready?: boolean;
    }
  | { t: 'open'; id?: Id; table: TableId; share: Hash }
  | { t: 'rise'; id?: Id; table: TableId }
  | {
      t: 'move';
      id?: Id;
      table: TableId;
      /** 0: a move without being asked. */
      ask: Count;
      move: string;
    }
  | { t: 'why'; id?: Id; table: TableId; move: string }
  | { t: 'undo'; id?: Id; table: TableId }
  | {
      t: 'consent';
      id?: Id;
      table: TableId;
      /** The number of the wish. */
      wish: Count;
      yes: boolean;
    }
  | { t: 'hint'; id?: Id; table: TableId; ask: Count }
  | { t: 'chat'; id?: Id; table: TableId; text: string }
  | { t: 'resign'; id?: Id; table: TableId }
  | {
      t: 'standin';
      id?: Id;
      table: TableId;
      /** null: take the seat back. */
      bot: string | null;
    }
  | { t: 'computer'; id?: Id; table: TableId; seat: SeatCode; bot?: string }
  | {
      t: 'begin';
      id?: Id;
      table: TableId;
      bot?: string;
      /** Without those who are not ready, and the shares that are missing. */
      without?: boolean;
    }
  | { t: 'rematch'; id?: Id; table: TableId; pledge?: Hash }
  | {
      t: 'look';
      id?: Id;
      table: TableId;
      step: Count;
      /** As somebody sees it who only watches. */
      public?: boolean;
    }
  | { t: 'ping'; id?: Id };
