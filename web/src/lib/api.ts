// What is asked of the server once, over HTTP.
import { hostSays, hostShutsOut, type HostNotice } from './host.svelte';
import { lang } from './i18n.svelte';
import type { ClockTerms, TableInfo } from './wire';

export interface GameOption {
  name: string;
  about: string;
  default: string;
  choices?: string[];
  min?: number;
  max?: number;
}

export interface Bot {
  name: string;
  about: string;
}

export interface GameInfo {
  id: string;
  name: string;
  designer: string;
  about: string;
  rules: number;
  seats: number[];
  seats_usual: number;
  options: GameOption[];
  packs: { id: string; name?: string; hash: string }[];
  bots: Bot[];
}

export interface SeatWish {
  kind: 'me' | 'open' | 'reserved' | 'bot';
  bot?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string>;
  pack?: string;
  public?: boolean;
  watch?: 'public' | 'none';
  takeback?: 'allow' | 'never';
  clock?: ClockTerms;
  name?: string;
  pledge?: string;
}

/** A draw of chance: the move, its number among the draws, and all that could have come, with odds. */
export interface Draw {
  step: number;
  move: string;
  draw: number;
  outcomes: { move: string; weight: number }[];
}

export interface SeatKey {
  seat: string;
  key: string;
  link: string;
}

export interface MadeTable {
  table: string;
  seats: SeatKey[];
  opener?: string;
}

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
    ask<SeatKey & { table: string }>(`${at(table)}/join${q()}`, 'POST', wish, key),
  leave: (table: string, key: string) => ask<unknown>(`${at(table)}/leave${q()}`, 'POST', {}, key),
  newKey: (table: string, key: string) => ask<SeatKey>(`${at(table)}/key${q()}`, 'POST', {}, key),
  invite: (table: string, seat: string, key: string) =>
    ask<SeatKey>(`${at(table)}/invite${q()}`, 'POST', { seat }, key),
  log: (table: string, key?: string) => ask<string>(`${at(table)}/log${q()}`, 'GET', undefined, key),
  draws: (table: string) => ask<{ draws: Draw[] }>(`${at(table)}/draws${q()}`).then((said) => said.draws),
};
