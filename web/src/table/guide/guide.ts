// What is asked of me now, in one sentence; what it means, for somebody who meets it for the first time; and words for
// moves that the game itself has none for.
import type { Pick } from '../../boards/board';
import type { Move, SeatCode, Step } from '../../lib/wire';
import { dice } from './dice';
import { spears } from './spears';
import { tribes } from './tribes';
import { valley } from './valley';
import { t } from '../../lib/i18n.svelte';

export interface Decision {
  /** The same for all decisions that are explained by the same words. */
  kind: string;
  /** One sentence: what to do. */
  ask: string;
  /** Two or three sentences for the first time; empty where nothing needs to be said. */
  help: string;
  /** Number of the rule to read on at. */
  rule?: string;
}

export interface Guide {
  decision(step: Step, me: SeatCode | null, pick: Pick): Decision;
  /** Words for a move without any. */
  words(move: Move, step: Step): string | null;
  /** Words that say more than the game's own. */
  clearer?(move: Move, step: Step): string | null;
  /** The board draws its buttons itself: the shell need not show them again. */
  drawsButtons?: boolean;
  /** Would a slip hurt? Then the move is confirmed. */
  careful(move: Move, step: Step): boolean;
  /** What the button that confirms it says. */
  confirm(move: Move, step: Step): string;
}

const plain: Guide = {
  decision: () => ({ kind: 'move', ask: t('Your turn. Choose a move.'), help: '' }),
  words: () => null,
  careful: () => false,
  confirm: () => t('Play it'),
};

const guides: Record<string, Guide> = { dice, spears, tribes, valley };

export function guideOf(game: string): Guide {
  return guides[game] ?? plain;
}

/** What a move means, for people. */
export function wordsOf(game: string, move: Move, step: Step): string {
  const guide = guideOf(game);
  return guide.clearer?.(move, step) || move.words || guide.words(move, step) || move.m;
}
