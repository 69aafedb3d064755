// Books of puzzles (docs/puzzles.md): files of their own, fetched when somebody wants to solve one.
import type { SeatCode } from '../lib/wire';

export interface Puzzle {
  /** Its place among the plays of the book. */
  play: number;
  /** Moves before it. */
  at: number;
  seat: SeatCode;
  best: string;
  /** The best of the others. */
  next: string;
  /** What both promise the seat, of 1000. */
  worth: [number, number];
  level: number;
  theme: string;
  proof: 'deep' | 'exact';
  line: string;
}
export interface Book {
  game: string;
  rules: number;
  seats: number;
  plays: { number: number; moves: string }[];
  puzzles: Puzzle[];
}

const files = import.meta.glob<string>('../../../puzzles/*.json', { query: '?url', import: 'default', eager: true });
const nameOf = (path: string) => path.split('/').at(-1)!.replace('.json', '');

/** Games that have puzzles, in the order of their names. */
export const PUZZLE_GAMES: readonly string[] = Object.keys(files).map(nameOf).sort();

const known = new Map<string, Promise<Book>>();

export function bookOf(game: string, load: typeof fetch = fetch): Promise<Book> {
  const found = known.get(game);
  if (found) return found;
  const url = files[`../../../puzzles/${game}.json`];
  const book = url
    ? load(url).then((answer) =>
        answer.ok ? (answer.json() as Promise<Book>) : Promise.reject(new Error(`status ${answer.status}`)),
      )
    : Promise.reject(new Error('there are no puzzles of this game'));
  known.set(game, book);
  book.catch(() => known.delete(game)); // tried again another time
  return book;
}

/** What it is called in addresses and in what this browser remembers: the play of the seed, and the move. */
export const idOf = (book: Book, puzzle: Puzzle): string => `${book.plays[puzzle.play]!.number}.${puzzle.at}`;

export const byId = (book: Book, id: string): Puzzle | undefined =>
  book.puzzles.find((puzzle) => idOf(book, puzzle) === id);

/** A word of a book ("1a2a3", "*deal:4") as seat and move. */
export function wordOf(word: string): { seat: SeatCode | '*'; m: string } {
  return { seat: word[0] === '*' ? '*' : (`p${word[0]}` as SeatCode), m: word.slice(1) };
}

/** The log of the moves before it (docs/log.md). */
export function logOf(book: Book, puzzle: Puzzle): string {
  const words = book.plays[puzzle.play]!.moves.split(' ').slice(0, puzzle.at);
  const moves = words.map((word) => `${wordOf(word).seat} ${wordOf(word).m}\n`);
  return `ochre 1\ngame ${book.game}\nrules ${book.rules}\nseats ${book.seats}\n\n${moves.join('')}`;
}
