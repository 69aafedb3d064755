// My tables on their way to another device: as a link whose fragment no server is ever sent, as a square code of that
// link, or as a file. Whoever has it sits in my seats.
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { digest } from './chance';
import type { Mine } from './mine.svelte';

export interface Luggage {
  /** What I am called. */
  name: string;
  tables: Mine[];
}

const VERSION = '1';
/** The mark of such a link. */
const MARK = 'bring=';
/** A code with more letters than this is hard to scan from a screen. */
export const CODE_MOST = 1200;
/** No file of ours is larger; what is, is something else. */
export const FILE_MOST = 1_000_000;

const TABLE = /^[a-z2-7]{8,20}$/;
const KEY = /^[a-z2-7]{26}$/;
const GAME = /^[a-z][a-z0-9-]{0,31}$/;
const SHARE = /^[0-9a-f]{64}$/;

const sum = (text: string) => digest(utf8ToBytes(text)).slice(0, 8);

/** One table: its name, key, game, seat, share of chance, and whether it is over. */
function packed(one: Mine): string {
  return [one.table, one.key, one.game, one.seat.slice(1), one.share ?? '', one.over ? 'o' : ''].join('.');
}

function unpacked(text: string): Mine | null {
  const [table = '', key = '', game = '', seat = '', share = '', over = ''] = text.split('.');
  if (!TABLE.test(table) || !KEY.test(key) || !GAME.test(game) || !/^[1-4]?$/.test(seat)) return null;
  return {
    table,
    key,
    game,
    seat: seat ? `p${seat}` : '',
    at: 0,
    seen: 0,
    ready: true,
    ...(SHARE.test(share) ? { share } : {}),
    ...(over ? { over: true } : {}),
  };
}

const ours = (tables: readonly Mine[]) =>
  tables.filter(
    (one) => one.house !== 'here' && TABLE.test(one.table) && KEY.test(one.key) && GAME.test(one.game) && !one.away,
  );

/** What stands behind the # of the link. `most`: leave out the oldest tables until it is no longer than that. */
export function pack({ name, tables }: Luggage, most = Infinity): { text: string; count: number } {
  const all = ours(tables).map(packed);
  for (let count = all.length; ; count--) {
    const inside = [VERSION, encodeURIComponent(name).replaceAll('~', '%7E'), ...all.slice(0, count)].join('~');
    const text = `${MARK}${inside}~${sum(inside)}`;
    if (count === 0 || text.length <= most) return { text, count };
  }
}

export function isLuggage(hash: string): boolean {
  return hash.replace(/^#/, '').startsWith(MARK);
}

/** What a link brings, or null where it is damaged or cut off. */
export function unpack(hash: string): Luggage | null {
  if (!isLuggage(hash)) return null;
  const text = hash.replace(/^#/, '').slice(MARK.length);
  const at = text.lastIndexOf('~');
  const inside = text.slice(0, at);
  if (at < 0 || sum(inside) !== text.slice(at + 1)) return null;
  const [version, name = '', ...parts] = inside.split('~');
  if (version !== VERSION) return null;
  const tables = parts.map(unpacked);
  if (tables.some((one) => one === null)) return null;
  try {
    return { name: decodeURIComponent(name).slice(0, 40), tables: tables as Mine[] };
  } catch {
    return null;
  }
}

/** Everything that is known, for a file. */
export function toFile({ name, tables }: Luggage): string {
  return JSON.stringify({ ochre: 'tables', version: 1, name, tables }, null, 1);
}

const text = (value: unknown, form: RegExp): string => (typeof value === 'string' && form.test(value) ? value : '');
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;

function fromRow(row: unknown): Mine | null {
  if (typeof row !== 'object' || row === null) return null;
  const one = row as Record<string, unknown>;
  const [table, key, game] = [text(one.table, TABLE), text(one.key, KEY), text(one.game, GAME)];
  if (!table || !key || !game) return null;
  const share = text(one.share, SHARE);
  const promise = text(one.promise, SHARE);
  const seal = text(one.seal, SHARE);
  return {
    table,
    key,
    game,
    seat: text(one.seat, /^p[1-4]$/),
    at: count(one.at),
    seen: count(one.seen),
    ready: true,
    ...(share ? { share } : {}),
    ...(promise ? { promise } : {}),
    ...(seal ? { seal } : {}),
    ...(one.over === true ? { over: true } : {}),
  };
}

/** What a file brings, or null where it is no file of ours. */
export function fromFile(content: string): Luggage | null {
  try {
    const said = JSON.parse(content) as { ochre?: unknown; version?: unknown; name?: unknown; tables?: unknown };
    if (said.ochre !== 'tables' || said.version !== 1 || !Array.isArray(said.tables)) return null;
    const tables = said.tables.map(fromRow);
    if (tables.some((one) => one === null)) return null;
    return { name: typeof said.name === 'string' ? said.name.slice(0, 40) : '', tables: tables as Mine[] };
  } catch {
    return null;
  }
}
