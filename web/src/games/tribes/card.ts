import { t } from '../../lib/i18n.svelte';
import type { Card } from '../game';

export const card: Card = {
  place: 3,
  icon: 'horse',
  usual: 3,
  minutes: 40,
  luckIcon: 'event',
  words: () => ({
    title: t('Tribes'),
    by: t('Rustan Håkansson, 2017 and 2019'),
    say: t('Take actions from a shared row, settle the land tile by tile, and be first to the great deeds.'),
    seats: t('2 to 4'),
    luck: t('some luck'),
  }),
};
