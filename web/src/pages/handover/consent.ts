// Somebody at this device agrees that a move is taken back, over a line of their own: the one of the page is in use.
import { newLine } from '../../lib/line.svelte';
import { mineAt } from '../../lib/mine.svelte';
import type { House } from '../../lib/place';
import type { SeatCode } from '../../lib/wire';

export function consent(table: string, seat: SeatCode, wish: number, house: House): void {
  const key = mineAt(table)?.hands?.[seat]?.key;
  if (!key) return;
  const line = newLine(house);
  let isSaid = false;
  line.listen({
    table,
    sit: () => ({ t: 'sit', table, key }),
    hear(message) {
      if (isSaid || message.t !== 'table') return;
      isSaid = true;
      void line.ask({ t: 'consent', table, wish, yes: true }).then(() => line.close());
    },
  });
  line.open();
}
