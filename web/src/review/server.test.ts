import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToReviewer } from '../hall/reviewer';
import type { FromSource } from './source';
import { ServerReviewer } from './server';

/** A server with one review, which looks at a step whenever a test says so. */
class House {
  steps = 60;
  done = 0;
  state: 'working' | 'done' | 'stopped' = 'working';
  begun = 0;
  asked: string[] = [];
  refuse: { status: number; code: string; why: string } | null = null;
  isAway = false;
  body: unknown;

  get id() {
    return `review${this.begun}`;
  }

  #answer(status: number, value: unknown): Response {
    return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
  }

  #progress(since: number) {
    const known = Array.from({ length: Math.max(0, Math.min(48, this.done - since)) }, (_, i) => ({
      n: since + i + 1,
    }));
    return { review: this.id, state: this.state, done: this.done, steps: this.steps, news: known };
  }

  fetch = (path: string, init?: RequestInit): Promise<Response> => {
    const method = init?.method ?? 'GET';
    this.asked.push(`${method} ${path}`);
    if (this.isAway) return Promise.reject(new TypeError('no network'));
    if (this.refuse) return Promise.resolve(this.#answer(this.refuse.status, { error: this.refuse }));
    const url = new URL(path, 'http://here');
    if (method === 'POST' && url.pathname === '/api/reviews') {
      this.begun += 1;
      this.body = JSON.parse(init!.body as string);
      return Promise.resolve(this.#answer(201, this.#progress(this.done)));
    }
    const [, , , id, what = ''] = url.pathname.split('/');
    if (id !== this.id) return Promise.resolve(this.#answer(404, { error: { code: 'review', why: 'gone' } }));
    if (what === 'stop') this.state = 'stopped';
    if (what === 'about') return Promise.resolve(this.#answer(200, { about: url.searchParams.get('lang') }));
    if (what === 'moment') return Promise.resolve(this.#answer(200, { n: Number(url.searchParams.get('n')), by: id }));
    if (what === 'result') return Promise.resolve(this.#answer(200, { whole: this.done === this.steps }));
    return Promise.resolve(this.#answer(200, this.#progress(Number(url.searchParams.get('since')))));
  };

  /** Restarted, or nobody asked for too long. */
  forget() {
    this.begun += 1;
    this.done = 0;
    this.state = 'working';
  }
}

let house: House;
let said: FromSource[];
let reviewer: ServerReviewer;
const wish: ToReviewer = {
  t: 'begin',
  log: 'the log',
  depth: 'usual',
  seed: 1,
  lang: 'fr',
  you: 1,
  names: ['Ama', 'Bo'],
};
const kinds = () => said.map(({ t }) => t);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  house = new House();
  vi.stubGlobal('fetch', house.fetch);
  said = [];
  reviewer = new ServerReviewer();
  reviewer.onmessage = ({ data }) => said.push(data);
});
afterEach(() => {
  reviewer.terminate();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a review by the server', () => {
  it('says what the worker says: the play, its steps as they come, the whole', async () => {
    reviewer.postMessage(wish);
    await pass(0);
    expect(house.body).toEqual({ log: 'the log', depth: 'usual', seed: 1, names: ['Ama', 'Bo'], you: 'p2' });
    expect(said).toEqual([{ t: 'about', text: '{"about":"fr"}' }]);
    house.done = 2;
    await pass(400);
    expect(said.slice(1)).toEqual([1, 2].map((n) => ({ t: 'step', text: JSON.stringify({ n }) })));
    house.done = 60; // more than one answer holds
    house.state = 'done';
    await pass(410);
    expect(said.filter(({ t }) => t === 'step')).toHaveLength(60);
    expect(said.at(-1)).toEqual({ t: 'review', text: '{"whole":true}' });
    reviewer.postMessage({ t: 'moment', n: 7, lang: 'en' });
    await pass(0);
    expect(said.at(-1)).toEqual({ t: 'moment', n: 7, lang: 'en', text: '{"n":7,"by":"review1"}' });
    reviewer.terminate();
    await pass(0);
    expect(house.asked.at(-1)).toBe('DELETE /api/reviews/review1');
    const asked = house.asked.length;
    await pass(600_000);
    expect(house.asked).toHaveLength(asked);
  });

  it('stops, and what there is stands', async () => {
    reviewer.postMessage(wish);
    await pass(0);
    house.done = 3;
    reviewer.postMessage({ t: 'stop' });
    await pass(0);
    expect(kinds()).toEqual(['about', 'step', 'step', 'step', 'review']);
    expect(said.at(-1)).toEqual({ t: 'review', text: '{"whole":false}' });
  });

  it('begins anew when the server has forgotten it, and tells nothing twice', async () => {
    reviewer.postMessage(wish);
    await pass(0);
    house.done = 5;
    await pass(400);
    house.forget();
    await pass(400);
    house.done = 3;
    await pass(400);
    reviewer.postMessage({ t: 'moment', n: 4, lang: 'fr' }); // known before, and not yet again
    await pass(0);
    expect(kinds().filter((t) => t === 'moment')).toEqual([]);
    house.done = 60;
    house.state = 'done';
    await pass(800);
    expect(
      said
        .filter(({ t }) => t === 'step')
        .map((one) => (JSON.parse((one as { text: string }).text) as { n: number }).n),
    ).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    expect(
      kinds()
        .filter((t) => t === 'moment' || t === 'review')
        .sort(),
    ).toEqual(['moment', 'review']);
    // Done, told, forgotten: begun anew only when a move is asked for.
    house.forget();
    const begun = house.begun;
    await pass(200_000);
    expect(house.begun).toBe(begun);
    reviewer.postMessage({ t: 'moment', n: 9, lang: 'fr' });
    await pass(0);
    expect(house.begun).toBe(begun + 1);
    house.done = 9;
    await pass(400);
    expect(said.at(-1)).toMatchObject({ t: 'moment', n: 9 });
    expect(kinds().filter((t) => t === 'review')).toHaveLength(1);
  });

  it('waits for a server that is away in the middle', async () => {
    reviewer.postMessage(wish);
    await pass(0);
    house.done = 1;
    await pass(400);
    house.isAway = true;
    await pass(5000);
    house.isAway = false;
    house.done = 60;
    house.state = 'done';
    await pass(3000);
    expect(kinds().at(-1)).toBe('review');
  });

  it('says what is wrong with the log, and what is wrong with the server', async () => {
    house.refuse = { status: 400, code: 'log', why: 'line 6: no' };
    reviewer.postMessage(wish);
    await pass(0);
    expect(said).toEqual([{ t: 'refused', why: 'line 6: no' }]);
    said.length = 0;
    house.refuse = { status: 503, code: 'busy', why: 'Many plays.' };
    reviewer.postMessage(wish);
    await pass(0);
    expect(said).toEqual([{ t: 'unable', why: 'Many plays.' }]);
    said.length = 0;
    house.isAway = true;
    reviewer.postMessage(wish);
    await pass(0);
    expect(said).toEqual([{ t: 'unable', why: '' }]);
  });

  it('lets go of what it has begun when nobody wants it any more', async () => {
    reviewer.postMessage(wish);
    reviewer.terminate();
    await pass(0);
    expect(house.asked.at(-1)).toBe('DELETE /api/reviews/review1');
    expect(said).toEqual([]);
  });
});
