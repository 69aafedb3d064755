// The puzzle of a day, the same for everybody, and how many days in a row somebody has found it.

/** The day where somebody is, counted from 1970. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

export const dateOf = (day: number): Date => new Date(day * 86_400_000);

/** Monday is 0. */
export const weekdayOf = (day: number): number => (day + 3) % 7;

/** Scatters the days: neighbours have nothing to do with each other. */
function scatter(day: number): number {
  let x = Math.imul(day ^ (day >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Which game has its turn, and which of its puzzles. */
export const gameOfDay = (day: number, games: readonly string[]): string => games[day % games.length]!;
export const placeOfDay = (day: number, count: number): number => scatter(day) % count;

/** What this browser remembers. */
export interface Kept {
  /** Days whose puzzle was found, the newest last. */
  days: number[];
  /** By game: those that were found or given up, by their names (idOf). */
  done: Record<string, string[]>;
}

const KEY = 'ochre.puzzles';
const DAYS_MOST = 400;

export function recall(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return {
      days: Array.isArray(kept.days) ? kept.days.filter(Number.isInteger) : [],
      done: kept.done && typeof kept.done === 'object' ? kept.done : {},
    };
  } catch {
    return { days: [], done: {} };
  }
}

export function remember(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
}

export function withDay(kept: Kept, day: number): Kept {
  if (kept.days.includes(day)) return kept;
  return { ...kept, days: [...kept.days, day].sort((a, b) => a - b).slice(-DAYS_MOST) };
}

export function withDone(kept: Kept, game: string, id: string): Kept {
  const before = kept.done[game] ?? [];
  return before.includes(id) ? kept : { ...kept, done: { ...kept.done, [game]: [...before, id] } };
}

/** Days in a row up to today; before today's is found, up to yesterday. */
export function streak(days: readonly number[], today: number): number {
  const found = new Set(days);
  let last = found.has(today) ? today : today - 1;
  let count = 0;
  for (; found.has(last); last--) count++;
  return count;
}
