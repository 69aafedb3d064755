// What is on the table of spears: as the server tells it, and as the board reads it.
import type { SeatCode, Step } from '../../lib/wire';

export type Time = 'day' | 'night';
export type Resource = 'meat' | 'bone' | 'trophy';
export const RESOURCES: readonly Resource[] = ['meat', 'bone', 'trophy'];
export type UnitType = 'hunter' | 'gatherer' | 'warrior' | 'healer' | 'ambusher';
export type Role = 'chief' | 'shaman' | 'seer' | 'flutist';
export type Names = Record<string, string>;

export type UnitCard = [code: string, cost: number, power: number, level: number, berry: number, names?: Names];
export type PreyCard = [
  time: Time,
  power: number,
  level: number,
  meat: number,
  bone: number,
  trophy: number,
  berry: number,
  vigor: number,
  names?: Names,
];
export type EnemyCard = [power: number, level: number, names?: Names];
export type Pair = [number, number];

/** The view as it travels. Keys of seats are letters of tribes, or p1 … while these are not drawn. */
export interface SpearsView {
  phase: string;
  turn_number: number;
  vigor: number;
  time: Time;
  step: number;
  second: boolean;
  seats: string;
  order: string;
  row: string;
  unseen: string;
  queue: string;
  banned: string;
  banned_last_turn: string;
  obliged: string;
  obliged_last_turn: string;
  blocked: string;
  chased: number;
  enemy: string;
  units: Record<string, string>;
  own: Record<string, string>;
  total: Record<string, string>;
  hand: Record<string, string>;
  team: Record<string, string>;
  goal: Record<string, string>;
  placed: Record<string, string>;
  sent: Record<string, string>;
  berries: Record<string, number>;
  reveal: string;
  rounds: Record<string, string>[];
  value: Record<'hunt' | 'block' | 'fight' | 'def', Pair | null>;
  action: {
    kind: 'none' | 'hunt' | 'fight' | 'defence';
    prey?: string;
    active?: string;
    against?: string;
    supporter?: string;
    supporter_against?: string;
    hunter?: string;
    taken?: boolean;
    picked?: string;
    reaction?: Record<string, string>;
  };
  contest: null | WireContest;
  sacrifice: null | {
    payer: string;
    level: number;
    from: string;
    chosen: string;
    healer: string;
    healed: Record<string, number>;
  };
  limits: {
    berries: number;
    vigor: number;
    fight: number;
    /** What each team needs: of its goals in turn, or of anything. */
    needs: Record<string, [of: 'goal' | 'any', ...each: number[]]>;
    /** Of the order tokens, "-" where there is none. */
    roles: string;
  };
  cards: { units: Record<string, UnitCard[]>; prey: PreyCard[]; enemies: EnemyCard[]; values: number[] };
  over: boolean;
  winners: string | null;
  /** When all is over: who was in each team, what it had and needed. */
  teams?: { team: string; seats: string; won: boolean; counts: [what: string, had: number, needed: number][] }[];
  unused_goals?: string;
}

export type ContestKind = 'hunt' | 'block' | 'fight' | 'defence';
export type Outcome = 'won' | 'tied' | 'lost' | 'unfought';
export type WirePart = [owner: string, code: string, adds: number, why: 'power' | 'warrior' | 'ambusher' | 'paid'];

/** What is added up, as the rules do it: the running contest, or the last one. */
export interface WireContest {
  kind: ContestKind;
  prey?: string;
  sides: [WireSide, WireSide];
  /** Units are being chosen: by whom, for which side, how many more, and what each adds, not paid for and paid for. */
  chain: null | { seat: string; side: 0 | 1; most: number; adds: Record<string, Pair> };
  /** What the cards may still add. */
  open: null | { own: Pair; others: Pair };
  /** For the first side. Without anybody to fight nothing was compared. */
  result: null | { outcome: Outcome; first?: number; second?: number; cards?: number };
}

/** Units with their parts, or a prey or an enemy that has to be beaten. */
export interface WireSide {
  seats?: string[];
  parts?: WirePart[];
  prey?: string;
  enemy?: string;
  total: number;
  /** Do the cards count here? */
  cards: boolean;
}

export type SpearsStep = Step<SpearsView>;

export interface Unit {
  code: string;
  type: UnitType;
  cost: number;
  power: number;
  level: number;
  berry: number;
  names: Names | null;
  state: 'deck' | 'active' | 'turned';
  /** Takes part in the running action. */
  sent: boolean;
  /** Chosen to be given up. */
  given: boolean;
  /** Levels added by Healers in the running sacrifice. */
  healed: number;
  /** What one touches to mean it, on the table and in the deck. */
  touch: string;
  deckTouch: string;
}

export interface Prey {
  id: string;
  time: Time;
  power: number;
  level: number;
  meat: number;
  bone: number;
  trophy: number;
  berry: number;
  vigor: boolean;
  names: Names | null;
  touch: string;
}

export interface Enemy {
  id: string;
  power: number;
  level: number;
  names: Names | null;
}

export type Reaction = { kind: 'none' | 'pass' | 'block' } | { kind: 'support'; whom: string };

export interface Tribe {
  key: string;
  seat: SeatCode;
  /** 0 … 3: place at the table, and with it colour, hand and shape. */
  place: number;
  /** 1 … 4: order token; 0 while they are not drawn. */
  token: number;
  role: Role | null;
  berries: number;
  units: Unit[];
  pile: Prey[];
  total: Record<Resource, number>;
  /** null: not mine to see. */
  hand: number[] | null;
  handSize: number;
  team: string | null;
  goals: Resource[] | null;
  /** Has a card been placed in the running round? Its value, where it may be seen. */
  placed: boolean;
  placedValue: number | null;
  banned: boolean;
  obliged: boolean;
  hasBlocked: boolean;
  reaction: Reaction;
}

export interface Round {
  /** Sorted: nobody learns whose card is whose. */
  reveal: number[];
  /** Cards whose owners this view knows, by key. */
  known: Record<string, number>;
}

export interface Action {
  kind: 'hunt' | 'fight' | 'defence';
  prey: Prey | null;
  active: string;
  against: string | null;
  supporter: string | null;
  supporterAgainst: string | null;
  hunter: string | null;
  taken: boolean;
  picked: string | null;
}

export interface Contest extends Omit<WireContest, 'prey'> {
  prey: Prey | null;
  enemy: Enemy | null;
}

export interface Sacrifice {
  payer: string;
  level: number;
  from: string[];
  chosen: string[];
  healer: string | null;
}

export interface Table {
  phase: string;
  turn: number;
  vigor: number;
  time: Time;
  /** 1 …: place in the order of whose step it is. */
  step: number;
  second: boolean;
  tribes: Tribe[];
  /** Keys in the order of the tokens. */
  order: string[];
  row: (Prey | null)[];
  unseen: Prey[];
  queue: Prey[];
  enemy: Enemy | null;
  enemies: Enemy[];
  rounds: Round[];
  action: Action | null;
  contest: Contest | null;
  limits: SpearsView['limits'];
  sacrifice: Sacrifice | null;
  /** Values of one player's action cards. */
  values: number[];
  over: boolean;
  winners: string[] | null;
}
