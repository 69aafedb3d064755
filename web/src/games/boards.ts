// Which drawing belongs to which game. Boards are fetched when they are needed.
import type { Board } from './board';

const boards = import.meta.glob<Board>('./*/Board.svelte', { import: 'default' });

/** The board of a game; games without a drawing of their own are played by their moves in words. */
export async function boardOf(game: string): Promise<Board> {
  const later = boards[`./${game}/Board.svelte`];
  return later ? later() : (await import('./Plain.svelte')).default;
}
