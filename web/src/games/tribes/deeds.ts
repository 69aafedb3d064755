// What touching a land does in each phase: a small sign on it, and words.
import { t } from '../../lib/i18n.svelte';
import type { Phase } from './view';

const SIGNS: Partial<Record<Phase, string>> = {
  FOUND: 'plus',
  BIRTH: 'plus',
  DROP: 'plus',
  LOSE: 'minus',
  LIFT: 'move',
  WITHER: 'exhausted',
  WILD: 'exhausted',
  RENEW: 'replay',
};

export const signOf = (phase: Phase): string | null => SIGNS[phase] ?? null;

export function deedOf(phase: Phase): string {
  switch (phase) {
    case 'FOUND':
      return t('settle here');
    case 'BIRTH':
      return t('new member here');
    case 'DROP':
      return t('send the member here');
    case 'LOSE':
      return t('lose a member here');
    case 'LIFT':
      return t('call a member away from here');
    case 'WITHER':
      return t('exhaust this land');
    case 'WILD':
      return t('use this land up');
    case 'RENEW':
      return t('renew this land');
    default:
      return '';
  }
}
