// What is wished of a new table: who sits there, and how long they may think.
import type { GameInfo, SeatWish } from '../../lib/api';
import { levels } from '../../lib/bots';
import type { ClockTerms } from '../../lib/wire';

export type Kind = SeatWish['kind'];

export interface Chair {
  kind: Kind;
  bot: string;
}

/** The computer that is offered first. */
function friendly(info: GameInfo): string {
  const known = levels(info.bots);
  return known.find((bot) => bot.name === 'level:3')?.name ?? known[0]?.name ?? info.bots[0]?.name ?? 'random';
}

/** So many chairs; those that were there stay as they are. */
export function chairsFor(info: GameInfo, count: number, before: Chair[]): Chair[] {
  const bot = friendly(info);
  return Array.from({ length: count }, (_, i) => before[i] ?? { kind: i === 0 ? 'me' : 'bot', bot });
}

export interface ClockWish {
  kind: ClockTerms['kind'];
  seconds: number;
  minutes: number;
  increment: number;
  days: number;
}

export function termsOf({ kind, seconds, minutes, increment, days }: ClockWish): ClockTerms {
  if (kind === 'move') return { kind, seconds };
  if (kind === 'game') return { kind, seconds: Math.round(minutes * 60), increment };
  if (kind === 'days') return { kind, days };
  return { kind: 'none' };
}
