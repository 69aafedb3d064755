import { t } from '../../lib/i18n.svelte';
import type { Guide } from '../game';

interface Unit {
  square: string;
  value: number;
  diagonal: boolean;
  ally: boolean;
}

function unitOn(view: unknown, square: string | undefined): Unit | undefined {
  return ((view as { units?: Unit[] }).units ?? []).find((unit) => unit.square === square);
}

export const guide: Guide = {
  decision(step, _me, pick) {
    const unit = unitOn(step.view, pick.picked[0]);
    const isMartyr = pick.picked.length > 1 && pick.over.some((move) => move.m.includes('='));
    if (isMartyr)
      return {
        kind: 'martyr',
        rule: '3.5',
        ask: t('Your stone becomes a {0}. Exchange it for an enemy stone, or keep it?', { 0: (unit?.value ?? 0) + 1 }),
        help: t(
          'A single stone that grows to the largest value may leave together with any enemy stone of your choice. Touch the one it should take along, or keep yours.',
        ),
      };
    if (unit)
      return {
        kind: 'stone',
        rule: '3.2',
        ask: t('Your turn. Where does the {0} on {1} go?', { 0: unit.value, 1: unit.square }),
        help: t(
          'A stone goes as many squares as its value, or fewer. Upright stones go along rows and columns, turned ones along diagonals. It may also turn where it stands: that is a whole turn.',
        ),
      };
    return {
      kind: 'choose',
      rule: '3.3',
      ask: t('Your turn. Choose a stone.'),
      help: t(
        'Touch one of your stones to see where it can go. Landing on an enemy takes it, and your stone grows by one. Who takes all enemy stones wins.',
      ),
    };
  },
  words: () => null,
  careful: (move) => move.m.includes('='),
  confirm: (move) => t('Exchange for {0}', { 0: move.m.split('=')[1] ?? '' }),
};
