// What is asked of the server once, over HTTP.
import { hostSays, hostShutsOut, type HostNotice } from './host.svelte';
import { lang } from './i18n.svelte';
import type { Draw, GameInfo, MadeTable, NewTable, TableInfo, TakenSeat } from './wire';

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

async function ask<T>(path: string, method = 'GET', body?: unknown, key?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal('away', '');
  }
  const text = await answer.text();
  if (answer.ok) return (answer.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text) as T;
  let error: { code?: string; why?: string } = {};
  try {
    error = (JSON.parse(text) as { error?: typeof error }).error ?? {};
  } catch {
    // An answer from something in between; its status says enough.
  }
  if (error.code === 'banned') hostShutsOut(error.why ?? '');
  throw new Refusal(error.code ?? 'http', error.why ?? '', answer.status);
}

const q = () => `?lang=${lang()}`;
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => ask<{ games: GameInfo[] }>(`/api/games${q()}`).then((said) => said.games),
  rules: (game: string) =>
    ask<{ game: string; lang: string; text: string }>(`/api/rules/${encodeURIComponent(game)}${q()}`),
  tables: () =>
    ask<{ tables: TableInfo[]; notice?: HostNotice }>(`/api/tables${q()}`).then((said) => {
      hostSays(said.notice ?? null);
      return said.tables;
    }),
  table: (table: string) => ask<TableInfo>(at(table) + q()),
  make: (wish: NewTable) => ask<MadeTable>(`/api/tables${q()}`, 'POST', wish),
  join: (table: string, wish: { seat?: string; name?: string; pledge?: string }, key?: string) =>
    ask<TakenSeat>(`${at(table)}/join${q()}`, 'POST', wish, key),
  leave: (table: string, key: string) => ask<unknown>(`${at(table)}/leave${q()}`, 'POST', {}, key),
  newKey: (table: string, key: string) => ask<TakenSeat>(`${at(table)}/key${q()}`, 'POST', {}, key),
  invite: (table: string, seat: string, key: string) =>
    ask<TakenSeat>(`${at(table)}/invite${q()}`, 'POST', { seat }, key),
  log: (table: string, key?: string) => ask<string>(`${at(table)}/log${q()}`, 'GET', undefined, key),
  draws: (table: string) => ask<{ draws: Draw[] }>(`${at(table)}/draws${q()}`).then((said) => said.draws),
};
