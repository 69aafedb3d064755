// A review in words.
import type { Review, ReviewSeat, ReviewStep } from '../hall/play';
import { t } from '../lib/i18n.svelte';
import type { SeatInfo } from '../lib/seats';
import type { Told } from '../lib/wire';
import { sentencesOf } from '../table/words';
import { mostMoved } from './curve';

export const percent = (share: number) => Math.round(100 * Math.min(1, Math.max(0, share)));

/** What happened at a move, its first sentence; chance has no name at its head. */
export function firstSentence(about: { game: string } | null, told: Told | undefined, seats: SeatInfo[]) {
  return about && told ? sentencesOf(about.game, told, told.seat === '*' ? [] : seats, null)[0] : undefined;
}

export const seatIn = (seats: readonly SeatInfo[], code: string) => seats.find((one) => one.seat === code);

export function gradeWords(grade: ReviewStep['grade']): string {
  switch (grade) {
    case 'best':
      return t('Best move');
    case 'fine':
      return t('Good move');
    case 'inaccuracy':
      return t('Inaccuracy');
    case 'mistake':
      return t('Mistake');
    case 'blunder':
      return t('Blunder');
    default:
      return t('No choice');
  }
}

/** How much luck somebody had, all in all. */
export function luckWords(luck: number): string {
  if (Math.abs(luck) < 0.04) return t('like most days');
  if (Math.abs(luck) < 0.12) return luck > 0 ? t('a little lucky') : t('a little unlucky');
  return luck > 0 ? t('lucky') : t('unlucky');
}

/** What would have come of it with the luck that everybody has. */
export const withoutLuck = (seat: ReviewSeat) => percent(seat.result - seat.luck);

/** One sentence about a step that stands out: what it cost, or what chance did. */
export function costWords(step: ReviewStep, seats: readonly SeatInfo[]): string {
  if (step.seat === '*') {
    const place = mostMoved(step.luck);
    const args = { 0: seats[place]?.name ?? '', 1: Math.round(100 * Math.abs(step.luck[place] ?? 0)) };
    return (step.luck[place] ?? 0) > 0
      ? t('Chance brought {0} {1} of 100.', args)
      : t('Chance cost {0} {1} of 100.', args);
  }
  return t('{0} gave away {1} of 100.', { 0: seatIn(seats, step.seat)?.name ?? '', 1: Math.round(100 * step.lost) });
}

export function turningWords(review: Review, seats: readonly SeatInfo[]): string {
  const step = review.steps.find((one) => one.n === review.turning);
  return step ? `${t('The turning point: move {0}.', { 0: step.n })} ${costWords(step, seats)}` : '';
}
