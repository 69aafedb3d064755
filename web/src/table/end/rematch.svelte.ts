// A rematch that somebody wishes, in words for the others.
import { t } from '../../lib/i18n.svelte';
import { remember } from '../../lib/mine.svelte';
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
export function accept({ rematch, key, game }: TableMessage): void {
  if (rematch && key) remember({ table: rematch, key, game, ready: true });
}

/** Lets me ask for a rematch, and takes me there once its table stands. To be called while a page is made. */
export function rematchOf(table: TableStore): () => void {
  let wanted = $state(false);
  $effect(() => {
    const next = table.info?.rematch;
    if (!next || !wanted) return;
    wanted = false;
    location.assign(`/t/${next}${table.info?.key ? `#${table.info.key}` : ''}`);
  });
  return () => {
    wanted = true;
    table.rematch();
  };
}
