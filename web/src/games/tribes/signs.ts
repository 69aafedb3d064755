// What touching a land does in each phase: a small sign on it.
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
