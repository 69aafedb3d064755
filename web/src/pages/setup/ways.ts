// How a table is played: with friends by a link, or on this device alone.
import { Refusal, type GameInfo, type NewTable } from '../../lib/api';
import { t } from '../../lib/i18n.svelte';
import { chairsFor, type Chair, type Kind } from './wishes';

export type Way = 'friends' | 'alone' | 'pass' | 'watch' | 'explore';

export interface WayWords {
  way: Way;
  icon: string;
  title: string;
  say: string;
}

export function waysHere(): WayWords[] {
  return [
    {
      way: 'alone',
      icon: 'computer',
      title: t('Against computers'),
      say: t('From one that is just learning to the best it can.'),
    },
    {
      way: 'pass',
      icon: 'pass',
      title: t('Pass the device on'),
      say: t('Several people, one screen. It covers itself where there are secrets.'),
    },
    {
      way: 'watch',
      icon: 'eye',
      title: t('Watch computers'),
      say: t('They play among themselves, as fast as you like.'),
    },
    {
      way: 'explore',
      icon: 'review',
      title: t('Explore alone'),
      say: t('You play every seat, from the start or from any position.'),
    },
  ];
}

/** Who may sit where. */
export function kindsOf(way: Way): Kind[] {
  if (way === 'friends') return ['me', 'reserved', 'open', 'bot'];
  if (way === 'alone') return ['me', 'bot'];
  if (way === 'pass') return ['here', 'bot'];
  return way === 'watch' ? ['bot'] : ['here'];
}

/** The chairs of a way: those that fit stay as they are. */
export function chairsOf(way: Way, info: GameInfo, count: number, before: Chair[]): Chair[] {
  const kinds = kindsOf(way);
  const chairs = chairsFor(info, count, before).map((chair, i) => {
    if (kinds.includes(chair.kind) && !(way === 'pass' && i > 0 && !before[i])) return chair;
    return { ...chair, kind: way === 'alone' ? (i ? 'bot' : 'me') : kinds[0]! } satisfies Chair;
  });
  // Against computers somebody must play; a device is passed on between two at least.
  if (way === 'alone' && !chairs.some((chair) => chair.kind === 'me')) chairs[0]!.kind = 'me';
  if (way === 'pass' && chairs.filter((chair) => chair.kind === 'here').length < 2)
    for (const chair of chairs) chair.kind = 'here';
  return chairs;
}

/** Is it the log of a play (docs/log.md)? Then of so many seats. */
export function seatsOfLog(text: string): number | null {
  if (!/^ochre \d+\s*$/m.test(text.trimStart().split('\n')[0] ?? '')) return null;
  return Number(/^seats (\d)\s*$/m.exec(text)?.[1] ?? 0) || null;
}

/** Where play begins, as somebody wrote it: notation, the JSON of an acceptance case, or a whole log. Throws where it
 * is none of them. */
export function beginningOf(text: string): Pick<NewTable, 'position' | 'log'> {
  const plain = text.trim();
  if (!plain) return {};
  if (/^ochre \d/.test(plain)) return { log: text };
  if (!plain.startsWith('{')) return { position: plain };
  try {
    return { position: JSON.parse(plain) as unknown };
  } catch {
    throw new Refusal('form', t('This is no position: its JSON cannot be read.'));
  }
}
