import { t } from '../../lib/i18n.svelte';
import type { Card } from '../game';

export const card: Card = {
  place: 1,
  icon: 'die-diagonal',
  usual: 2,
  minutes: 20,
  luckIcon: 'eye',
  words: () => ({
    title: t('Sapiens: dice'),
    by: 'Natrício Vale Almeida, 2021',
    say: t('Chess with stones that grow: every capture makes yours reach one square further.'),
    seats: t('2 or 4'),
    luck: t('no luck'),
  }),
};
