// What becomes of a hunt, a block, a fight or a defence.
import { t } from '../../lib/i18n.svelte';
import type { Contest } from './view';

type Lines = [string, string];

/** Nothing is decided yet. */
function openWords(contest: Contest, mine: number, theirs: number, level: number): Lines {
  const fill = { 0: mine, 1: theirs, 2: level };
  switch (contest.kind) {
    case 'hunt':
      return [t('more than {1} takes it,', fill), t('{1} draws, less costs level {2}', fill)];
    case 'block':
      return [t('The stronger side hunts,'), t('the other sacrifices level {2}', fill)];
    case 'fight':
      return contest.prey
        ? [t('The attacker needs more than {1}.', fill), t('Losing costs level {2}', fill)]
        : ['', ''];
    default:
      return [
        mine > theirs
          ? t('{0} is more than {1}: one vigor is lost.', fill)
          : t('More than {1} is needed: then one vigor is lost instead of two.', fill),
        level ? t('Each defender sacrifices level {2}.', fill) : '',
      ];
  }
}

/** What the contest means, in two lines. While it is open the numbers are those without cards. */
export function verdictOf(contest: Contest, [mine, theirs]: [number, number]): Lines {
  const level = contest.prey?.level ?? contest.enemy?.level ?? 0;
  const { result } = contest;
  if (!result) return openWords(contest, mine, theirs, level);
  const fill = { 0: result.first ?? mine, 1: result.second ?? theirs, 2: level };
  const costs = level ? t('That costs level {2}.', fill) : '';
  switch (`${contest.kind} ${result.outcome}`) {
    case 'hunt won':
      return [t('{0} beats {1}: the prey is taken.', fill), costs];
    case 'hunt tied':
      return [t('{0} against {1}: the prey gets away.', fill), t('Nobody is lost.')];
    case 'hunt lost':
      return [t('{0} is less than {1}: the prey gets away.', fill), costs];
    case 'block won':
      return [t('{0} beats {1}: the block fails.', fill), costs];
    case 'block tied':
      return [t('{0} against {1}: nobody hunts.', fill), t('Nobody is lost.')];
    case 'block lost':
      return [t('{0} is less than {1}: the block wins.', fill), costs];
    case 'fight won':
      return [t('{0} beats {1}: the prey changes hands.', fill), costs];
    case 'fight tied':
      return [t('{0} against {1}: the prey stays.', fill), t('Nobody is lost.')];
    case 'fight lost':
      return [t('{0} is less than {1}: the prey stays.', fill), costs];
    case 'fight unfought':
      return [t('Nobody defends: the prey changes hands.'), costs];
    case 'defence won':
      return [t('{0} is more than {1}: one vigor is lost.', fill), costs];
    default:
      return [t('{0} is not more than {1}: two vigor are lost.', fill), costs];
  }
}
