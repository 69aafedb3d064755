// A socket whose other end is fetched first: the house of this device is not part of the first screen.
import type { Socket } from './line.svelte';

/** Who hears what is said at the other end. */
export interface Taker {
  opened(): void;
  said(text: string): void;
  closed(): void;
}
/** The other end. */
export interface End {
  say(text: string): void;
  close(): void;
}

const OPEN = 1;
const CLOSED = 3;

export class Soon implements Socket, Taker {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  #end: End | null = null;

  constructor(fetching: Promise<(taker: Taker) => End>) {
    fetching.then(
      (enter) => {
        if (this.readyState !== CLOSED) this.#end = enter(this);
      },
      () => this.closed(),
    );
  }

  opened(): void {
    this.readyState = OPEN;
    this.onopen?.(new Event('open'));
  }

  said(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }));
  }

  closed(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.(new CloseEvent('close'));
  }

  send(text: string): void {
    this.#end?.say(text);
  }

  close(): void {
    this.#end?.close();
    this.closed();
  }
}
