// A play of this device goes on at the server, where friends sit down by a link.
import { api, type SeatWish } from './api';
import { mineAt } from './mine.svelte';
import { openTable } from './open';
import type { Seat } from './wire';

/** Whose seat is mine when it goes on: the one I have, or the first of those who share this device. */
export function myPlace(table: string, me: string | null): string {
  return me ?? Object.keys(mineAt(table)?.hands ?? {})[0] ?? 'p1';
}

/** Who is a friend's unless somebody says otherwise: people, or the first computer where I play alone. */
export function usualFriends(seats: Seat[], me: string): string[] {
  const others = seats.filter((seat) => seat.seat !== me);
  const people = others.filter((seat) => seat.kind !== 'bot');
  return (people.length ? people : others.slice(0, 1)).map((seat) => seat.seat);
}

let hasLinks = false;

/** Has a play just been moved, so that there are links to send? Said once. */
export function justMoved(): boolean {
  const was = hasLinks;
  hasLinks = false;
  return was;
}

export async function goOnWithFriends(table: string, game: string, seats: Seat[], me: string, friends: string[]) {
  const key = mineAt(table)?.hands?.[me]?.key ?? mineAt(table)?.key ?? '';
  const log = await api.wholeLog(table, key);
  const wishes = seats.map(({ seat, bot, name = '' }): SeatWish => {
    if (seat === me) return { kind: 'me' };
    if (friends.includes(seat)) return { kind: 'reserved', ...(bot ? {} : { name }) };
    return { kind: 'bot', bot: bot || 'level:3' };
  });
  hasLinks = true;
  await openTable({ game, seats: wishes, log }, 'server').catch((error: unknown) => {
    hasLinks = false;
    throw error;
  });
}
