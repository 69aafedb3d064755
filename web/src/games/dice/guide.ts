import { t } from '../../lib/i18n.svelte';
import type { Decision, Guide } from '../game';
import { unitOn, type DiceView } from './view';

/** What the right of a martyr is, as this table plays it. */
function martyrHelp(view: DiceView): string {
  return view.martyr === 'swap'
    ? t(
        'A single stone that grows to {0} may be exchanged for any other enemy stone: both stay where they are and change sides. Touch the one you want, or keep yours.',
        { 0: view.faces },
      )
    : t(
        'A single stone that grows to {0} may be given for any other enemy stone: both leave the board. Touch the one that goes with it, or keep yours.',
        { 0: view.faces },
      );
}

function chooseHelp(view: DiceView): string {
  return [
    t(
      'Touch one of your stones to see where it can go. Landing on an enemy takes it, and your stone grows by one, up to {0}.',
      { 0: view.faces },
    ),
    view.ally ? t('Beyond the middle two equal neighbours may join.') : '',
    t('The last side that has stones wins.'),
  ]
    .filter(Boolean)
    .join(' ');
}

export const guide: Guide = {
  decision(step, _me, pick): Decision {
    const view = step.view as DiceView;
    const unit = unitOn(view, pick.picked[0]);
    const isMartyr = pick.picked.length > 1 && pick.over.some((move) => move.m.includes('='));
    if (isMartyr)
      return {
        kind: `martyr-${view.martyr}`,
        rule: '3.5',
        ask: t('Your stone becomes a {0}. Exchange it for an enemy stone, or keep it?', { 0: view.faces }),
        help: martyrHelp(view),
      };
    if (unit)
      return {
        kind: 'stone',
        rule: '3.2',
        ask: t('Your turn. Where does the {0} on {1} go?', { 0: unit.value, 1: unit.square }),
        help: t(
          'A stone slides as many squares as its value, or fewer. Straight stones follow rows and columns, diagonal ones follow diagonals. It may also turn where it stands: that is a whole turn.',
        ),
      };
    return { kind: 'choose', rule: '3.3', help: chooseHelp(view) };
  },
  careful: (move) => move.m.includes('='),
  confirm: (move) => t('Exchange for {0}', { 0: move.m.split('=')[1] ?? '' }),
};
