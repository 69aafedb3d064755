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

/** A sentence with the name at its head set apart. Names and "you" are in it already. */
export function setApart(text: string, seats: readonly SeatInfo[], me: SeatCode | null): Sentence {
  const names = [...seats.map((seat) => seat.name), ...(me ? [t('You')] : [])];
  const name = names.find((one) => text.startsWith(`${one} `)) ?? '';
  return { name, text: text.slice(name.length) };
}

/** One entry of the story as sentences. */
export function sentencesOf(game: string, told: Told, seats: SeatInfo[], me: SeatCode | null): Sentence[] {
  return told.sentences.map((text, i) => {
    const event = told.sentences.length === told.events.length ? told.events[i] : undefined;
    const rule = event ? pageOf(game).rules?.[event.kind] : undefined;
    return { ...setApart(text, seats, me), ...(rule ? { rule } : {}) };
  });
}

/** A move for the list, without a full stop. */
export function moveWords(game: string, move: Move, step: Step): string {
  return wordsOf(game, move, step).replace(/\.$/, '');
}
