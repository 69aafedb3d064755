// A table whose people all sit at this device.
import { api, type NewTable } from './api';
import { addressOf, remember, type OneHand } from './mine.svelte';
import type { House } from './place';
import { go } from './router.svelte';

export interface Shared {
  house: House;
  /** Nothing is covered between turns. */
  open: boolean;
}

/** Makes the table, sits everybody down, goes there. Seats that people of this device take are `reserved`. */
export async function openShared(wish: NewTable, { house, open }: Shared): Promise<void> {
  const made = await api.make({ ...wish, watch: 'public', public: false, clock: { kind: 'none' } }, house);
  const { table } = made;
  const hands: Record<string, OneHand> = {};
  for (const { seat, key } of made.seats) hands[seat] = { key, seen: 0 };
  // Kept before anybody sits down: whatever happens then, the seats are not lost.
  remember({
    table,
    key: '',
    game: wish.game,
    seat: '',
    hands,
    ready: true,
    ...(open ? { open } : {}),
    ...(house === 'here' ? { house } : {}),
  });
  for (const [i, seat] of wish.seats.entries()) {
    const code = `p${i + 1}`;
    // A play that goes on from a log has begun: its seats need nobody's word.
    if (seat.kind === 'reserved' && !wish.log)
      await api.join(table, seat.name ? { name: seat.name } : {}, hands[code]!.key);
  }
  go(addressOf(table));
}
