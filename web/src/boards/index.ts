// Which drawing belongs to which game. Boards are fetched when they are needed.
import type { Board } from './board';

type Later<T> = () => Promise<{ default: T }>;

const boards: Record<string, Later<Board>> = {
  dice: () => import('./dice/Board.svelte'),
  valley: () => import('./valley/Board.svelte'),
  tribes: () => import('./tribes/Board.svelte'),
  spears: () => import('./spears/Board.svelte'),
};

/** The board of a game; games without a drawing of their own are played by their moves in words. */
export async function boardOf(game: string): Promise<Board> {
  const later = boards[game] ?? (() => import('./Plain.svelte'));
  return (await later()).default;
}

/** Boards that are wider than high: the moves then live beside the story. */
export function isWide(game: string): boolean {
  return game !== 'dice';
}

/** Boards that show who sits where: a strip of seats above them would say it twice. */
export function showsSeats(game: string): boolean {
  return game === 'spears';
}
