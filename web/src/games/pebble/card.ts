import { t } from '../../lib/i18n.svelte';
import type { Card } from '../game';

export const card: Card = {
  icon: 'hand-achieve',
  usual: 2,
  minutes: 5,
  luckIcon: 'secret',
  words: () => ({
    title: t('Pebble'),
    by: 'Ochre',
    say: t('Choose a card in secret; the highest that nobody else has chosen takes the pebbles.'),
    seats: t('2 to 4'),
    luck: t('some luck'),
  }),
};
