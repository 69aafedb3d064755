// Seats as boards and lists want them: with a colour, and a name in any case.
import { t } from './i18n.svelte';
import type { Seat, SeatCode } from './wire';

export interface SeatInfo extends Seat {
  name: string;
  /** 0 to 3, the place at the table: p1 is 0. */
  colour: number;
}

function nameOf(seat: Seat, place: number, me: SeatCode | null): string {
  if (seat.name) return seat.name;
  if (seat.kind === 'open' || seat.kind === 'reserved') return t('free seat');
  return seat.seat === me ? t('You') : t('Player {0}', { 0: place + 1 });
}

export function seatsOf(seats: Seat[], me: SeatCode | null): SeatInfo[] {
  return seats.map((seat, place) => ({ ...seat, name: nameOf(seat, place, me), colour: place }));
}
