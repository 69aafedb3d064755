// Opening a new table and sitting down at it.
import { api, type NewTable } from './api';
import { newShare, pledgeOf } from './chance';
import { remember } from './mine.svelte';
import { prefs } from './prefs.svelte';
import { go } from './router.svelte';

/** Makes the table, keeps its keys, goes there. */
export async function openTable(wish: NewTable): Promise<void> {
  const share = newShare();
  const made = await api.make({ ...wish, pledge: pledgeOf(share), ...(prefs.name ? { name: prefs.name } : {}) });
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
    ...(own ? { share } : {}),
  });
  go(`/t/${made.table}`);
}

/** One click: me against computers of a friendly level. */
export function playAtOnce(game: string, seats: number): Promise<void> {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const, bot: 'level:3' }));
  return openTable({ game, seats: [{ kind: 'me' }, ...others], offered: true });
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
