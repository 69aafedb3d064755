// One thing at a time that comes later; it can be held and go on.
import type { Clock } from './clock';

export class Timer {
  #clock: Clock;
  #stop: (() => void) | null = null;
  #then: (() => void) | null = null;
  #isHeld = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something is to come. */
  get isSet(): boolean {
    return this.#then !== null;
  }

  set(ms: number, then: () => void): void {
    this.cancel();
    this.#then = then;
    if (!this.#isHeld) this.#stop = this.#clock.after(ms, () => this.#fire());
  }

  /** Nothing comes until it is let go: then what was waiting comes at once. */
  hold(held: boolean): void {
    if (held === this.#isHeld) return;
    this.#isHeld = held;
    this.#stop?.();
    this.#stop = null;
    if (!held && this.#then) this.#fire();
  }

  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.#then = null;
  }

  #fire(): void {
    const then = this.#then;
    this.#stop = null;
    this.#then = null;
    then?.();
  }
}
