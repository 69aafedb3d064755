// Sentences above and beside the table: what is going on, and what is known of each tribe.
import { t } from '../../lib/i18n.svelte';
import type { Sight } from './choices';
import type { Contest, Tribe } from './view';
import { enemyName, preyName, teamName } from './words';

export interface Flag {
  icon: string;
  text: string;
  bad?: boolean;
}

function fightTitle(contest: Contest, { own, nameOf }: Sight): string {
  const [attacker = '', attacked = ''] = contest.sides.map((side) => side.seats?.[0] ?? '');
  const prey = contest.prey ? preyName(contest.prey) : '';
  const [who, whom] = [nameOf(attacker), nameOf(attacked)];
  if (attacked === own?.key)
    return prey ? t('{0} attacks you for the {1}', { 0: who, 1: prey }) : t('{0} attacks you', { 0: who });
  if (attacker === own?.key)
    return prey ? t('You attack {0} for the {1}', { 0: whom, 1: prey }) : t('You attack {0}', { 0: whom });
  return prey
    ? t('{0} attacks {1} for the {2}', { 0: who, 1: whom, 2: prey })
    : t('{0} attacks {1}', { 0: who, 1: whom });
}

/** Who is up against whom, and for what. */
export function contestTitle(contest: Contest, sight: Sight): string {
  const { own, nameOf } = sight;
  const prey = contest.prey ? preyName(contest.prey) : '';
  if (contest.kind === 'defence')
    return contest.enemy ? t('{0}: the valley attacks', { 0: enemyName(contest.enemy) }) : t('The valley attacks');
  if (contest.kind === 'fight') return fightTitle(contest, sight);
  const [first = '', second = ''] = contest.sides.map((side) => side.seats?.[0] ?? '');
  if (contest.kind === 'block')
    return t('{0} against {1} for the {2}', { 0: nameOf(first), 1: nameOf(second), 2: prey });
  return first === own?.key
    ? t('You hunt the {0}', { 0: prey })
    : t('{0} hunts the {1}', { 0: nameOf(first), 1: prey });
}

/** Marks beside a tribe: bans, answers, support. */
export function flagsOf(tribe: Tribe, { table, own, nameOf }: Sight): Flag[] {
  const flags: Flag[] = [];
  if (tribe.banned) flags.push({ icon: 'close', text: t('banned this turn: no fight, no block'), bad: true });
  if (tribe.hasBlocked) flags.push({ icon: 'flag', text: t('has blocked this turn') });
  if (tribe.obliged) flags.push({ icon: 'shaman', text: t('obliged by the Shaman this turn') });
  if (table.action && tribe.reaction.kind === 'block') flags.push({ icon: 'warrior', text: t('blocks the hunt') });
  if (table.action && tribe.reaction.kind === 'support')
    flags.push({
      icon: 'check',
      text:
        tribe.reaction.whom === own?.key
          ? t('offers you support')
          : t('supports {0}', { 0: nameOf(tribe.reaction.whom) }),
    });
  if (table.action && tribe.reaction.kind === 'pass') flags.push({ icon: 'forward', text: t('stays out of it') });
  return flags;
}

/** What is done while no action runs. */
export function doingOf(current: string | null, { table, own, nameOf }: Sight): string {
  const { phase } = table;
  if (table.over)
    return table.winners?.length ? t('Winners: {0}', { 0: table.winners.map(teamName).join(', ') }) : t('Nobody wins');
  if (!current) return t('The table is being set');
  const who = nameOf(current);
  const mine = current === own?.key;
  if (phase === 'PLAY') return mine ? t('You buy units') : t('{0} buys units', { 0: who });
  if (phase === 'TIME') return mine ? t('You choose day or night') : t('{0} chooses day or night', { 0: who });
  if (phase === 'AFTER')
    return mine ? t('You may change the time before your turn ends') : t('{0} ends the turn', { 0: who });
  if (phase === 'ACTION')
    return mine ? (table.second ? t('Your second action') : t('Your action')) : t('{0} chooses an action', { 0: who });
  return mine ? t('Your turn') : t('The turn of {0}', { 0: who });
}
