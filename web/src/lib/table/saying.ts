// What a step is read aloud as, and what somebody who was away is told.
import { t } from '../i18n.svelte';
import type { SeatCode, Step, Told } from '../wire';

export function turnWords(step: Step): string {
  return step.over ? t('The game is over.') : step.ask > 0 ? t('Your turn.') : '';
}

/** So many sentences are read aloud. */
const MOST = 6;

export function saidOf(step: Step, old: Step | null): string {
  const sentences = step.story
    .filter((told) => told.step > (old?.step ?? step.step - 1))
    .flatMap((told) => told.sentences);
  return [...sentences.slice(-MOST), turnWords(step)].filter(Boolean).join(' ');
}

/** What others did after step `from`. */
export function missed(story: readonly Told[], from: number, step: Step, me: SeatCode | null): Told[] {
  if (step.step < from) return [];
  return story.filter((told) => told.step > from && told.seat !== me && told.sentences.length > 0);
}

export function withheldWords(names: readonly string[]): string {
  return t('Play begins without the share of chance that was pledged by {0}. The log says so.', {
    0: names.join(', '),
  });
}
