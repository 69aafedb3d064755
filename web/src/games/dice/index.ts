import { t } from '../../lib/i18n.svelte';
import type { GamePage } from '../game';
import { guide } from './guide';
import type { DiceView } from './view';

export const page: GamePage = {
  guide,
  ours: () => t('Ours: the corners in which four players begin.'),
  buttons: /^(rotate|keep)$/,
  label: (id) => (id === 'rotate' ? t('Turn') : id === 'keep' ? t('Keep it') : null),
  isSquare: true,
  putsBack: true,
  moment(step) {
    const turn = (step.view as DiceView).turn_number;
    return turn ? t('turn {0}', { 0: turn }) : '';
  },
  // A stone that turns is seen at a glance; what is taken or given is read.
  moments: { rotated: 'short', renounced: 'short' },
  sounds: {
    slid: 'bone',
    rotated: 'turn',
    captured: 'skin',
    martyred: 'skin',
    swapped: 'skin',
    allied: 'slate',
    beaten: 'skin',
    first: 'rattle',
  },
  rules: {
    slid: '3.2',
    rotated: '3.3',
    captured: '3.4',
    martyred: '3.5',
    renounced: '3.5',
    allied: '3.6',
    beaten: '3.8',
    ended: '3.8',
  },
};
