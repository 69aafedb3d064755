// Choices that are no things: buttons, with the words of the server. Pairs of touches (a seat, then what about it) are
// offered as one.
import { t } from '../../lib/i18n.svelte';
import type { Move } from '../../lib/wire';
import type { Pick } from '../board';
import type { Table, Tribe } from './view';

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

const ICONS: Record<string, string> = {
  done: 'check',
  refuse: 'close',
  noheal: 'close',
  no: 'close',
  yes: 'vigor',
  gather: 'berry',
  block: 'warrior',
  day: 'sun',
  night: 'moon',
  bonus: 'warrior',
  fight: 'warrior',
  ban: 'seer',
  support: 'ambusher',
  accept: 'check',
  oblige: 'shaman',
  hunt: 'hunt',
  chase: 'flutist',
};

const LABEL_MOST = 44;

/** A move on a button: all of its words where there is room, else what comes before the numbers. */
export function shortWords(move: Move): string {
  const words = move.words ?? move.m;
  return words.length <= LABEL_MOST ? words : words.split(/\s?: /)[0]!;
}

function iconOf(id: string, { table }: Sight): string {
  const what = id.replace('button:', '');
  return what === 'flip' ? (table.time === 'day' ? 'moon' : 'sun') : (ICONS[what] ?? 'forward');
}

/** The button of a whole move, when it has one. */
export function choiceOf(move: Move, sight: Sight): Choice | null {
  const [first = '', second = ''] = move.touch;
  const choice = { path: move.touch, label: shortWords(move) };
  if (first.startsWith('button:')) return { ...choice, icon: iconOf(first, sight) };
  if (!first.startsWith('seat:') || !second) return null;
  const place = sight.table.tribes.find((one) => one.key === first.slice(5))?.place ?? 0;
  return { ...choice, icon: iconOf(second, sight), place };
}

/** Something was touched: what about it? */
export function choicesAbout(pick: Pick, sight: Sight): Choice[] {
  const { picked } = pick;
  return pick.over.flatMap((move): Choice[] => {
    const next = move.touch[picked.length];
    if (!next?.startsWith('button:')) return [];
    const icon = iconOf(next, sight);
    if (next === 'button:bonus') return [{ path: [next], label: t('+1 for a berry'), icon }];
    const about = picked[0]?.split(':')[0] ?? '';
    return [{ path: [next], label: shortWords(move), icon, strong: about === 'prey' || about === 'seat' }];
  });
}
