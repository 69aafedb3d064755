// A play that is looked back upon: who weighs it (source.ts), what has come from there, and which move is shown.
import type { Depth, Review, ReviewStep } from '../hall/play';
import type { Move, Scores, SeatCode, Step } from '../lib/wire';
import { SOURCES, type FromSource, type MakeSource, type ReviewSource } from './source';

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
  /** Which line of the log is damaged; what stands before it is reviewed. */
  wrong?: string;
  play: Step;
}
export interface Reader {
  /** Place of the seat that is "you"; -1: nobody's. */
  you: number;
  names: string[];
  lang: string;
}

export class ReviewStore {
  about = $state.raw<About | null>(null);
  steps = $state.raw<ReviewStep[]>([]);
  /** The whole of it, with its sums, once it is done or was stopped. */
  review = $state.raw<Review | null>(null);
  /** Why there is none: what is wrong with the log. */
  refused = $state('');
  /** Nobody can do it: neither this browser nor a server. */
  isUnable = $state(false);
  /** What the server says about that; empty: nothing. */
  whyUnable = $state('');
  /** The move that is shown, from 1; one more than there are: the end. */
  at = $state(1);
  moment = $state.raw<MomentInfo | null>(null);

  total = $derived(this.about?.play.step ?? 0);
  isWorking = $derived(!!this.about && !this.review);
  mistakes = $derived(this.steps.filter((step) => step.grade === 'mistake' || step.grade === 'blunder'));

  #source: ReviewSource | null = null;
  #makers: readonly MakeSource[];
  #lang = 'en';
  #moments = new Map<string, MomentInfo>();
  /** Steps come faster than a page can be drawn. */
  #coming: ReviewStep[] = [];
  #frame = 0;

  constructor(makers: readonly MakeSource[] = SOURCES) {
    this.#makers = makers;
  }

  begin(log: string, reader: Reader, depth: Depth = 'usual', seed = 1): void {
    this.close();
    this.#lang = reader.lang;
    this.review = null;
    this.refused = '';
    this.isUnable = false;
    this.whyUnable = '';
    this.#try(this.#makers, (source) => source.postMessage({ t: 'begin', log, depth, seed, ...reader }));
  }

  /** The first of these that can; each is told the same. */
  #try([make, ...others]: readonly MakeSource[], begin: (source: ReviewSource) => void): void {
    this.about = this.moment = null;
    this.steps = this.#coming = [];
    if (!make) {
      this.isUnable = true;
      return;
    }
    const giveUp = (why: string) => {
      this.close();
      this.whyUnable = why;
      this.#try(others, begin);
    };
    try {
      const source = make();
      this.#source = source;
      source.onmessage = ({ data }) => {
        if (source !== this.#source) return;
        if (data.t === 'unable') giveUp(data.why);
        else this.#hear(data);
      };
      source.onerror = () => source === this.#source && giveUp('');
      begin(source);
    } catch {
      giveUp('');
    }
  }

  /** No step more; what there is stands. */
  stop(): void {
    this.#source?.postMessage({ t: 'stop' });
  }

  close(): void {
    this.#source?.terminate();
    this.#source = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#moments.clear();
  }

  /** The same in another language. */
  speak(lang: string): void {
    if (lang === this.#lang || !this.#source) return;
    this.#lang = lang;
    this.#source.postMessage({ t: 'about', lang });
    this.go(this.at);
  }

  go(n: number): void {
    if (!this.about) return;
    this.at = Math.min(this.total + 1, Math.max(1, n));
    const known = this.#moments.get(this.#key(this.at, this.#lang));
    if (known) this.moment = known;
    else this.#source?.postMessage({ t: 'moment', n: this.at, lang: this.#lang });
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

  #hear(message: Exclude<FromSource, { t: 'unable' }>): void {
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
