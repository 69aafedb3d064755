// A line to a house: one for all its tables. It comes back by itself, says hello again, sits down again everywhere, and
// never loses a question without a word. The server's is a WebSocket; the one of this device ends in a worker
// (house/office.ts), and nothing here or above knows the difference.
import { hostSays, hostShutsOut } from './host.svelte';
import { lang } from './i18n.svelte';
import { houseOf } from './mine.svelte';
import type { House } from './place';
import { Printed } from './printed';
import { here } from './router.svelte';
import { Soon } from './soon';
import type { FromServer, ToServer } from './wire';

export type LineState = 'connecting' | 'open' | 'lost';

/** Somebody who listens to one table. */
export interface Listener {
  table: string;
  /** What to say when sitting down (again). */
  sit(): Extract<ToServer, { t: 'sit' }>;
  hear(message: FromServer): void;
  /** The line broke, or stands again. */
  line?(state: LineState): void;
}

type Answer = FromServer;
interface Waiting {
  done(answer: Answer): void;
  lost(): void;
}

/** Pauses between attempts, in ms; the last one goes on. */
const PAUSES = [300, 700, 1500, 3000, 5000, 8000];
const PING = 20000;
const SILENCE = 45000;

export interface LineOptions {
  url?: string;
  socket?: (url: string) => Socket;
  house?: House;
}

/** What a line needs of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export class Line {
  state = $state<LineState>('connecting');
  /** Grows with every lost connection until one stands. */
  attempts = $state(0);
  /** Known after hello; it changes when the server was restarted. */
  boot = $state<string | null>(null);
  /** How often the server was restarted while this page was open. */
  restarts = $state(0);
  version = $state('');
  /** The server said that it stops. */
  leaving = $state<string | null>(null);

  #socket: Socket | null = null;
  #listeners = new Map<string, Set<Listener>>();
  #waiting = new Map<string, Waiting>();
  #printed = new Printed();
  #next = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #url: string;
  #make: (url: string) => Socket;
  #closed = false;
  readonly house: House;

  constructor(options: LineOptions = {}) {
    const origin = typeof location === 'undefined' ? 'http://localhost' : location.origin;
    this.#url = options.url ?? `${origin.replace(/^http/, 'ws')}/ws`;
    this.house = options.house ?? 'server';
    this.#make = options.socket ?? ((url) => new WebSocket(url, 'ochre.1'));
  }

  open(): void {
    this.#closed = false;
    if (!this.#socket) this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Do not wait for the next attempt. */
  now(): void {
    if (this.state === 'open' || this.#closed) return;
    clearTimeout(this.#timer);
    if (!this.#socket) this.#connect();
  }

  #connect(): void {
    this.#heard = Date.now();
    const socket = this.#make(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#send({ t: 'hello', lang: lang(), words: true });
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#take(String(event.data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#broke();
    };
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#beat(socket), PING);
  }

  #beat(socket: Socket): void {
    if (this.#socket !== socket) return;
    // A line that says nothing for so long is dead, whatever the socket believes.
    if (Date.now() - this.#heard > SILENCE) {
      socket.onclose = null;
      socket.close();
      this.#broke();
    } else if (socket.readyState === WebSocket.OPEN) this.#send({ t: 'ping' });
  }

  #broke(): void {
    this.#socket = null;
    clearInterval(this.#pulse);
    for (const waiting of this.#waiting.values()) waiting.lost();
    this.#waiting.clear();
    if (this.#closed) return;
    const was = this.state;
    this.state = this.boot === null && was === 'connecting' ? 'connecting' : 'lost';
    if (was === 'open') this.#each((listener) => listener.line?.('lost'));
    const pause = PAUSES[Math.min(this.attempts, PAUSES.length - 1)]!;
    this.attempts += 1;
    this.#timer = setTimeout(() => this.#connect(), pause * (0.8 + 0.4 * Math.random()));
  }

  #each(say: (listener: Listener) => void): void {
    for (const listeners of this.#listeners.values()) for (const listener of [...listeners]) say(listener);
  }

  #take(text: string): void {
    this.#heard = Date.now();
    let message: FromServer;
    try {
      message = this.#printed.complete(JSON.parse(text) as FromServer);
    } catch {
      return;
    }
    if (message.t === 'hello') return this.#greeted(message);
    if (message.t === 'notice') return hostSays(message);
    if (message.t === 'bye') return this.#leave(message);
    const id = 'id' in message && message.id !== undefined ? String(message.id) : null;
    if (id !== null && this.#waiting.has(id)) {
      const waiting = this.#waiting.get(id)!;
      this.#waiting.delete(id);
      waiting.done(message as Answer);
    }
    const table = 'table' in message ? message.table : undefined;
    if (table) for (const listener of [...(this.#listeners.get(table) ?? [])]) listener.hear(message);
  }

  #leave(message: Extract<FromServer, { t: 'bye' }>): void {
    this.leaving = message.why;
    if (message.code !== 'banned') return;
    // Knocking again and again would change nothing.
    hostShutsOut(message.why);
    this.state = 'lost';
    this.close();
  }

  #greeted(message: Extract<FromServer, { t: 'hello' }>): void {
    const first = this.state !== 'open';
    if (this.boot !== null && this.boot !== message.boot) this.restarts += 1;
    // What the host still has to say comes right behind this.
    if (first && this.house === 'server') {
      hostSays(null);
      hostShutsOut(null);
    }
    this.boot = message.boot;
    this.version = message.server;
    this.leaving = null;
    this.attempts = 0;
    this.state = 'open';
    if (!first) return; // only the language has changed
    this.#each((listener) => {
      listener.line?.('open');
      this.#send(listener.sit());
    });
  }

  #send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Says something; false when the line is down. */
  say(message: ToServer): boolean {
    return this.state === 'open' && this.#send(message);
  }

  /** Asks something and waits for the direct answer; null when the line broke before it came. */
  ask(message: ToServer): Promise<Answer | null> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(String(id), { done: resolve, lost: () => resolve(null) });
      if (this.state !== 'open' || !this.#send({ ...message, id })) {
        this.#waiting.delete(String(id));
        resolve(null);
      }
    });
  }

  /** The language of the page has changed: the server tells everything again in the new one. */
  relearn(): void {
    this.say({ t: 'hello', lang: lang(), words: true });
  }

  /** Begins to hear a table. Returns how to stop. */
  listen(listener: Listener): () => void {
    const { table } = listener;
    const others = this.#listeners.get(table) ?? new Set();
    others.add(listener);
    this.#listeners.set(table, others);
    if (this.state === 'open') this.#send(listener.sit());
    return () => {
      others.delete(listener);
      if (others.size) return;
      this.#listeners.delete(table);
      this.say({ t: 'rise', table });
    };
  }
}

