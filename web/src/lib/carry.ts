// A play of this device goes on at the server, where friends sit down by a link; and one of the server on this device.
import { api, Refusal, type NewTable, type SeatWish } from './api';
import { botSeat } from './bots';
import { mineAt, putAway, remember } from './mine.svelte';
import { openTable } from './open';
import { openShared } from './shared';
import type { Seat, TableMessage } from './wire';

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
    return botSeat(bot || 'level:3', name);
  });
  hasLinks = true;
  await openTable({ game, seats: wishes, log }, 'server').catch((error: unknown) => {
    hasLinks = false;
    throw error;
  });
}

/** The keys of all people at a table of the server, by seat; null: somebody else plays there, too. */
export function everybodysKeys(table: string, seats: Seat[]): Record<string, string> | null {
  const mine = mineAt(table);
  const keys: Record<string, string> = {};
  for (const { seat, kind } of seats) {
    if (kind === 'bot') continue;
    const key = mine?.hands?.[seat]?.key ?? (mine?.seat === seat ? mine.key : '');
    if (!key) return null;
    keys[seat] = key;
  }
  return Object.keys(keys).length ? keys : null;
}

/** Ends it there. A play that was taken before (and could not be set up here then) has ended already. */
async function endThere(table: string, key: string, others: string[]): Promise<void> {
  await api.take(table, key, others).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'over')) throw error;
  });
}

/** The play ends at the server and goes on here. Its log stays there until it stands here: it can be tried again. */
export async function takeHome(table: string, info: TableMessage, keys: Record<string, string>): Promise<void> {
  const [key = '', ...others] = Object.values(keys);
  const mine = mineAt(table);
  await api.games('here'); // before anything ends: can this browser hold tables?
  await endThere(table, key, others);
  const log = await api.endedLog(table, key);
  const seats = info.seats.map(({ seat, bot, name = '' }): SeatWish => {
    if (!(seat in keys)) return botSeat(bot || 'level:3', name);
    return { kind: mine?.hands ? 'reserved' : 'me', ...(name ? { name } : {}) };
  });
  const { game, hints, standins, takeback } = info;
  const wish: NewTable = { game, seats, hints, standins, takeback, log };
  if (mine?.hands) await openShared(wish, { house: 'here', open: !!mine.open });
  else await openTable(wish, 'here');
  remember({ table, over: true });
  putAway(table);
}
