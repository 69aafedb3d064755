// One puzzle at a time: what is asked, what was tried, and what came of it.
import { Picker } from '../lib/picker.svelte';
import type { Move, Step } from '../lib/wire';
import type { Lang } from '../lib/i18n.svelte';
import { logOf, type Book, type Puzzle } from './books';
import type { FromSetter, LineStep, ToSetter } from './setter';

export interface Setter {
  postMessage(message: ToSetter): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromSetter>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
const makeSetter = () => new Worker(new URL('./setter.ts', import.meta.url), { type: 'module' }) as Setter;

/** open: it may be tried; found: by oneself; shown: given up. */
export type Stand = 'waiting' | 'open' | 'found' | 'shown' | 'unable';

export class PuzzleStore {
  book = $state.raw<Book | null>(null);
  puzzle = $state.raw<Puzzle | null>(null);
  stand = $state<Stand>('waiting');
  /** The position; then wherever the line has come. */
  start = $state.raw<Step | null>(null);
  line = $state.raw<LineStep[]>([]);
  /** Which step of the line is on the board; -1: the position. */
  at = $state(-1);
  /** The last choice that was not the best. */
  wrong = $state.raw<Move | null>(null);
  tries = $state(0);
  readonly pick = new Picker();

  isOver = $derived(this.stand === 'found' || this.stand === 'shown');
  shown = $derived(this.at >= 0 ? (this.line[this.at]?.step ?? this.start) : this.start);
  best = $derived(this.start?.moves.find((move) => move.m === this.puzzle?.best) ?? null);
  next = $derived(this.start?.moves.find((move) => move.m === this.puzzle?.next) ?? null);

  #setter: Setter | null = null;
  #make: () => Setter;
  #n = 0;

  constructor(make: () => Setter = makeSetter) {
    this.#make = make;
  }

  open(book: Book, puzzle: Puzzle, lang: Lang): void {
    this.book = book;
    this.puzzle = puzzle;
    this.stand = 'waiting';
    this.start = null;
    this.wrong = null;
    this.tries = 0;
    this.line = [];
    this.at = -1;
    this.#ask(lang);
  }

  /** The same in another language. */
  speak(lang: Lang): void {
    if (this.puzzle && this.start) this.#ask(lang);
  }

  try(move: Move): void {
    if (this.stand !== 'open') return;
    this.tries += 1;
    if (move.m === this.puzzle!.best) return this.#end('found');
    this.wrong = move;
    this.pick.cancel();
  }

  /** A nudge: the first thing to touch; where nothing is pointed at, nothing. */
  nudge(): void {
    if (this.stand !== 'open' || !this.best) return;
    this.wrong = null;
    this.pick.cancel();
    if (this.best.touch.length > 1) this.pick.touch(this.best.touch[0]!);
    else if (this.best.touch.length) this.pick.hover(this.best.touch[0]!);
  }

  giveUp(): void {
    if (this.stand === 'open') this.#end('shown');
  }

  go(at: number): void {
    this.at = Math.max(-1, Math.min(this.line.length - 1, at));
    this.pick.offer([]);
    if (this.at < 0 && this.best?.touch.length) {
      this.pick.offer([this.best]);
      this.pick.show(this.best);
    }
  }

  close(): void {
    this.#setter?.terminate();
    this.#setter = null;
  }

  #end(stand: 'found' | 'shown'): void {
    this.stand = stand;
    this.wrong = null;
    this.go(stand === 'found' ? 0 : -1);
  }

  #ask(lang: Lang): void {
    try {
      if (!this.#setter) {
        const setter = this.#make();
        setter.onmessage = ({ data }) => this.#hear(data);
        setter.onerror = () => (this.stand = 'unable');
        this.#setter = setter;
      }
      const { book, puzzle } = this;
      const { seat, line } = puzzle!;
      this.#setter.postMessage({ n: ++this.#n, log: logOf(book!, puzzle!), seat, line, lang });
    } catch {
      this.stand = 'unable';
    }
  }

  #hear(message: FromSetter): void {
    if (message.n !== this.#n) return;
    if ('why' in message) {
      this.stand = 'unable';
      return;
    }
    this.start = message.step;
    this.line = message.line;
    if (this.stand !== 'waiting') return;
    this.stand = 'open';
    this.pick.cancel();
    this.pick.offer(message.step.moves);
  }
}
