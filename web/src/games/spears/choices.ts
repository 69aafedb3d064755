// Choices that are no things: buttons. Pairs of touches (a seat, then what about it) are offered as one.
import { t } from '../../lib/i18n.svelte';
import type { Move } from '../../lib/wire';
import type { Pick } from '../board';
import type { Table, Tribe } from './view';
import { preyName } from './words';

export interface Choice {
  path: string[];
  label: string;
  icon: string;
  strong?: boolean;
  place?: number;
}

/** Who looks at which table. */
export interface Sight {
  table: Table;
  own: Tribe | null;
  nameOf: (key: string) => string;
}

function doneWords({ table, own }: Sight): string {
  if (table.phase === 'PLAY') return t('Done');
  if (table.phase === 'AFTER') return t('End the turn');
  const isDefence = table.phase === 'DEFEND_UNITS' || table.phase === 'DEFENDER_UNITS';
  return isDefence && !own?.units.some((unit) => unit.sent) ? t('Send nobody') : t('That is all');
}

/** What a button says, and its picture. */
function buttonsOf(sight: Sight): Record<string, [string, string]> {
  const { phase, time } = sight.table;
  return {
    done: [doneWords(sight), 'check'],
    pass: [phase === 'OBLIGE' ? t('Oblige nobody') : t('Stay out of it'), 'forward'],
    refuse: [t('Accept nobody'), 'close'],
    noheal: [t('Do not heal'), 'close'],
    no: [t('Leave the vigor as it is'), 'close'],
    yes: [t('Add one vigor'), 'vigor'],
    flip: time === 'day' ? [t('Let night fall (1 berry)'), 'moon'] : [t('Let day break (1 berry)'), 'sun'],
    gather: [t('Gather berries'), 'berry'],
    skip: [t('Skip the second action'), 'forward'],
    block: [t('Block the hunt'), 'warrior'],
    day: [t('Begin by day'), 'sun'],
    night: [t('Begin at night'), 'moon'],
    bonus: [t('+1 for a berry'), 'warrior'],
  };
}

function pairWords(kind: string, name: string): [string, string] {
  switch (kind) {
    case 'fight':
      return [t('Attack {0}', { 0: name }), 'warrior'];
    case 'ban':
      return [t('Ban {0}', { 0: name }), 'seer'];
    case 'support':
      return [t('Support {0}', { 0: name }), 'ambusher'];
    case 'accept':
      return [t('Accept {0}', { 0: name }), 'check'];
    case 'oblige':
      return [t('Oblige {0}', { 0: name }), 'shaman'];
    default:
      return [t('For {0}', { 0: name }), 'forward'];
  }
}

function button(move: Move, id: string, sight: Sight): Choice {
  const [label, icon] = buttonsOf(sight)[id.slice(7)] ?? [move.words ?? move.m, 'forward'];
  return { path: [id], label, icon };
}

/** The button of a whole move, when it has one. */
export function choiceOf(move: Move, sight: Sight): Choice | null {
  const [first = '', second = ''] = move.touch;
  if (first.startsWith('button:')) return { ...button(move, first, sight), path: move.touch };
  if (!first.startsWith('seat:') || !second) return null;
  const key = first.slice(5);
  const [label, icon] = pairWords(second.replace('button:', ''), sight.nameOf(key));
  return { path: move.touch, label, icon, place: sight.table.tribes.find((one) => one.key === key)?.place ?? 0 };
}

/** Something was touched: what about it? */
export function choicesAbout(pick: Pick, sight: Sight): Choice[] {
  const { picked } = pick;
  return pick.over.flatMap((move): Choice[] => {
    const next = move.touch[picked.length];
    if (!next?.startsWith('button:')) return [];
    const prey = sight.table.row.find((one) => one?.touch === picked[0]);
    if (prey && next === 'button:hunt')
      return [{ path: [next], label: t('Hunt the {0}', { 0: preyName(prey) }), icon: 'hunt', strong: true }];
    if (prey)
      return [{ path: [next], label: t('Chase the {0} away', { 0: preyName(prey) }), icon: 'flutist', strong: true }];
    const pair = choiceOf(move, sight);
    if (pair && picked[0]?.startsWith('seat:')) return [{ ...pair, path: [next], strong: true }];
    return [button(move, next, sight)];
  });
}
