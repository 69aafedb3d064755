// What the page says about the four games by itself, so that the first screen waits for nobody.
import { t } from './i18n.svelte';

export interface GameWords {
  id: string;
  title: string;
  by: string;
  say: string;
  seats: string;
  minutes: number;
  luck: string;
  luckIcon: string;
  icon: string;
  /** Seats of a table that is opened with one click. */
  usual: number;
}

export const GAMES = ['dice', 'valley', 'tribes', 'spears'] as const;

export function gameWords(id: string): GameWords | null {
  switch (id) {
    case 'dice':
      return {
        id, title: t('Sapiens: dice'), by: 'Natrício Vale Almeida, 2021', icon: 'die-diagonal', usual: 2, minutes: 20,
        say: t('Chess with stones that grow: every capture makes yours reach one square further.'),
        seats: t('2 or 4'), luck: t('no luck'), luckIcon: 'eye',
      };
    case 'valley':
      return {
        id, title: t('Sapiens: valley'), by: 'Cyrille Leroy, 2014', icon: 'camp', usual: 3, minutes: 45,
        say: t('Lay tiles so that like scenes meet. Food and shelter both grow, and only the lower one scores.'),
        seats: t('2 to 4'), luck: t('some luck'), luckIcon: 'secret',
      };
    case 'tribes':
      return {
        id, title: t('Tribes'), by: t('Rustan Håkansson, 2017 and 2019'), icon: 'horse', usual: 3, minutes: 40,
        say: t('Take actions from a shared row, settle the land hex by hex, and be first to the great deeds.'),
        seats: t('2 to 4'), luck: t('some luck'), luckIcon: 'event',
      };
    case 'spears':
      return {
        id, title: t('Spears and Bones'), by: t('Hidden teams around one fire'), icon: 'hunt', usual: 4, minutes: 30,
        say: t('Hunt, fight and bluff: choose in secret, reveal together, and guess who is on your side.'),
        seats: t('3 or 4'), luck: t('table talk'), luckIcon: 'chat',
      };
    default:
      return null;
  }
}

export function titleOf(game: string, fallback = game): string {
  return gameWords(game)?.title ?? fallback;
}
