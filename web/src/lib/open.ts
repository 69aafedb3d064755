// Opening a new table and sitting down at it.
import { api, Refusal, type NewTable } from './api';
import { newShare, pledgeOf } from './chance';
import { addressOf, remember } from './mine.svelte';
import { isSite, type House } from './place';
import { prefs } from './prefs.svelte';
import { go } from './router.svelte';

/** Makes the table, keeps its keys, goes there. */
export async function openTable(wish: NewTable, house: House = isSite ? 'here' : 'server'): Promise<void> {
  const share = newShare();
  // A play that goes on from a log has its chance already.
  const pledge = wish.log ? {} : { pledge: pledgeOf(share) };
  const made = await api.make({ ...wish, ...pledge, ...(prefs.name ? { name: prefs.name } : {}) }, house);
  const place = wish.seats.findIndex((seat) => seat.kind === 'me');
  const own = made.seats.find((seat) => seat.seat === `p${place + 1}`);
  const invites = Object.fromEntries(made.seats.filter((seat) => seat !== own).map((seat) => [seat.seat, seat.key]));
  remember({
    table: made.table,
    key: own?.key ?? made.opener ?? '',
    game: wish.game,
    seat: own?.seat ?? '',
    invites,
    ready: true,
    ...(own && !wish.log ? { share } : {}),
    ...(house === 'here' ? { house } : {}),
  });
  go(addressOf(made.table));
}

/** One click: me against computers of a friendly level. */
export function playAtOnce(game: string, seats: number): Promise<void> {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const, bot: 'level:3' }));
  const wish: NewTable = { game, seats: [{ kind: 'me' }, ...others], offered: true };
  // Where no server answers, the table stands on this device.
  return openTable(wish).catch((error: unknown) => {
    if (isSite || !(error instanceof Refusal && error.code === 'away')) throw error;
    return openTable(wish, 'here').catch((also: unknown) => {
      throw also instanceof Refusal && also.code === 'house' ? error : also;
    });
  });
}

/** Takes a free seat at somebody's table. */
export async function joinTable(table: string, game: string, seat?: string): Promise<void> {
  const share = newShare();
  const got = await api.join(table, {
    ...(seat ? { seat } : {}),
    pledge: pledgeOf(share),
    ...(prefs.name ? { name: prefs.name } : {}),
  });
  remember({ table, key: got.key, game, seat: got.seat, share, ready: true });
  go(`/t/${table}`);
}
