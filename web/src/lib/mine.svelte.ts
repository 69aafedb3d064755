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
  how: 'won' | 'lost' | 'drawn';
  /** Who else sat there. */
  others: string[];
  steps: number;
  /** When this browser heard of it (ms). */
  at: number;
}

const KEY = 'ochre.tables';
const MOST = 60;

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

function write(next: Mine[]): void {
  list = next.sort((a, b) => b.at - a.at).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
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
