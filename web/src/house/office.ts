// The house of this device: a worker with the hall inside (hall/worker.ts), and this end of it. What comes in on one of
// its lines, or is asked once, goes to the worker as it would go to a server; see docs/anywhere.md for the messages.
import { Refusal, type Request, type Said } from '../lib/api';
import { lang } from '../lib/i18n.svelte';
import type { End, Taker } from '../lib/soon';
import { report, type Kind } from './trouble.svelte';

type ToWorker =
  | { t: 'open'; line: number }
  | { t: 'say'; line: number; text: string }
  | { t: 'close'; line: number }
  | { t: 'request'; id: number; method: string; path: string; query: string; key: string; body: string };
type FromWorker =
  | { t: 'ready' }
  | { t: 'said'; line: number; text: string }
  | { t: 'closed'; line: number; code: number }
  | { t: 'answer'; id: number; status: number; type: string; body: string }
  | { t: 'trouble'; kind: Kind; words: string };

/** A worker that owes an answer for so long is dead, whatever the browser believes. */
const LOOK_MS = 4000;
const PATIENCE = 3;
/** After so many deaths in a row it is not started again by itself. */
const LIVES = 5;

const HALL = import.meta.glob<{ default: new () => Worker }>('../hall/worker.ts', { query: '?worker' });

let worker: Worker | null = null;
let isReady = false;
let lives = LIVES;
let next = 1;
let owed = 0;
let watch: ReturnType<typeof setInterval> | undefined;
const lines = new Map<number, Taker>();
const asked = new Map<number, { done(said: Said): void; lost(): void; message: ToWorker }>();

function post(message: ToWorker): void {
  worker?.postMessage(message);
}

function take(message: FromWorker): void {
  owed = 0;
  switch (message.t) {
    case 'ready':
      return ready();
    case 'said':
      return lines.get(message.line)?.said(message.text);
    case 'closed': {
      const taker = lines.get(message.line);
      lines.delete(message.line);
      return taker?.closed();
    }
    case 'answer': {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      return waiting?.done({ status: message.status, type: message.type, text: message.body });
    }
    case 'trouble':
      report(message);
      if (message.kind === 'module' || message.kind === 'elsewhere') lost();
      return;
  }
}

function ready(): void {
  isReady = true;
  lives = LIVES;
  report(null);
  for (const [line, taker] of lines) {
    post({ t: 'open', line });
    taker.opened();
  }
  for (const { message } of asked.values()) post(message);
}

/** The worker is gone: its lines are closed and come back by themselves, what was asked is refused. */
function lost(): void {
  worker?.terminate();
  worker = null;
  isReady = false;
  clearInterval(watch);
  watch = undefined;
  const takers = [...lines.values()];
  const waiting = [...asked.values()];
  lines.clear();
  asked.clear();
  for (const taker of takers) taker.closed();
  for (const one of waiting) one.lost();
}

let starting: Promise<void> | null = null;

async function start(): Promise<void> {
  if (worker) return;
  const load = Object.values(HALL)[0];
  try {
    if (!load || lives <= 0) throw new Error('no module');
    lives -= 1;
    const { default: Hall } = await load();
    const made = new Hall();
    worker = made;
    owed = 0;
    made.onmessage = (event: MessageEvent<FromWorker>) => worker === made && take(event.data);
    made.onerror = (event) => {
      event.preventDefault();
      if (worker === made) died();
    };
    watch = setInterval(look, LOOK_MS);
  } catch {
    report({ kind: 'module', words: '' });
    lost();
  }
}

/** Somebody may have ended it: the browser that needs its memory, or a fault. It is asked, and begun anew. */
function look(): void {
  if (!isReady || document.hidden) {
    owed = 0;
    return;
  }
  if (owed >= PATIENCE) return died();
  owed += 1;
  post({ t: 'request', id: 0, method: 'GET', path: '/health', query: '', key: '', body: '' });
}

function died(): void {
  if (lives <= 0) report({ kind: 'module', words: '' });
  lost();
}

function begin(): Promise<void> {
  starting ??= start().finally(() => (starting = null));
  return starting;
}

/** A line to the hall. */
export function enter(taker: Taker): End {
  const line = next++;
  lines.set(line, taker);
  if (isReady) {
    post({ t: 'open', line });
    taker.opened();
  } else void begin();
  return {
    say: (text) => post({ t: 'say', line, text }),
    close() {
      if (lines.delete(line)) post({ t: 'close', line });
    },
  };
}

/** One question and its answer. */
export function request({ path, method, body = '', key = '' }: Request): Promise<Said> {
  const [where = path, query = `lang=${lang()}`] = path.split('?');
  const id = next++;
  const message: ToWorker = { t: 'request', id, method, path: where, query, key, body };
  return new Promise((done, refuse) => {
    asked.set(id, { done, lost: () => refuse(new Refusal('house', '')), message });
    if (isReady) post(message);
    else void begin();
  });
}

/** Somebody wants to try again. */
export function again(): void {
  lives = LIVES;
  report(null);
  void begin();
}
