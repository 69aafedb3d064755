// Taking back among people who look at one screen: what each of them says goes over a line of their own, because the
// one of the page is in use.
import { newLine } from '../../lib/line.svelte';
import { mineAt } from '../../lib/mine.svelte';
import type { House } from '../../lib/place';
import type { FromServer, SeatCode } from '../../lib/wire';

/** Sits down for somebody of this device, for as long as it takes; `hear` is told what is said there. */
function sitFor(table: string, seat: SeatCode, house: House, hear: (message: FromServer) => void) {
  const key = mineAt(table)?.hands?.[seat]?.key ?? '';
  const line = newLine(house);
  line.listen({ table, sit: () => ({ t: 'sit', table, key }), hear });
  line.open();
  return line;
}

/** They agree that a move is taken back. */
export function consent(table: string, seat: SeatCode, wish: number, house: House): void {
  let isSaid = false;
  const line = sitFor(table, seat, house, (message) => {
    if (isSaid || message.t !== 'table') return;
    isSaid = true;
    void line.ask({ t: 'consent', table, wish, yes: true }).then(() => line.close());
  });
}

/** They take their last move back, and the others of this device agree. `refused` is told why not. */
export function takeBack(
  table: string,
  seat: SeatCode,
  others: SeatCode[],
  house: House,
  refused: (why: string) => void,
): void {
  let isSaid = false;
  const line = sitFor(table, seat, house, (message) => {
    if (message.t === 'wish' && message.seat === seat) {
      if (message.ended) line.close();
      else for (const other of others) consent(table, other, message.wish, house);
    }
    if (isSaid || message.t !== 'step') return;
    isSaid = true;
    void line.ask({ t: 'undo', table }).then((answer) => {
      if (answer?.t === 'no') refused(answer.why);
      if (answer?.t !== 'ok') line.close(); // ok: it has become a wish
    });
  });
}
