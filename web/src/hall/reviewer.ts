// The worker that looks back on a play: one step of the review after the other, and in between whatever the page asks.
// Whoever has seen enough ends the worker.
import wasm from '../gen/ochre.wasm?url';
import { compileModule } from './compile';
import { Module } from './module';
import type { Depth } from './play';
import { NoReview, Reviewing } from './reviews';

export type ToReviewer =
  | { t: 'begin'; log: string; depth: Depth; seed: number; lang: string; you: number; names: string[] }
  | { t: 'moment'; n: number; lang: string }
  | { t: 'about'; lang: string }
  /** No step more: what there is stands. */
  | { t: 'stop' };
/** Texts are JSON (src/module/reviews.h). */
export type FromReviewer =
  | { t: 'about'; text: string }
  | { t: 'step'; text: string }
  | { t: 'review'; text: string }
  | { t: 'moment'; n: number; lang: string; text: string }
  | { t: 'refused'; why: string };

let reviewing: Reviewing | undefined;
let isStopped = false;
const say = (message: FromReviewer) => postMessage(message);

/** Messages come in between: a channel is not slowed down as timers are. */
const turn = new MessageChannel();
let done = 0;
turn.port1.onmessage = () => {
  if (!isStopped && reviewing!.on()) {
    done += 1;
    say({ t: 'step', text: reviewing!.step(done) });
    turn.port2.postMessage(0);
  } else say({ t: 'review', text: reviewing!.review() });
};

async function begin({ log, depth, seed, lang, you, names }: Extract<ToReviewer, { t: 'begin' }>): Promise<void> {
  const module = await Module.start(await compileModule(wasm));
  try {
    reviewing = new Reviewing(module, log, { depth, seed, lang });
  } catch (error) {
    if (!(error instanceof NoReview)) throw error;
    return say({ t: 'refused', why: error.message });
  }
  reviewing.call(you, names);
  say({ t: 'about', text: reviewing.about(lang) });
  turn.port2.postMessage(0);
}

onmessage = ({ data }: MessageEvent<ToReviewer>) => {
  if (data.t === 'begin') void begin(data);
  else if (data.t === 'stop') isStopped = true;
  else if (!reviewing) return;
  else if (data.t === 'about') say({ t: 'about', text: reviewing.about(data.lang) });
  else say({ t: 'moment', n: data.n, lang: data.lang, text: reviewing.moment(data.n, data.lang) });
};
// What goes wrong in a promise is an error of the worker, so that whoever waits hears of it.
addEventListener('unhandledrejection', (event) => {
  setTimeout(() => {
    throw (event as PromiseRejectionEvent).reason;
  });
});
