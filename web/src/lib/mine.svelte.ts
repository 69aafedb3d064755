// My tables: the keys of the seats I hold, kept in this browser and nowhere else.

import { isMetHere, isSite, type House } from './place';

/** A seat of somebody at this device: its key, and the last step that was seen from it. */
export interface OneHand {
  key: string;
  seen: number;
}

export interface Mine {
  table: string;
  /** Where it stands; missing: with the server. */
  house?: House;
  /** Without one I watch. */
  key: string;
  game: string;
  seat: string;
  /** Several people share this device: their seats. There is no key of mine then. */
  hands?: Record<string, OneHand>;
  /** Nothing is covered between their turns: there are no secrets, or none that matter. */
  open?: boolean;
  /** Keys of seats that I may hand on, by seat. */
  invites?: Record<string, string>;
  /** When I was there last (ms). */
  at: number;
  /** The last step I have seen, so that the rest can be told. */
  seen: number;
  over?: boolean;
  /** I have said that I am ready, by opening, joining or a button. */
  ready?: boolean;
  /** Call me when the others come. */
  call?: boolean;
  /** Put away: only in the list of plays that were. */
  away?: boolean;
  /** How it ended, for the list of plays that were. */
  result?: Result;
  /** What I give to chance (64 hexadecimal digits; base64 at tables of before there were pledges), the promise I was
   * told, and the seal I was told before I opened my share: for the fair-chance check. */
  share?: string;
  promise?: string;
  seal?: string;
}

export interface Result {
  /** `seen`: nobody's seat was mine (computers alone, or a device that was passed on). */
  how: 'won' | 'lost' | 'drawn' | 'seen';
  winners?: string[];
  /** Who else sat there. */
  others: string[];
  steps: number;
  /** When this browser heard of it (ms). */
  at: number;
}

const KEY = 'ochre.tables';
/** Tables of this device that are no longer remembered: what is kept of them may go (letgo.ts). */
const LET_GO = 'ochre.letgo';
const MOST = 60;

/** Enough to be allowed to delete it. */
export interface LetGo {
  table: string;
  key: string;
}

function read(): Mine[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Mine[];
    return Array.isArray(kept)
      ? kept.filter((mine) => mine && typeof mine.table === 'string' && typeof mine.key === 'string')
      : [];
  } catch {
    return [];
  }
}

let list = $state.raw<Mine[]>([]);

export function letGo(): LetGo[] {
  try {
    const kept = JSON.parse(localStorage.getItem(LET_GO) ?? '[]') as LetGo[];
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.table === 'string') : [];
  } catch {
    return [];
  }
}

/** Is no longer there, or is wanted again. */
export function keepOn(tables: string[]): void {
  const left = letGo().filter((one) => !tables.includes(one.table));
  if (left.length) localStorage.setItem(LET_GO, JSON.stringify(left));
  else localStorage.removeItem(LET_GO);
}

const isDone = (one: Mine) => !!(one.over || one.away || one.result);
const newest = (a: Mine, b: Mine) => b.at - a.at;

function write(next: Mine[]): void {
  // Where there are too many, plays that are over go before those that go on.
  const kept = next.sort((a, b) => Number(isDone(a)) - Number(isDone(b)) || newest(a, b)).slice(0, MOST);
  const known = new Set(kept.map((one) => one.table));
  const gone = read()
    .filter((one) => one.house === 'here' && !known.has(one.table))
    .map(({ table, key, hands }) => ({ table, key: key || (Object.values(hands ?? {})[0]?.key ?? '') }));
  list = kept.sort(newest);
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
    keepOn([...known]);
    if (gone.length) localStorage.setItem(LET_GO, JSON.stringify([...letGo(), ...gone]));
  } catch {
    // A browser that keeps nothing: the seat is lost with the page, and the share dialog says so.
  }
}

export function loadMine(): void {
  list = read();
}

export function mine(): readonly Mine[] {
  return list;
}

export function mineAt(table: string): Mine | undefined {
  return list.find((one) => one.table === table);
}

export function houseOf(table: string): House {
  return mineAt(table)?.house ?? (isSite || isMetHere(table) ? 'here' : 'server');
}

/** The address of one of my tables. */
export function addressOf(table: string): string {
  return `${houseOf(table) === 'here' ? '/here/' : '/t/'}${table}`;
}

/** Up to this step somebody has seen the table. */
export function saw(table: string, seat: string, seen: number): void {
  const hands = mineAt(table)?.hands;
  if (hands?.[seat]) remember({ table, hands: { ...hands, [seat]: { ...hands[seat], seen } } });
}

/** Remembers a seat, or something new about it. Another tab may have written meanwhile: read first. */
export function remember(change: Partial<Mine> & { table: string }): void {
  const all = read();
  const old = all.find((one) => one.table === change.table);
  const fresh: Mine = { key: '', game: '', seat: '', seen: 0, ...old, at: Date.now(), ...change };
  write([fresh, ...all.filter((one) => one.table !== change.table)]);
}

/** Out of the way, but not forgotten; `false` brings it back. */
export function putAway(table: string, away = true): void {
  const old = mineAt(table);
  if (old) remember({ table, away, at: old.at });
}

/** Tables from another device: what is known here already stays as it is. Returns how many are new. */
export function takeIn(brought: Mine[]): number {
  const all = read();
  const known = new Set(all.map((one) => one.table));
  const fresh = brought.filter((one) => !known.has(one.table));
  write([...all, ...fresh]);
  return fresh.length;
}

export function forget(table: string): void {
  write(read().filter((one) => one.table !== table));
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) loadMine();
  });
