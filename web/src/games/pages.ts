// The page of every game (game.ts), and what holds where a game says nothing.
import { t } from '../lib/i18n.svelte';
import type { Move, SeatCode, Step } from '../lib/wire';
import type { Pick } from './board';
import type { GamePage, Guide, Strip } from './game';

const found = import.meta.glob<GamePage>('./*/index.ts', { eager: true, import: 'page' });

const plain: Required<Guide> = {
  decision: () => ({ kind: 'move', help: '' }),
  words: () => null,
  clearer: () => null,
  careful: () => false,
  confirm: () => t('Play it'),
};

export function pageOf(game: string): GamePage {
  return found[`./${game}/index.ts`] ?? {};
}

export function guideOf(game: string): Required<Guide> {
  return { ...plain, ...pageOf(game).guide };
}

/** What of a step is announced across the board: of several things the last one. */
export function stripOf(game: string, step: Step, before: Step | null): Strip | null {
  const { strip } = pageOf(game);
  if (!strip) return null;
  const found = step.story.flatMap(({ events }) => events.map((event) => strip(event, step, before)));
  return found.findLast((one) => one !== null) ?? null;
}

/** The rule to read on at when a move was refused: what programs are told may be a code of its own. */
export function readAt(game: string, rule: string): string {
  return pageOf(game).reasons?.[rule] ?? rule;
}

/** What is asked, in one sentence that follows what was touched. */
export function questionOf(game: string, step: Step, me: SeatCode | null, pick: Pick): string {
  return guideOf(game).decision(step, me, pick).ask || step.question || t('Your turn. Choose a move.');
}

/** What a move means, for people. */
export function wordsOf(game: string, move: Move, step: Step): string {
  const guide = guideOf(game);
  return guide.clearer(move, step) || move.words || guide.words(move, step) || move.m;
}
