// What is asked of a house once: of a server over HTTP, of this device in its worker.
import { hostSays, hostShutsOut, type HostNotice } from './host.svelte';
import { lang } from './i18n.svelte';
import { houseOf } from './mine.svelte';
import { isSite, type House } from './place';
import type { Draw, GameInfo, MadeTable, NewReview, NewTable, ReviewState, TableInfo, TakenSeat } from './wire';

export type { Bot, Draw, GameInfo, GameOption, MadeTable, NewTable, SeatKey, SeatWish } from './wire';

/** What the server answered instead, or that it did not. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    why: string,
    readonly status = 0,
  ) {
    super(why);
  }
}

/** What a house answers to a request. */
export interface Said {
  status: number;
  type: string;
  text: string;
}
export interface Request {
  path: string;
  method: string;
  body?: string;
  key?: string;
}

async function fetched({ path, method, body, key }: Request): Promise<Said> {
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
      },
      ...(body === undefined ? {} : { body }),
      // What is let go of by a page that goes, too.
      keepalive: method === 'DELETE',
    });
    return { status: answer.status, type: answer.headers.get('Content-Type') ?? '', text: await answer.text() };
  } catch {
    throw new Refusal('away', '');
  }
}

const doors: Record<House, (request: Request) => Promise<Said>> = {
  server: fetched,
  here: async (request) => (await import('../house/office')).request(request),
};

/** What a house says; throws a Refusal when it does not. */
async function hear(house: House, path: string, method = 'GET', body?: unknown, key?: string): Promise<Said> {
  const said = await doors[house]({
    path,
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(key ? { key } : {}),
  });
  const { status, text } = said;
  if (status >= 200 && status < 300) return said;
  let error: { code?: string; why?: string } = {};
  try {
    error = (JSON.parse(text) as { error?: typeof error }).error ?? {};
  } catch {
    // An answer from something in between; its status says enough.
  }
  if (error.code === 'banned') hostShutsOut(error.why ?? '');
  // A hall that has ended says `away`; here that is the house of this device, not a server.
  if (house === 'here' && error.code === 'away') throw new Refusal('house', '', status);
  throw new Refusal(error.code ?? 'http', error.why ?? '', status);
}

async function ask<T>(house: House, path: string, method = 'GET', body?: unknown, key?: string): Promise<T> {
  const { type, text } = await hear(house, path, method, body, key);
  return (type.includes('json') ? JSON.parse(text) : text) as T;
}

/** Where new tables stand, unless somebody says otherwise. */
const usual: House = isSite ? 'here' : 'server';

/** What every house knows: of the server, or of this device when the server does not answer. */
async function askAny<T>(path: string): Promise<T> {
  if (isSite) return ask<T>('here', path);
  try {
    return await ask<T>('server', path);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'away')) throw error;
    return ask<T>('here', path).catch(() => {
      throw error;
    });
  }
}

const q = () => `?lang=${lang()}`;
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** To the house where a table stands. */
const to = <T>(table: string, path: string, method = 'GET', body?: unknown, key?: string) =>
  ask<T>(houseOf(table), at(table) + path + q(), method, body, key);

/** Plays that the server looks back upon (docs/wire.md); texts are JSON. */
export const reviews = {
  begin: (wish: NewReview, lang: string) => ask<ReviewState>('server', `/api/reviews?lang=${lang}`, 'POST', wish),
  state: (id: string, since: number) => ask<ReviewState>('server', `/api/reviews/${id}?since=${since}&lang=${lang()}`),
  text: (id: string, what: string) => hear('server', `/api/reviews/${id}/${what}`).then((said) => said.text),
  stop: (id: string) => ask<ReviewState>('server', `/api/reviews/${id}/stop`, 'POST', {}),
  forget: (id: string) => ask<unknown>('server', `/api/reviews/${id}`, 'DELETE'),
};

export const api = {
  games: (house: House = usual) => ask<{ games: GameInfo[] }>(house, `/api/games${q()}`).then((said) => said.games),
  rules: (game: string) =>
    askAny<{ game: string; lang: string; text: string }>(`/api/rules/${encodeURIComponent(game)}${q()}`),
  tables: () =>
    ask<{ tables: TableInfo[]; notice?: HostNotice }>('server', `/api/tables${q()}`).then((said) => {
      hostSays(said.notice ?? null);
      return said.tables;
    }),
  table: (table: string) => to<TableInfo>(table, ''),
  make: (wish: NewTable, house: House = usual) => ask<MadeTable>(house, `/api/tables${q()}`, 'POST', wish),
  join: (table: string, wish: { seat?: string; name?: string; pledge?: string }, key?: string) =>
    to<TakenSeat>(table, '/join', 'POST', wish, key),
  leave: (table: string, key: string) => to<unknown>(table, '/leave', 'POST', {}, key),
  newKey: (table: string, key: string) => to<TakenSeat>(table, '/key', 'POST', {}, key),
  invite: (table: string, seat: string, key: string) => to<TakenSeat>(table, '/invite', 'POST', { seat }, key),
  log: (table: string, key?: string) => to<string>(table, '/log', 'GET', undefined, key),
  /** The same with everything in it, at any time: only the house of this device gives that out. */
  wholeLog: (table: string, key: string) =>
    ask<string>('here', `${at(table)}/log?reveal=1&lang=${lang()}`, 'GET', undefined, key),
  /** The play ends there; the log is whole then (endedLog). */
  take: (table: string, key: string, keys: string[]) => to<unknown>(table, '/take', 'POST', { keys }, key),
  endedLog: (table: string, key: string) =>
    ask<string>(houseOf(table), `${at(table)}/log?reveal=1&lang=${lang()}`, 'GET', undefined, key),
  /** Only the house of this device lets go of a table. */
  drop: (table: string, key: string) => ask<unknown>('here', `${at(table)}/drop${q()}`, 'POST', {}, key),
  draws: (table: string) => to<{ draws: Draw[] }>(table, '/draws').then((said) => said.draws),
};
