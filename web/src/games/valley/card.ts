import { t } from '../../lib/i18n.svelte';
import type { Card } from '../game';

export const card: Card = {
  place: 2,
  icon: 'camp',
  usual: 3,
  minutes: 45,
  luckIcon: 'secret',
  words: () => ({
    title: t('Sapiens: valley'),
    by: 'Cyrille Leroy, 2014',
    say: t('Lay tiles so that like scenes meet. Food and shelter both grow, and only the lower one scores.'),
    seats: t('2 to 4'),
    luck: t('some luck'),
  }),
};
