// A play that is looked back upon: its worker (hall/reviewer.ts), what has come from it, and which move is shown.
import type { Depth, Review, ReviewStep } from '../hall/play';
import type { FromReviewer, ToReviewer } from '../hall/reviewer';
import type { Move, Scores, SeatCode, Step } from '../lib/wire';

/** The table before a move, or at the end (src/module/reviews.h). */
export interface MomentInfo {
  n: number;
  step: number;
  view: unknown;
  scores: Scores;
  made?: Move;
  best?: Move;
  line?: { seat: SeatCode; m: string; words: string; view: unknown }[];
}
export interface About {
  game: string;
  seats: number;
  play: Step;
}
export interface ReviewWorker {
  postMessage(message: ToReviewer): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromReviewer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
export interface Reader {
  /** Place of the seat that is "you"; -1: nobody's. */
  you: number;
  names: string[];
  lang: string;
}

const makeWorker = () =>
  new Worker(new URL('../hall/reviewer.ts', import.meta.url), { type: 'module' }) as ReviewWorker;

export class ReviewStore {
  about = $state.raw<About | null>(null);
  steps = $state.raw<ReviewStep[]>([]);
  /** The whole of it, with its sums, once it is done or was stopped. */
  review = $state.raw<Review | null>(null);
  /** Why there is none: what is wrong with the log. */
  refused = $state('');
  /** This browser cannot do it. */
  isUnable = $state(false);
  /** The move that is shown, from 1; one more than there are: the end. */
  at = $state(1);
  moment = $state.raw<MomentInfo | null>(null);

  total = $derived(this.about?.play.step ?? 0);
  isWorking = $derived(!!this.about && !this.review);
  mistakes = $derived(this.steps.filter((step) => step.grade === 'mistake' || step.grade === 'blunder'));

  #worker: ReviewWorker | null = null;
  #make: () => ReviewWorker;
  #lang = 'en';
  #moments = new Map<string, MomentInfo>();
  /** Steps come faster than a page can be drawn. */
  #coming: ReviewStep[] = [];
  #frame = 0;

  constructor(make: () => ReviewWorker = makeWorker) {
    this.#make = make;
  }

  begin(log: string, reader: Reader, depth: Depth = 'usual', seed = 1): void {
    this.close();
    this.#lang = reader.lang;
    this.about = this.review = this.moment = null;
    this.steps = [];
    this.#coming = [];
    this.refused = '';
    this.isUnable = false;
    try {
      const worker = this.#make();
      this.#worker = worker;
      worker.onmessage = ({ data }) => worker === this.#worker && this.#hear(data);
      worker.onerror = () => {
        if (worker !== this.#worker) return;
        this.isUnable = !this.about;
        this.close();
      };
      worker.postMessage({ t: 'begin', log, depth, seed, ...reader });
    } catch {
      this.isUnable = true;
    }
  }

  /** No step more; what there is stands. */
  stop(): void {
    this.#worker?.postMessage({ t: 'stop' });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#moments.clear();
  }

  /** The same in another language. */
  speak(lang: string): void {
    if (lang === this.#lang || !this.#worker) return;
    this.#lang = lang;
    this.#worker.postMessage({ t: 'about', lang });
    this.go(this.at);
  }

  go(n: number): void {
    if (!this.about) return;
    this.at = Math.min(this.total + 1, Math.max(1, n));
    const known = this.#moments.get(this.#key(this.at, this.#lang));
    if (known) this.moment = known;
    else this.#worker?.postMessage({ t: 'moment', n: this.at, lang: this.#lang });
  }

  /** The next mistake behind the move that is shown, or the first one again. */
  toMistake(): void {
    const next = this.mistakes.find((step) => step.n > this.at) ?? this.mistakes[0];
    if (next) this.go(next.n);
  }

  stepAt(n: number): ReviewStep | undefined {
    return this.steps[n - 1];
  }

  #key = (n: number, lang: string) => `${lang} ${n}`;

  #hear(message: FromReviewer): void {
    switch (message.t) {
      case 'refused':
        this.refused = message.why;
        return this.close();
      case 'about': {
        const isFirst = !this.about;
        this.about = JSON.parse(message.text) as About;
        if (isFirst) this.go(this.at);
        return;
      }
      case 'step':
        this.#coming.push(JSON.parse(message.text) as ReviewStep);
        this.#frame ||= requestAnimationFrame(() => this.#show());
        return;
      case 'review':
        this.review = JSON.parse(message.text) as Review;
        this.steps = this.review.steps;
        this.#coming = [];
        return;
      case 'moment': {
        const moment = JSON.parse(message.text) as MomentInfo;
        // Before its review a move has no better one: asked for again then.
        if (this.steps.length >= moment.n || this.review || moment.n > this.total)
          this.#moments.set(this.#key(message.n, message.lang), moment);
        if (message.n === this.at && message.lang === this.#lang) this.moment = moment;
      }
    }
  }

  #show(): void {
    this.#frame = 0;
    const isHere = this.steps.length < this.at && this.steps.length + this.#coming.length >= this.at;
    this.steps = [...this.steps, ...this.#coming];
    this.#coming = [];
    if (isHere) this.go(this.at);
  }
}

/** A moment as a step that a board can draw. */
export function stepOfMoment(moment: MomentInfo, play: Step, view: unknown = moment.view): Step {
  const isEnd = moment.step === play.step;
  return {
    ...play,
    step: moment.step,
    since: Math.max(0, moment.step - 1),
    view,
    story: play.story.filter((told) => told.step === moment.step),
    asked: [],
    ask: 0,
    question: null,
    moves: [],
    undoable: 0,
    scores: moment.scores,
    over: isEnd ? play.over : null,
  };
}
