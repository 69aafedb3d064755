// The house of this device: a worker with the hall inside (hall/worker.ts), and this end of it. What is said on one of
// its lines, or asked once, goes to the worker as it would go to a server (hall/messages.ts).
import { Refusal, type Request, type Said } from '../lib/api';
import { lang } from '../lib/i18n.svelte';
import { clearAway } from '../lib/letgo';
import type { End, Taker } from '../lib/soon';
import type { FromHall, ToHall } from '../hall/messages';
import { report } from './trouble.svelte';

/** A worker that owes an answer for so long is dead, whatever the browser believes. */
const LOOK_MS = 4000;
const PATIENCE = 3;
/** After so many deaths without a life in between it is not started again by itself. */
const LIVES = 5;

interface Place {
  taker: Taker;
  isOpen: boolean;
}
interface Question {
  message: ToHall;
  done(said: Said): void;
  lost(): void;
}

let worker: Worker | null = null;
let isReady = false;
let lives = LIVES;
let next = 1;
let owed = 0;
let watch: ReturnType<typeof setInterval> | undefined;
const lines = new Map<number, Place>();
const asked = new Map<number, Question>();

const post = (message: ToHall) => worker?.postMessage(message);

function take(message: FromHall): void {
  owed = 0;
  switch (message.t) {
    case 'ready':
      return ready();
    case 'said':
      return lines.get(message.line)?.taker.said(message.text);
    case 'closed':
      return closed(message.line);
    case 'answer': {
      const question = asked.get(message.id);
      asked.delete(message.id);
      return question?.done({ status: message.status, type: message.type, text: message.body });
    }
    case 'trouble':
      report(message);
      // Without room play rests until there is some, and another window may yet let go. Everything else is an end.
      if (message.kind !== 'quota' && message.kind !== 'elsewhere' && (!isReady || message.kind !== 'damaged')) died();
      return;
    case 'well':
      return report(null);
  }
}

/** The hall can be asked, for the first time or after it has moved here from another window. */
function ready(): void {
  isReady = true;
  lives = LIVES;
  report(null);
  for (const [line, place] of lines) if (!place.isOpen) open(line, place);
  for (const { message } of asked.values()) post(message);
  clearOnce();
}

let isCleared = false;

/** Once for every page: whoever puts a table away can undo that for as long as it is open. */
function clearOnce(): void {
  if (isCleared) return;
  isCleared = true;
  void clearAway();
}

function open(line: number, place: Place): void {
  place.isOpen = true;
  post({ t: 'open', line });
  place.taker.opened();
}

function closed(line: number): void {
  const place = lines.get(line);
  lines.delete(line);
  place?.taker.closed();
}

/** The worker is no more. Its lines are closed and come back by themselves; what was asked is refused. */
function died(): void {
  worker?.terminate();
  worker = null;
  isReady = false;
  clearInterval(watch);
  const questions = [...asked.values()];
  asked.clear();
  for (const line of [...lines.keys()]) closed(line);
  for (const question of questions) question.lost();
}

/** A browser that needs its memory may have ended it without a word: it is asked now and then. */
function look(): void {
  if (!isReady || document.hidden) owed = 0;
  else if (owed >= PATIENCE) died();
  else {
    owed += 1;
    post({ t: 'request', id: 0, method: 'GET', path: '/health', query: '', key: '', body: '' });
  }
}

function start(): void {
  if (worker) return;
  if (lives <= 0) return giveUp();
  lives -= 1;
  try {
    const made = new Worker(new URL('../hall/worker.ts', import.meta.url), { type: 'module' });
    worker = made;
    owed = 0;
    made.onmessage = (event: MessageEvent<FromHall>) => {
      if (worker === made) take(event.data);
    };
    made.onerror = (event) => {
      event.preventDefault();
      if (worker !== made) return;
      // What cannot even be fetched does not come to life by being asked again.
      if (!isReady) report({ kind: 'module', words: event.message ?? '' });
      died();
    };
    watch = setInterval(look, LOOK_MS);
  } catch {
    giveUp();
  }
}

function giveUp(): void {
  report({ kind: 'module', words: '' });
  died();
}

/** A line to the hall. */
export function enter(taker: Taker): End {
  const line = next++;
  const place = { taker, isOpen: false };
  lines.set(line, place);
  // Whoever is told must have got this end first.
  queueMicrotask(() => {
    if (!lines.has(line)) return;
    if (isReady) open(line, place);
    else start();
  });
  return {
    say: (text) => post({ t: 'say', line, text }),
    close() {
      if (lines.delete(line) && place.isOpen) post({ t: 'close', line });
    },
  };
}

/** One question and its answer. */
export function request({ path, method, body = '', key = '' }: Request): Promise<Said> {
  const [where = path, query = `lang=${lang()}`] = path.split('?');
  const id = next++;
  // Whoever makes a table here would like to find it again: the browser is asked not to clear it away.
  if (method === 'POST' && where === '/api/tables') void navigator.storage?.persist?.().catch(() => {});
  const message: ToHall = { t: 'request', id, method, path: where, query, key, body };
  return new Promise((done, refuse) => {
    asked.set(id, { done, lost: () => refuse(new Refusal('house', '')), message });
    if (isReady) post(message);
    else start();
  });
}

/** Somebody wants to try again. */
export function again(): void {
  lives = LIVES;
  report(null);
  start();
}
