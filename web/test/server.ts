// A server made of recordings, for tests in jsdom: it speaks the wire over a pretended WebSocket.
import { readFileSync } from 'node:fs';
import { Line } from '../src/lib/line.svelte';
import type { FromServer, Step, TableMessage, ToServer } from '../src/lib/wire';

export const TABLE = 'k5wq3tgmd7ra';
export const KEY = 'abcdefghijklmnopqrstuvwx23';

export function recording(name: string): { table: TableMessage; steps: Step[] } {
  const [table, ...steps] = readFileSync(`fixtures/${name}.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const { printed } = steps[0];
  delete steps[0].printed; // every view has it: any of them may be told first
  const whole = (step: Step): Step => ({ ...step, table: TABLE, view: { ...printed, ...step.view } });
  return { table: tableMessage(table), steps: steps.map(whole) };
}

export function tableMessage(more: Partial<TableMessage>): TableMessage {
  return {
    t: 'table',
    table: TABLE,
    game: 'dice',
    name: 'Sapiens (dice)',
    status: 'running',
    seats: [],
    left: [],
    options: {},
    pack: 'default',
    public: false,
    watch: 'public',
    hints: 'allow',
    standins: 'allow',
    takeback: 'allow',
    clock: { kind: 'none' },
    chance: true,
    steps: 0,
    made: 1731715200,
    me: 'p1',
    opener: true,
    watchers: 0,
    thinking: [],
    fair: { version: 2, commitment: 'cb2f', pledges: {}, shares: {}, withheld: [] },
    ...more,
  };
}

type Said = ToServer & { id?: number };

/** Stands where the browser's WebSocket would. */
export class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Said[] = [];

  constructor(readonly server: FakeServer) {}

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text: string): void {
    const message = JSON.parse(text) as Said;
    this.sent.push(message);
    this.server.take(message, this);
  }

  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

export class FakeServer {
  boot = 'first';
  /** Refuses new connections while false. */
  up = true;
  sockets: FakeSocket[] = [];
  heard: Said[] = [];
  answer: (message: Said, socket: FakeSocket) => void = () => {};

  connect = (): WebSocket => {
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    queueMicrotask(() => (this.up ? socket.open() : socket.close()));
    return socket as unknown as WebSocket;
  };

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  take(message: Said, socket: FakeSocket): void {
    this.heard.push(message);
    if (message.t === 'hello') socket.tell({ t: 'hello', server: 'test', wire: 5, boot: this.boot });
    else this.answer(message, socket);
  }

  said<T extends ToServer['t']>(kind: T): Extract<Said, { t: T }>[] {
    return this.heard.filter((message): message is Extract<Said, { t: T }> => message.t === kind);
  }

  line(): Line {
    const line = new Line({ url: 'ws://test/ws', socket: this.connect });
    line.open();
    return line;
  }

  /** Answers everybody who sits down with a recorded table at one of its steps. */
  play(name: string, at: number, more: Partial<TableMessage> = {}): { table: TableMessage; steps: Step[] } {
    const found = recording(name);
    const index = at < 0 ? found.steps.length + at : at;
    const story = found.steps.slice(0, index + 1).flatMap((step) => step.story);
    this.answer = (message, socket) => {
      if (message.t !== 'sit') return;
      socket.tell({ ...found.table, ...more });
      if (more.status !== 'waiting') socket.tell({ ...found.steps[index]!, since: 0, story });
    };
    return found;
  }
}

/** Lets promises and effects run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits until something is true; slow machines get a generous while. */
export async function until(what: () => unknown, seconds = 240): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!what()) {
    if (Date.now() > end) throw new Error('it never became true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
