import { t } from '../../lib/i18n.svelte';
import type { Card } from '../game';

export const card: Card = {
  place: 4,
  icon: 'hunt',
  usual: 4,
  minutes: 30,
  luckIcon: 'chat',
  words: () => ({
    title: t('Spears and Bones'),
    by: t('Hidden teams around one fire'),
    say: t('Hunt, fight and bluff: choose in secret, reveal together, and guess who is on your side.'),
    seats: t('3 or 4'),
    luck: t('table talk'),
  }),
};
