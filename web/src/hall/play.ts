// The package (docs/javascript.md): plays, views, moves, players and logs for programs in JavaScript, without a server
// and without a page.
import { Module } from './module';
import { NoReview, Reviewing } from './reviews';

export type Lang = 'en' | 'fr';
/** A seat counted from 0, somebody who watches, or somebody who sees everything. */
export type Viewer = number | 'nobody' | 'everybody';

export interface Terms {
  game: string;
  seats?: number;
  options?: Record<string, string>;
  /** Members that replace those of the built-in pack. */
  pack?: Record<string, unknown>;
  position?: unknown;
  /** Of chance: 64 hexadecimal digits; the same seed and the same moves are the same play. Left out: a new one. */
  seed?: string;
}

export interface Move {
  m: string;
  words: string;
  touch: string[];
}

export interface Over {
  winners: string[];
  draw: boolean;
  reason: string;
  ranks: number[];
  payoffs: number[];
}

/** How it stands, as docs/wire.md describes the message `step`. */
export interface Step {
  step: number;
  since: number;
  view: Record<string, unknown>;
  story: { step: number; seat: string; move: string; sentences: string[]; events: Record<string, unknown>[] }[];
  asked: string[];
  ask: number;
  moves: Move[];
  undoable: number;
  scores: { seat: string; name: string; score: number | null }[] | null;
  over: Over | null;
}

export interface Thought {
  move: string;
  /** What the player expects for its seat, usually 0 to 1; negative: no opinion. */
  worth: number;
  iterations: number;
  ideas: { m: string; worth: number; visits: number }[];
}

export interface Proof {
  moves: number;
  draws: number;
  over: boolean;
  /** There was a commitment, and every draw follows from the revealed seed. */
  fair: boolean;
  winners: string;
}

export type Depth = 'quick' | 'usual' | 'deep';
export type Grade = 'best' | 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

export interface ReviewStep {
  n: number;
  /** `*` is chance. */
  seat: string;
  move: string;
  words: string;
  /** What every seat could expect: behind the best choice and behind the one that was made. */
  before: number[];
  after: number[];
  best: string | null;
  better?: string;
  course?: { seat: string; move: string }[];
  lost: number;
  grade: Grade | null;
  luck: number[];
}

export interface ReviewSeat extends Record<Grade, number> {
  seat: string;
  name: string;
  start: number;
  luck: number;
  lost: number;
  gained: number;
  rest: number;
  result: number;
  accuracy: number;
  decisions: number;
}

/** As `ochre review --json` writes it. */
export interface Review {
  /** Which line of the log is damaged; what stands before it is reviewed. */
  wrong?: string;
  game: string;
  depth: Depth;
  seed: number;
  over: boolean;
  whole: boolean;
  mistake: number;
  turning: number | null;
  seats: ReviewSeat[];
  steps: ReviewStep[];
}

/** What was asked for is refused: by a rule of the game, or because it could not be read. */
export class Refused extends Error {
  constructor(
    readonly rule: string,
    why: string,
  ) {
    super(why);
    this.name = 'Refused';
  }
}

const VIEWERS = { nobody: -1, everybody: -2 };
const number = (viewer: Viewer) => (typeof viewer === 'number' ? viewer : VIEWERS[viewer]);

export class Play {
  private isClosed = false;

  /** Use Ochre.open or Ochre.load. */
  constructor(
    private readonly module: Module,
    private readonly handle: number,
  ) {}

  /** What a viewer may know, is asked and may do; the story behind step `since`. */
  look(viewer: Viewer = 'nobody', { lang = 'en' as Lang, since = Infinity } = {}): Step {
    const last = Number.isFinite(since) ? since : 0x7fffffff;
    return JSON.parse(this.text('play_look', number(viewer), last, lang)) as Step;
  }

  get isOver(): boolean {
    return this.look().over !== null;
  }

  /** Seats that are asked now, counted from 0. */
  get asked(): number[] {
    return this.look().asked.map((seat) => Number(seat.slice(1)) - 1);
  }

  moves(seat: number, lang: Lang = 'en'): Move[] {
    return this.look(seat, { lang }).moves;
  }

  /** Makes a move in notation; chance goes on by itself. Throws Refused. */
  move(seat: number, text: string, lang: Lang = 'en'): void {
    this.need('play_move', seat, this.look(seat).ask, text, lang);
  }

