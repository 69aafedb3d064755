// Seats as boards and lists want them: with a colour, and a name in any case.
import { t } from './i18n.svelte';
import type { SeatCode, SeatInfo } from './wire';

/** Computers are called after what lies around: one name for each place. */
const COMPUTERS = ['Flint', 'Granite', 'Juniper', 'Fern'];

function nameOf(seat: Omit<SeatInfo, 'colour'>, place: number, me: SeatCode | null): string {
  if (seat.kind === 'bot' && (!seat.name || seat.name === seat.bot)) return COMPUTERS[place % COMPUTERS.length]!;
  if (seat.name) return seat.name;
  if (seat.kind === 'open' || seat.kind === 'reserved') return t('free seat');
  return seat.seat === me ? t('You') : t('Player {0}', { 0: place + 1 });
}

export function seatsOf(seats: Omit<SeatInfo, 'colour'>[], me: SeatCode | null): SeatInfo[] {
  return seats.map((seat, place) => ({ ...seat, name: nameOf(seat, place, me), colour: place }));
}
