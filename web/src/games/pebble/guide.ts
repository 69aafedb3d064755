import { t } from '../../lib/i18n.svelte';
import type { Guide } from '../game';

export const guide: Guide = {
  decision: () => ({
    kind: 'choose',
    rule: 'P3.1',
    help: t('Everybody chooses at once and unseen. The highest value that only one seat shows takes the pebbles.'),
  }),
};
