// The page's side of the hall's worker: requests as promises, lines that look like WebSockets (lib/line takes them as
// such).
import type { FromHall, ToHall, Trouble } from './messages';

export interface Port {
  postMessage(message: ToHall): void;
  onmessage: ((event: MessageEvent<FromHall>) => void) | null;
}

export interface HallAnswer {
  status: number;
  type: string;
  body: string;
}

export class HallClient {
  /** When it can be asked; what is asked before waits. */
  readonly ready: Promise<void>;
  trouble: (kind: Trouble, words: string) => void = () => {};
  well: () => void = () => {};

  private next = 1;
  private isReady!: () => void;
  private readonly asked = new Map<number, (answer: HallAnswer) => void>();
  private readonly sockets = new Map<number, HallSocket>();

  constructor(private readonly port: Port) {
    this.ready = new Promise((done) => (this.isReady = done));
    port.onmessage = (event) => this.hear(event.data);
  }

  /** As over HTTP: path with its query, a body as JSON text, the key of a seat. */
  request(method: string, address: string, body = '', key = ''): Promise<HallAnswer> {
    const id = this.next++;
    const [path = '', query = ''] = address.split('?');
    return new Promise((done) => {
      this.asked.set(id, done);
      this.port.postMessage({ t: 'request', id, method, path, query, key, body });
    });
  }

  /** A line to the hall. */
  socket(): WebSocket {
    const socket = new HallSocket((message) => this.port.postMessage(message), this.next++);
    this.sockets.set(socket.line, socket);
    void this.ready.then(() => socket.begin());
    return socket as unknown as WebSocket;
  }

  private hear(message: FromHall): void {
    if (message.t === 'ready') this.isReady();
    else if (message.t === 'said') this.sockets.get(message.line)?.hear(message.text);
    else if (message.t === 'closed') {
      this.sockets.get(message.line)?.ended(message.code);
      this.sockets.delete(message.line);
    } else if (message.t === 'answer') {
      this.asked.get(message.id)?.(message);
      this.asked.delete(message.id);
    } else if (message.t === 'trouble') this.trouble(message.kind, message.words);
    else this.well();
  }
}

/** As much of a WebSocket as a page uses. */
export class HallSocket extends EventTarget {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor(
    private readonly say: (message: ToHall) => void,
    readonly line: number,
  ) {
    super();
  }

  begin(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.say({ t: 'open', line: this.line });
    this.tell(new Event('open'), this.onopen);
  }

  send(text: string): void {
    if (this.readyState === 1) this.say({ t: 'say', line: this.line, text });
  }

  close(code = 1000): void {
    if (this.readyState === 1) this.say({ t: 'close', line: this.line });
    this.ended(code);
  }

  hear(text: string): void {
    if (this.readyState === 1) this.tell(new MessageEvent('message', { data: text }), this.onmessage);
  }

  ended(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.tell(new CloseEvent('close', { code }), this.onclose);
  }

  private tell<E extends Event>(event: E, handler: ((event: E) => void) | null): void {
    handler?.(event);
    this.dispatchEvent(event);
  }
}

/** The hall in a worker of its own. */
export function startHall(): HallClient {
  return new HallClient(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'hall' }) as Port);
}
