import { t } from '../../lib/i18n.svelte';
import type { GamePage } from '../game';
import { guide } from './guide';

export const page: GamePage = {
  guide,
  ours: () => t('Ours: the half boards with their squares, caves and values; the printed ones are not public.'),
  buttons: /^steaks:/,
  rules: {
    first: '2.1',
    board: '2.2',
    token: '2.2',
    drew: '2.3',
    laid: '4.4',
    abandoned: '4.4',
    stopped: '4.4',
    food: '4.4',
    shelter: '4.4',
    claimed: '4.4',
    lost_token: '4.4',
    fought: '4.5',
    picked: '4.8',
    camped: '4.8',
    hunted: '4.8',
    converted: '4.8',
    bear: '4.8',
    swapped: '4.8',
    took_token: '4.8',
    threatened: '4.8',
    used: '4.9',
    took: '4.10',
    dropped: '4.11',
    revealed: '4.12',
    recalled: '5.1',
    final_round: '7.1',
    ended: '7.2',
  },
};
