// A story as moments that are shown one after another, and how long each of them stands. It knows no game: a game's
// page may say which kinds of events want more or less time (GamePage.moments).
import type { GameEvent, Past, SeatCode, Told } from '../wire';

/** How fast things are shown: Slow, Natural, At once. */
export type Pace = 'slow' | 'natural' | 'once';
export const PACES: readonly Pace[] = ['slow', 'natural', 'once'];

/** How much time a kind of event wants: it stands until it was taken in, passes by, or is not shown at all. */
export type Weight = 'hold' | 'short' | 'skip' | 'plain';
export type Wants = Readonly<Record<string, 'hold' | 'short' | 'skip'>>;

/** What is said at a time. */
export interface Beat {
  kind: string;
  weight: Weight;
  sentences: string[];
  /** The first event that it tells of, where each sentence has its own. */
  event: GameEvent | null;
}

/** One move of the story with the table as it was after it, where that is known. */
export interface Moment {
  told: Told;
  beats: Beat[];
  isMine: boolean;
  view: Pick<Past, 'view' | 'scores'> | null;
}

/** Milliseconds. */
const STAY: Record<Pace, Record<Weight, number>> = {
  slow: { hold: 2000, plain: 1500, short: 900, skip: 0 },
  natural: { hold: 1200, plain: 800, short: 450, skip: 0 },
  once: { hold: 0, plain: 0, short: 0, skip: 0 },
};
/** Reading takes so long a letter, and nothing stands for longer than that. */
const READ: Record<Pace, number> = { slow: 26, natural: 13, once: 0 };
const LONGEST = 3600;
/** Before a computer's move is shown: nobody answers before one has seen one's own move land. */
export const THINKS: Record<Pace, number> = { slow: 900, natural: 600, once: 0 };
/** One's own move lands before anything else happens. */
export const LANDS: Record<Pace, number> = { slow: 400, natural: 300, once: 0 };
/** Between the last move and the result. */
export const QUIET: Record<Pace, number> = { slow: 900, natural: 900, once: 0 };

/** Letters that are read at one glance: events of the same kind are told together up to here. */
const GLANCE = 140;

export function stays({ weight, sentences }: Beat, pace: Pace): number {
  const least = STAY[pace][weight];
  if (weight === 'skip' || weight === 'short') return least;
  return Math.max(least, Math.min(LONGEST, READ[pace] * sentences.join(' ').length));
}

function weightOf(kind: string, told: Told, wants: Wants): Weight {
  return wants[kind] ?? (told.seat === '*' ? 'short' : 'plain');
}

/** What a move is told in: a caption for each thing that happened, alike ones together. */
export function beatsOf(told: Told, wants: Wants): Beat[] {
  const { sentences, events } = told;
  if (!sentences.length) return [];
  if (sentences.length !== events.length) {
    const kind = events.map((event) => event.kind).find((one) => wants[one]) ?? events[0]?.kind ?? '';
    const weight = weightOf(kind, told, wants);
    return weight === 'skip' ? [] : [{ kind, weight, sentences: [...sentences], event: null }];
  }
  const beats: Beat[] = [];
  events.forEach((event, i) => {
    const { kind } = event;
    const weight = weightOf(kind, told, wants);
    if (weight === 'skip') return;
    const last = beats.at(-1);
    const sentence = sentences[i]!;
    // What is held is looked at one by one.
    if (last?.kind === kind && weight !== 'hold' && last.sentences.join(' ').length + sentence.length < GLANCE)
      last.sentences.push(sentence);
    else beats.push({ kind, weight, sentences: [sentence], event });
  });
  return beats;
}

/** The moments of a story. My own moves are seen at once; of them only what the game wants to hold is told. So is what
 * chance did to them when I am asked right after. */
export function momentsOf(story: readonly Told[], me: SeatCode | null, wants: Wants, isAsked: boolean): Moment[] {
  const lastOther = story.findLastIndex((told) => told.seat !== '*' && told.seat !== me);
  let afterMine = false;
  return story.map((told, i) => {
    if (told.seat !== '*') afterMine = me !== null && told.seat === me;
    const isMine = afterMine && (told.seat !== '*' || (isAsked && i > lastOther));
    const beats = beatsOf(told, wants);
    return { told, isMine, beats: isMine ? beats.filter((beat) => beat.weight === 'hold') : beats, view: null };
  });
}

/** Without what chance did before anybody could decide: cards that were dealt, tiles that were laid out. */
export function sinceFirstDecision(story: readonly Told[]): Told[] {
  const first = story.findIndex((told) => told.seat !== '*');
  return first < 0 ? [] : story.slice(first);
}

/** More than this is not shown again to somebody who comes back. */
const ROUND_MOST = 24;

/** What happened since my last move; at a table where I have not moved yet, since the first decision. */
export function lastRound(story: readonly Told[], me: SeatCode | null): Told[] {
  const mine = me === null ? -1 : story.findLastIndex((told) => told.seat === me);
  return (mine >= 0 ? story.slice(mine + 1) : sinceFirstDecision(story)).slice(-ROUND_MOST);
}
