// The view of tribes as the server writes it (src/games/tribes/tribes_json.c).

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
export type Letter = string;

export interface RawSeat {
  land: string;
  levels: string;
  shells: number;
  points: number | null;
  reserve: number;
  arrow: boolean;
  stones: number;
  /** "c3 d3": where land could be laid. */
  border: string;
  /** "1.1:+ 2.3:+?-" */
  needs: string;
  strongest: boolean;
  weakest: boolean;
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
  /** In shells, for each tile of the row. */
  prices: number[];
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
  /** What each kind of land is called. */
  kinds: Record<Resource, string>;
  tracks: Record<Track, { values: number[]; points: number[] }>;
  end_events: number;
  most_members: number;
  most_land: number;
}
