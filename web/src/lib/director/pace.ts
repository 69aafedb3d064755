// The pace somebody chose, or who has chosen none, the one for how well they know the game.
import { keep, prefs } from '../prefs.svelte';
import type { TableInfo } from '../wire';
import type { Pace } from './moments';

/** So many games of a kind are shown slowly. */
const NEW = 3;

/** Where a clock runs by the second nobody is kept waiting: nothing is slower than natural. */
export function paceOf(info: Pick<TableInfo, 'game' | 'clock'> | null): Pace {
  const chosen = prefs.pace ?? ((prefs.games[info?.game ?? ''] ?? 0) < NEW ? 'slow' : 'natural');
  const hurries = info?.clock.kind === 'move' || info?.clock.kind === 'game';
  return chosen === 'slow' && hurries ? 'natural' : chosen;
}

export function setPace(pace: Pace): void {
  keep({ pace });
}

/** A game of a kind has been played to its end. */
export function countGame(game: string): void {
  keep({ games: { ...prefs.games, [game]: (prefs.games[game] ?? 0) + 1 } });
}
