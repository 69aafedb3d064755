// Units are ticked in any order and sent together; the server hears of them one by one, in the order it wants.
import type { Move, Step } from '../../lib/wire';
import type { SpearsView, Tribe } from './view';

/** What is on the table now. */
interface Now {
  step: Step<SpearsView>;
  own: Tribe | null;
  isAsked: boolean;
  play: ((move: Move) => void) | undefined;
}

export class Sending {
  ticks = $state<string[]>([]);
  /** Those of them that get the bonus for a berry. */
  paid = $state<string[]>([]);
  #chain = $state.raw<{ phase: string; moves: string[] } | null>(null);
  #heard = -1;
  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  get #phase(): string {
    return this.#now().step.view.phase;
  }

  get isOn(): boolean {
    const { own, isAsked, play } = this.#now();
    return isAsked && play !== undefined && own !== null && this.#asked?.seat === own.key;
  }

  get isSending(): boolean {
    return this.#chain !== null;
  }

  #has(move: string): boolean {
    return this.#now().step.moves.some((one) => one.m === move);
  }

  offers = (code: string): boolean => this.#has(`+${code}`);
  #offersPaid = (code: string): boolean => this.#has(`+${code}!`);

  /** Ticked units that may get the bonus. */
  get payable(): string[] {
    return this.ticks.filter(this.#offersPaid);
  }

  /** Whose units are asked for, and how many more. */
  get #asked() {
    return this.#now().step.view.contest?.chain ?? null;
  }

  tick(code: string): void {
    if (this.ticks.includes(code)) {
      this.ticks = this.ticks.filter((one) => one !== code);
      this.paid = this.paid.filter((one) => one !== code);
    } else if (this.ticks.length < (this.#asked?.most ?? 0)) this.ticks = [...this.ticks, code];
    else this.ticks = [...this.ticks.slice(1), code];
  }

  payFor(code: string): void {
    this.paid = this.paid.includes(code) ? this.paid.filter((one) => one !== code) : [...this.paid, code];
  }

  send(): void {
    const codes = this.#now()
      .own!.units.map((unit) => unit.code)
      .filter((code) => this.ticks.includes(code));
    const moves = codes.map((code) => (this.paid.includes(code) ? `+${code}!` : `+${code}`));
    this.#chain = { phase: this.#phase, moves: [...moves, 'done'] };
    this.ticks = [];
    this.paid = [];
    this.#sendNext();
  }

  #sendNext(): void {
    const { step, isAsked, play } = this.#now();
    const chain = this.#chain;
    if (!chain || !play) return;
    const next = step.moves.find((move) => move.m === chain.moves[0]);
    if (!isAsked || this.#phase !== chain.phase || !next) {
      this.#chain = null; // the chain ended by itself: nothing more could be added
      return;
    }
    this.#chain = chain.moves.length > 1 ? { ...chain, moves: chain.moves.slice(1) } : null;
    play(next);
  }

  /** A step has come: what can no longer be sent is put back, and the chain goes on. */
  hear(): void {
    const { step: n } = this.#now().step;
    if (n === this.#heard) return;
    this.#heard = n;
    this.ticks = this.ticks.filter(this.offers);
    this.paid = this.paid.filter(this.#offersPaid);
    if (this.#chain) this.#sendNext();
  }
}