  resign(seat: number, lang: Lang = 'en'): void {
    this.need('play_resign', seat, lang);
  }

  undo(seat: number, lang: Lang = 'en'): void {
    this.need('play_undo', seat, lang);
  }

  /** What a computer player would do: level:1 … level:8, greedy, random, mcts:800, ab:6. Same seed, same answer. */
  think(seat: number, player = 'level:4', seed = 1): Thought {
    const high = Math.floor(seed / 2 ** 32) >>> 0;
    return JSON.parse(this.text('play_think', seat, player, high, seed >>> 0)) as Thought;
  }

  /** The log (docs/log.md): the whole one, with the seed after the end or when `reveal` is asked for, or a viewer's. */
  log(viewer: Viewer = 'everybody', { reveal = false } = {}): string {
    return this.text('play_log', number(viewer), reveal ? 1 : 0);
  }

  /** Gives its memory back. */
  close(): void {
    if (!this.isClosed) this.module.call('play_close', this.handle);
    this.isClosed = true;
  }

  private call(door: string, ...values: (number | string)[]): number {
    if (this.isClosed) throw new Error('the play is closed');
    return this.module.call(door, this.handle, ...values);
  }

  private text(door: string, ...values: (number | string)[]): string {
    const at = this.call(door, ...values);
    if (!at) throw refusal(this.module);
    return this.module.textAt(at);
  }

  private need(door: string, ...values: (number | string)[]): void {
    if (!this.call(door, ...values)) throw refusal(this.module);
  }
}

function refusal(module: Module): Refused {
  const { rule, why } = JSON.parse(module.textAt(module.call('play_trouble'))) as { rule: string; why: string };
  return new Refused(rule, why);
}

export class Ochre {
  private constructor(private readonly module: Module) {}

  /** Loads the module: from beside this file, or from what is given. */
  static async start(source?: URL | string | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Ochre> {
    return new Ochre(await Module.start(await compile(source)));
  }

  /** Throws Refused. */
  open(terms: Terms): Play {
    return this.begin('play_open', JSON.stringify(terms));
  }

  /** The play of a log; goes on where it stopped. Throws Refused: which line is wrong, and why. */
  load(log: string): Play {
    return this.begin('play_load', log);
  }

  /** Is a log right in every move and every draw of chance? Throws Refused. */
  verify(log: string): Proof {
    const bytes = new TextEncoder().encode(log);
    const at = this.module.call('play_verify', bytes, bytes.length);
    if (!at) throw refusal(this.module);
    return JSON.parse(this.module.textAt(at)) as Proof;
  }

  /** Which decisions of a play cost what, and what was luck (docs/review.md): as `ochre review --json` says it. Same
   * log, depth and seed, same review. `progress` is told the steps that are done, and ends it by false. */
  review(
    log: string,
    {
      depth = 'usual' as Depth,
      seed = 1,
      lang = 'en' as Lang,
      progress = undefined as ((done: number) => boolean | void) | undefined,
    } = {},
  ): Review {
    let reviewing: Reviewing;
    try {
      reviewing = new Reviewing(this.module, log, { depth, seed, lang });
    } catch (error) {
      throw error instanceof NoReview ? refusal(this.module) : error;
    }
    for (let done = 1; reviewing.on(); done++) if (progress?.(done) === false) break;
    const review = JSON.parse(reviewing.review()) as Review;
    const { wrong } = JSON.parse(reviewing.about(lang)) as Pick<Review, 'wrong'>;
    reviewing.close();
    return wrong ? { ...review, wrong } : review;
  }

  private begin(door: string, text: string): Play {
    const bytes = new TextEncoder().encode(text);
    const handle = this.module.call(door, bytes, bytes.length);
    if (!handle) throw refusal(this.module);
    return new Play(this.module, handle);
  }
}

async function compile(
  source: URL | string | ArrayBuffer | Uint8Array | WebAssembly.Module | undefined,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return WebAssembly.compile(source as BufferSource);
  const beside = 'ochre.wasm';
  const at = new URL(source ?? beside, import.meta.url);
  if (at.protocol !== 'file:') return WebAssembly.compile(await (await fetch(at)).arrayBuffer());
  const files = 'node:fs/promises'; // no bundler for pages shall look for it
  const { readFile } = (await import(/* @vite-ignore */ files)) as typeof import('node:fs/promises');
  return WebAssembly.compile(await readFile(at));
}
