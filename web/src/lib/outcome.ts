// How a play ended for whoever looks at it.
import type { Over, SeatCode } from './wire';

/** How it feels: a feast, an evening, two hands, or the end of somebody else's play. */
export type Mood = 'won' | 'lost' | 'drawn' | 'nobody' | 'watched';

/** Several winners share a draw unless each of them has won outright. */
export function isDraw(over: Over): boolean {
  const { draw } = over as Over & { draw?: boolean };
  if (draw !== undefined) return draw;
  // Servers of before said it by what a winner gets.
  const places = over.ranks.flatMap((rank, i) => (rank === 1 ? [i] : []));
  return over.winners.length > 1 && places.some((i) => (over.payoffs[i] ?? 0) < 1);
}

export function moodOf({ over, me }: { over: Over; me: SeatCode | null }): Mood {
  if (!over.winners.length) return 'nobody';
  if (me && !over.winners.includes(me)) return 'lost';
  if (isDraw(over)) return 'drawn';
  return me ? 'won' : 'watched';
}
