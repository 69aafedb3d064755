// Why a hint is one, in plain words.
import { t } from '../lib/i18n.svelte';
import type { Hint } from '../lib/wire';

/** What is expected of a move, from 0 to 1, as a sentence. */
function standing(worth: number): string {
  if (worth >= 0.85) return t('It all but wins.');
  if (worth >= 0.6) return t('You stand well with it.');
  if (worth >= 0.4) return t('Everything stays open.');
  if (worth >= 0.15) return t('You stand badly, but this holds out best.');
  return t('It looks lost; this holds out longest.');
}

/** The best of the other ideas; null where there is none. */
export function runnerUp({ move, ideas }: Hint): Hint['ideas'][number] | null {
  const others = ideas.filter((idea) => idea.m !== move && idea.visits > 0);
  return others.length ? others.reduce((best, one) => (one.worth > best.worth ? one : best)) : null;
}

/** How much better than the next best, whose words are given. */
function compared(more: number, other: string): string {
  if (more >= 0.15) return t('Much better than “{0}”.', { 0: other });
  if (more >= 0.05) return t('Better than “{0}”.', { 0: other });
  if (more >= 0.01) return t('A little better than “{0}”.', { 0: other });
  return t('“{0}” is about as good.', { 0: other });
}

export function reasonOf(hint: Hint, wordsOf: (move: string) => string): string {
  if (hint.worth === null) return t('The computer would play this; it cannot say what it is worth.');
  const next = runnerUp(hint);
  return next ? `${standing(hint.worth)} ${compared(hint.worth - next.worth, wordsOf(next.m))}` : standing(hint.worth);
}