const shared = new Map<House, Line>();

const office = () => import('../house/office').then((found) => found.enter);

/** A first screen comes first, unless it is a table: that is nothing without whoever keeps it. */
function idle(): Promise<void> {
  if (document.readyState === 'complete' || here().page === 'table') return Promise.resolve();
  return new Promise((done) => window.addEventListener('load', () => setTimeout(done), { once: true }));
}

const ends: Record<House, () => Line> = {
  server: () => new Line(),
  // Fetched when a table of this device is wanted.
  here: () => new Line({ house: 'here', socket: () => new Soon(idle().then(office)) }),
};

/** The one line of this page to a house; opened when it is first needed. */
export function line(house: House = 'server'): Line {
  const known = shared.get(house);
  if (known) return known;
  const made = ends[house]();
  shared.set(house, made);
  made.open();
  window.addEventListener('online', () => shared.get(house)?.now());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) shared.get(house)?.now();
  });
  return made;
}

/** Another line to a house, for a moment; whoever opens it closes it. */
export const newLine = (house: House): Line => ends[house]();

/** The line to the house where a table of mine stands. */
export function lineOf(table: string): Line {
  return line(houseOf(table));
}

/** The language has changed: every house that is spoken to tells everything again. */
export function relearnAll(): void {
  for (const one of shared.values()) one.relearn();
}

/** For tests: another line instead of the shared one. */
export function useLine(other: Line | null): void {
  for (const one of shared.values()) one.close();
  shared.clear();
  if (other) shared.set(other.house, other);
}
