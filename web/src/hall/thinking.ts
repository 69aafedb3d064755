// The hall's side of the thinking worker: begins one when it is needed, ends it when its thought is no longer wanted.
import type { FromThinker, ToThinker } from './thinker';

export interface ThinkerWorker {
  postMessage(message: ToThinker, options?: { transfer: Transferable[] }): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** An answer without bytes: the worker failed, think it out yourself. */
export type Thought = (ticket: number, answer: Uint8Array) => void;

export class Thinking {
  private worker: ThinkerWorker | null = null;
  private ticket = 0;

  constructor(
    private readonly compiled: WebAssembly.Module,
    private readonly make: () => ThinkerWorker,
    private readonly thought: Thought,
  ) {}

  think(ticket: number, question: Uint8Array<ArrayBuffer>): void {
    this.ticket = ticket;
    try {
      this.worker ??= this.begin();
      this.worker.postMessage({ t: 'think', ticket, question }, { transfer: [question.buffer] });
    } catch {
      setTimeout(() => this.fail(ticket)); // not while the hall is being called
    }
  }

  stop(ticket: number): void {
    if (ticket === this.ticket) this.end();
  }

  end(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private begin(): ThinkerWorker {
    const worker = this.make();
    worker.onmessage = (event) => {
      if (worker === this.worker) this.thought(event.data.ticket, event.data.answer);
    };
    worker.onerror = () => {
      if (worker === this.worker) this.fail(this.ticket);
    };
    worker.postMessage({ t: 'begin', compiled: this.compiled });
    return worker;
  }

  private fail(ticket: number): void {
    this.end();
    this.thought(ticket, new Uint8Array(0));
  }
}
