// A rematch that somebody wishes, in words for the others.
import { t } from '../../lib/i18n.svelte';
import { houseOf, remember } from '../../lib/mine.svelte';
import { to } from '../../lib/place';
import type { SeatInfo } from '../../lib/seats';
import type { TableStore } from '../../lib/table.svelte';
import type { SeatCode, TableMessage } from '../../lib/wire';

export interface Asked {
  words: string;
  /** Of who asks; null where the server does not say who. */
  colour: number | null;
}

export function asked(info: TableMessage | null, seats: SeatInfo[], me: SeatCode | null): Asked | null {
  if (!info?.rematch) return null;
  const { rematch_by: by } = info;
  const seat = seats.find((one) => one.seat === by);
  if (!seat) return { words: t('A table for another game stands ready.'), colour: null };
  if (seat.seat === me) return { words: t('You would play again. The others are told.'), colour: seat.colour };
  return { words: t('{0} would play again.', { 0: seat.name }), colour: seat.colour };
}

/** Whoever goes to the new table from here wants to play: nothing more is asked there. */
export function accept({ table, rematch, key, game }: TableMessage): void {
  if (rematch && key) remember({ table: rematch, key, game, ready: true, ...housed(table) });
}

/** A new table stands where the old one does. */
function housed(table: string): { house?: 'here' } {
  return houseOf(table) === 'here' ? { house: 'here' } : {};
}

/** Where the next game is played. */
export function rematchAddress({ table, rematch, key }: TableMessage): string {
  return to(houseOf(table) === 'here' ? `/here/${rematch}` : `/t/${rematch}${key ? `#${key}` : ''}`);
}

/** Lets me ask for a rematch, and takes me there once its table stands. To be called while a page is made. */
export function rematchOf(table: TableStore): () => void {
  let wanted = $state(false);
  $effect(() => {
    const next = table.info?.rematch;
    if (!next || !wanted) return;
    wanted = false;
    accept(table.info!);
    location.assign(rematchAddress(table.info!));
  });
  return () => {
    wanted = true;
    table.rematch();
  };
}
