// A review made by the server (docs/wire.md), for browsers that cannot weigh moves: what the worker does
// (hall/reviewer.ts), by asking from time to time.
import type { FromReviewer, ToReviewer } from '../hall/reviewer';
import { Refusal, reviews } from '../lib/api';
import { trouble } from '../lib/trouble';
import type { NewReview, ReviewState, SeatCode } from '../lib/wire';
import type { FromSource, ReviewSource } from './source';

type Begin = Extract<ToReviewer, { t: 'begin' }>;
type Moment = Extract<ToReviewer, { t: 'moment' }>;

/** Steps in one answer, at most. */
const NEWS_MOST = 48;
/** Milliseconds: while it works, while the server is away, and to be remembered when it is done. */
const PAUSE = { working: 400, away: 2000, over: 60_000 };

const isForgotten = (error: unknown) => error instanceof Refusal && error.code === 'review';
const isAway = (error: unknown) => error instanceof Refusal && error.code === 'away';

function wishOf({ log, depth, seed, you, names }: Begin): NewReview {
  return { log, depth, seed, names: names.slice(0, 4), ...(you < 0 ? {} : { you: `p${you + 1}` as SeatCode }) };
}

export class ServerReviewer implements ReviewSource {
  onmessage: ReviewSource['onmessage'] = null;
  onerror: ReviewSource['onerror'] = null;
  #wish: Begin | null = null;
  #id = '';
  /** Steps that were told, and those that the server has: less, when it had to begin anew. */
  #told = 0;
  #done = 0;
  #isOver = false;
  #isToldWhole = false;
  #isClosed = false;
  #waiting: Moment[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewing: Promise<void> | null = null;

  postMessage(message: ToReviewer): void {
    void this.#act(message).catch((error: unknown) => this.#fail(error));
  }

  terminate(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener('pagehide', this.#leave);
    this.#leave();
  }

  #leave = (): void => {
    const id = this.#id;
    this.#id = '';
    // Whoever has gone cannot be told; the server forgets it by itself.
    if (id) void reviews.forget(id).catch(() => {});
  };

  async #act(message: ToReviewer): Promise<void> {
    switch (message.t) {
      case 'begin':
        this.#wish = message;
        addEventListener('pagehide', this.#leave);
        await this.#begin();
        this.#say({ t: 'about', text: await this.#text(`about?lang=${message.lang}`) });
        return this.#poll();
      case 'about':
        return this.#say({ t: 'about', text: await this.#text(`about?lang=${message.lang}`) });
      case 'moment':
        return this.#tellMoment(message);
      case 'stop':
        if (this.#id) await reviews.stop(this.#id);
        return this.#poll();
    }
  }

  #say(data: FromReviewer | Extract<FromSource, { t: 'unable' }>): void {
    if (!this.#isClosed) this.onmessage?.({ data });
  }

  /** What the log is to blame for, else what the server is; once there is something to look at, it is tried again. */
  #fail(error: unknown): void {
    if (this.#isClosed) return;
    if (this.#told || this.#isToldWhole) return this.#later(PAUSE.away);
    if (error instanceof Refusal && error.code === 'log') this.#say({ t: 'refused', why: error.message });
    else this.#say({ t: 'unable', why: isAway(error) ? '' : trouble(error) });
  }

  // ---- the review at the server

  async #begin(): Promise<void> {
    const { review } = await reviews.begin(wishOf(this.#wish!), this.#wish!.lang);
    this.#id = review;
    this.#done = 0;
    this.#isOver = false;
    if (this.#isClosed) this.#leave();
  }

  /** It was forgotten: the same log, depth and seed are the same review. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#begin().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** Empty: nobody wants it any more. */
  async #text(what: string): Promise<string> {
    if (this.#isClosed) return '';
    try {
      if (this.#id) return await reviews.text(this.#id, what);
    } catch (error) {
      if (!isForgotten(error)) throw error;
    }
    await this.#renew();
    this.#later(0);
    return reviews.text(this.#id, what);
  }

  // ---- asking again

  #later(pause: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#poll().catch((e: unknown) => this.#fail(e)), pause);
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const state = await this.#state();
    if (!state || this.#isClosed) return;
    await this.#hear(state);
    if (this.#isOver && this.#isToldWhole) this.#later(PAUSE.over);
    else this.#later(state.news?.length === NEWS_MOST ? 0 : PAUSE.working);
  }

  /** null: the server does not have it any more, and is only asked again when something is wanted. */
  async #state(): Promise<ReviewState | null> {
    try {
      if (this.#id) return await reviews.state(this.#id, this.#told);
    } catch (error) {
      if (!isForgotten(error)) throw error;
    }
    if (this.#isToldWhole && !this.#waiting.length) return null;
    await this.#renew();
    return reviews.state(this.#id, this.#told);
  }

  async #hear({ state, done, news = [] }: ReviewState): Promise<void> {
    this.#done = done;
    this.#isOver = state !== 'working';
    for (const step of this.#isToldWhole ? [] : news) this.#say({ t: 'step', text: JSON.stringify(step) });
    this.#told += news.length;
    if (this.#isOver && !this.#isToldWhole && this.#told >= done) {
      this.#say({ t: 'review', text: await this.#text('result') });
      this.#isToldWhole = true;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    await Promise.all(waiting.map((one) => this.#tellMoment(one)));
  }

  // ---- moments

  /** Is the server as far as it was when this move was last told of? */
  #knows = ({ n }: Moment) => this.#isOver || n > this.#told || n <= this.#done;

  async #tellMoment(wanted: Moment): Promise<void> {
    const { n, lang } = wanted;
    const text = this.#knows(wanted) ? await this.#text(`moment?n=${n}&lang=${lang}`) : '';
    // Forgotten meanwhile: it begins anew, and what is better than the move is not known there yet.
    if (text && this.#knows(wanted)) this.#say({ t: 'moment', n, lang, text });
    else this.#waiting.push(wanted);
  }
}
