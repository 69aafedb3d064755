// Sentences of the games, made a little more personal: people instead of seats.
import { pageOf, wordsOf } from '../games/pages';
import type { SeatInfo } from '../lib/seats';
import type { Move, Step, Told } from '../lib/wire';

export interface Sentence {
  /** Whose name stands at the beginning, if anybody's. */
  name: string;
  text: string;
  /** The rule that made it happen, where one is known. */
  rule?: string;
}

/** What the game calls each seat ("White", "West"), as far as it has said so. */
export function namesOf(game: string, step: Step | null | undefined): Record<string, string> {
  const scores = step?.over?.scores ?? step?.scores;
  if (scores) return Object.fromEntries(scores.map((score) => [score.seat, score.name]));
  return (step && pageOf(game).names?.(step)) ?? {};
}

/** The name as sentences use it: in teams the standing says more, "White, south-west". */
const short = (name: string | undefined) => name?.split(',')[0];

/** One entry of the story as sentences. The game's name of a seat at the head of a sentence gives way to the person's,
 * unless the game keeps it. */
export function sentencesOf(game: string, told: Told, seats: SeatInfo[], names: Record<string, string>): Sentence[] {
  return told.sentences.map((text, i) => {
    const event = told.sentences.length === told.events.length ? told.events[i] : undefined;
    const rule = event ? pageOf(game).rules?.[event.kind] : undefined;
    const place = typeof event?.seat === 'number' ? event.seat : undefined;
    const seat = seats.find((one) => (place === undefined ? one.seat === told.seat : one.colour === place));
    const said = seat ? short(names[seat.seat]) : undefined;
    const sentence: Sentence = rule ? { name: '', text, rule } : { name: '', text };
    if (!seat || !said || !text.startsWith(`${said} `) || (place === undefined && said.length === 1)) return sentence;
    return { ...sentence, name: pageOf(game).keepsNames ? said : seat.name, text: text.slice(said.length) };
  });
}

/** A move for the list: without its subject, which is always me, and without the full stop. */
export function moveWords(game: string, move: Move, step: Step, mine: string | undefined): string {
  const words = wordsOf(game, move, step).replace(/\.$/, '');
  const said = short(mine);
  if (!said || !words.startsWith(`${said} `)) return words;
  const rest = words.slice(said.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
