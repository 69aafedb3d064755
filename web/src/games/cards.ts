// What the first screen says of the games (games/NAME/card.ts).
import type { Card, CardWords } from './game';

const found = import.meta.glob<Card>('./*/card.ts', { eager: true, import: 'card' });
const cards = new Map(Object.entries(found).map(([path, card]) => [path.split('/')[1]!, card]));

/** Those of the home page, in its order. */
export const GAMES: readonly string[] = [...cards]
  .filter(([, card]) => card.place !== undefined)
  .sort(([, a], [, b]) => a.place! - b.place!)
  .map(([id]) => id);

export type GameWords = Omit<Card, 'words'> & CardWords;

export function gameWords(id: string): GameWords | null {
  const card = cards.get(id);
  return card ? { ...card, ...card.words() } : null;
}

export function titleOf(game: string, fallback = game): string {
  return gameWords(game)?.title ?? fallback;
}
