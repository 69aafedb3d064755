import type { GamePage } from '../game';
import { guide } from './guide';

export const page: GamePage = {
  guide,
  rules: { dealt: 'P1.2', staked: 'P2.1', chose: 'P3.1', showed: 'P4.1', took: 'P4.1', stayed: 'P4.2', lost: 'P4.2' },
};
