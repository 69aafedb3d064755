// Who is still missing before play, and who has said to be ready.
import { t, tn } from '../../lib/i18n.svelte';
import type { SeatInfo } from '../../lib/seats';
import type { SeatCode, TableMessage } from '../../lib/wire';

export const isFree = (seat: Pick<SeatInfo, 'kind'>) => seat.kind === 'open' || seat.kind === 'reserved';

/** Computers always are; people when they have said so. */
export function isReady(seat: SeatInfo): boolean {
  if (isFree(seat)) return false;
  return seat.kind === 'bot' || seat.ready !== false;
}

/** Whose table it is: the opener, else the first person at it. */
export function inviter(info: TableMessage, seats: SeatInfo[]): SeatInfo | null {
  const { opener_seat: code } = info;
  return (
    seats.find((seat) => seat.seat === code && seat.kind === 'person') ??
    seats.find((seat) => seat.kind === 'person' && seat.seat !== info.me) ??
    null
  );
}

/** What the table waits for, in one sentence. */
export function missing(seats: SeatInfo[], me: SeatCode | null): string {
  const free = seats.filter(isFree).length;
  if (free) return tn('One seat is still free.', '{0} seats are still free.', free);
  const late = seats.filter((seat) => !isReady(seat));
  if (late.some((seat) => seat.seat === me)) return t('The others wait for you.');
  if (late.length) return t('Waiting for {0}.', { 0: late.map((seat) => seat.name).join(', ') });
  return t('Everybody is here. Play begins at once.');
}

/** When time begins to count. */
export function clockSentence(info: TableMessage, seats: SeatInfo[]): string {
  if (info.clock.kind === 'none') return t('Play begins when all are ready. There is no clock.');
  return tn('The clock starts when all are ready.', 'The clock starts when all {0} are ready.', seats.length);
}

/** Where the seat stands around the fire, in hundredths of the picture. */
export function around(count: number, narrow: boolean): [number, number][] {
  const edge = narrow ? 17 : 22;
  if (count === 2)
    return [
      [edge + 6, 52],
      [94 - edge, 52],
    ];
  if (count === 3)
    return [
      [edge, 60],
      [50, 24],
      [100 - edge, 60],
    ];
  const near = narrow ? 33 : 38;
  return [
    [edge, 62],
    [near, 28],
    [100 - near, 28],
    [100 - edge, 62],
  ];
}
