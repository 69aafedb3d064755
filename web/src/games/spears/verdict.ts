// What becomes of a hunt, a block, a fight or a defence.
import { t } from '../../lib/i18n.svelte';
import type { Sum } from './sum';
import type { Action } from './view';

/** What the sum means, in two lines. `open`: cards may still change it. */
export function verdictOf(
  sum: Sum,
  action: Action,
  [mine, theirs]: [number, number],
  level: number,
  open: boolean,
): [string, string] {
  const fill = { 0: mine, 1: theirs, 2: level };
  const wins = mine > theirs;
  if (sum.kind === 'hunt')
    return open
      ? [t('more than {1} takes it,', fill), t('{1} draws, less costs level {2}', fill)]
      : wins
        ? [t('{0} beats {1}: the prey is taken.', fill), level ? t('Level {2} must be given up.', fill) : '']
        : mine === theirs
          ? [t('{0} against {1}: the prey gets away.', fill), t('Nobody is lost.')]
          : [t('{0} is less than {1}: the prey gets away.', fill), level ? t('Level {2} must be given up.', fill) : ''];
  if (sum.kind === 'block') return [t('The stronger side hunts,'), t('the other gives up level {2}', fill)];
  if (sum.kind === 'fight' && !action.prey) return ['', ''];
  if (sum.kind === 'fight')
    return open
      ? [t('The attacker needs more than {1}.', fill), t('Losing costs level {2}', fill)]
      : wins
        ? [t('{0} beats {1}: the prey changes hands.', fill), '']
        : [t('{0} is not more than {1}: the prey stays.', fill), ''];
  return wins
    ? [t('{0} is more than {1}: one vigor is lost.', fill), t('Each defender gives up level {2}.', fill)]
    : [
        t('More than {1} is needed: then one vigor is lost instead of two.', fill),
        level ? t('Each defender gives up level {2}.', fill) : '',
      ];
}
