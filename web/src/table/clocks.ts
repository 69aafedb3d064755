// A seat's clock as it is shown: digits, how much is left of it, and how pressing that is.
import { left } from '../lib/clock';
import type { TableMessage } from '../lib/wire';

export interface ShownClock {
  text: string;
  /** From 1 to 0; null where nothing says how much there was. */
  part: number | null;
  tone: 'plenty' | 'low' | 'last';
  seconds: number;
  isRunning: boolean;
}

/** Below this part it is low. */
const LOW = 0.2;
/** The last seconds, with tenths. */
export const LAST = 10;

function wholeOf({ clock }: Pick<TableMessage, 'clock'>): number | null {
  if (clock.kind === 'move' || clock.kind === 'game') return clock.seconds;
  return clock.kind === 'days' ? clock.days * 86400 : null;
}

/** Tenths only where they count. */
function digits(seconds: number, tone: ShownClock['tone']): string {
  return tone === 'last' ? `0:${Math.max(0, seconds).toFixed(1).padStart(4, '0')}` : left(seconds);
}

/** The clock of a seat `since` milliseconds after it was told; null before play, after it, and where there is none. */
export function clockOf(info: TableMessage | null, seat: string, since: number): ShownClock | null {
  const told = info?.status === 'running' ? info.clocks?.[seat] : undefined;
  if (!info || !told) return null;
  const seconds = Math.max(0, told.left - (told.running ? since / 1000 : 0));
  const whole = wholeOf(info);
  const part = whole ? Math.min(1, seconds / whole) : null;
  const isLast = told.running && seconds <= LAST && info.clock.kind !== 'days';
  const tone = isLast ? 'last' : part !== null && part < LOW ? 'low' : 'plenty';
  return { text: digits(seconds, tone), part, tone, seconds, isRunning: told.running };
}
