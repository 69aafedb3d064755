// Sentences of the games, as the page sets them.
import { pageOf, wordsOf } from '../games/pages';
import { t } from '../lib/i18n.svelte';
import type { SeatInfo } from '../lib/seats';
import type { Move, SeatCode, Step, Told } from '../lib/wire';

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

/** One entry of the story as sentences. Names and "you" are in them already; a name at the head is set apart. */
export function sentencesOf(game: string, told: Told, seats: SeatInfo[], me: SeatCode | null): Sentence[] {
  return told.sentences.map((text, i) => {
    const event = told.sentences.length === told.events.length ? told.events[i] : undefined;
    const rule = event ? pageOf(game).rules?.[event.kind] : undefined;
    const name = [...seats.map((seat) => seat.name), ...(me ? [t('You')] : [])].find((one) =>
      text.startsWith(`${one} `),
    );
    return { name: name ?? '', text: name ? text.slice(name.length) : text, ...(rule ? { rule } : {}) };
  });
}

/** A move for the list, without a full stop. */
export function moveWords(game: string, move: Move, step: Step): string {
  return wordsOf(game, move, step).replace(/\.$/, '');
}
