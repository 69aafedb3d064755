import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { compiled } from '../hall/testing';
import { Module } from '../hall/module';
import type { ReviewStep } from '../hall/play';
import { Ochre } from '../hall/play';
import { NoReview, Reviewing } from '../hall/reviews';
import type { ToReviewer } from '../hall/reviewer';
import { arrowPath } from './arrow';
import { across, lineOf, markOf, markY, moveAt, riverOf, sharesOf, thinned, ticksOf, type Box } from './curve';
import { cutLog, headOf, LINK_MOST, LOG_MOST, movesBefore, packLog, readMark, unpackLog } from './log';
import type { FromSource, ReviewSource } from './source';
import { ReviewStore, stepOfMoment, type MomentInfo } from './store.svelte';
import { costWords, luckWords, withoutLuck } from './words';

const box: Box = { width: 212, height: 120, left: 6, right: 6, top: 10, bottom: 10 };

function step(n: number, more: Partial<ReviewStep> = {}): ReviewStep {
  return {
    n,
    seat: 'p1',
    move: 'm',
    words: 'w',
    before: [0.5, 0.5],
    after: [0.5, 0.5],
    best: null,
    lost: 0,
    grade: null,
    luck: [0, 0],
    ...more,
  };
}

describe('the curve', () => {
  it('has the start and every move, in shares of everything', () => {
    const shares = sharesOf([step(1, { before: [0.2, 0.2], after: [1, 3] }), step(2, { after: [0, 0] })]);
    expect(shares).toEqual([
      [0.5, 0.5],
      [0.25, 0.75],
      [0.5, 0.5],
    ]);
    expect(sharesOf([])).toEqual([]);
  });

  it('is one line for two, from left to right as far as it is known', () => {
    const { line, area } = lineOf(
      box,
      [
        [1, 0],
        [0, 1],
      ],
      4,
    );
    expect(line).toBe('M6.0 10.0L56.0 110.0');
    expect(area).toBe('M6.0 10.0L56.0 110.0L56.0 60.0L6.0 60.0Z');
  });

  it('is a river for more, whose bands lie on each other', () => {
    const bands = riverOf(
      box,
      [
        [0.5, 0.25, 0.25],
        [0.5, 0.25, 0.25],
      ],
      1,
    );
    expect(bands).toHaveLength(3);
    expect(bands[0]).toBe('M6.0 10.0L206.0 10.0L206.0 60.0L6.0 60.0Z');
    expect(bands[1]).toBe('M6.0 60.0L206.0 60.0L206.0 85.0L6.0 85.0Z');
  });

  it('finds the move under a finger, and never one that is not there', () => {
    expect(moveAt(box, across(box, 7, 20), 20)).toBe(7);
    expect(moveAt(box, -50, 20)).toBe(1);
    expect(moveAt(box, 5000, 20)).toBe(20);
  });

  it('marks mistakes, blunders, and chance that counts as much', () => {
    expect(markOf(step(1, { grade: 'mistake', seat: 'p2' }), 0.05)).toEqual({ n: 1, kind: 'slip', seat: 1 });
    expect(markOf(step(2, { grade: 'blunder' }), 0.05)?.kind).toBe('crack');
    expect(markOf(step(3, { grade: 'inaccuracy' }), 0.05)).toBeNull();
    expect(markOf(step(4, { seat: '*', luck: [0.01, -0.06] }), 0.05)).toEqual({ n: 4, kind: 'luck', seat: 1 });
    expect(markOf(step(5, { seat: '*', luck: [0.01, -0.04] }), 0.05)).toBeNull();
  });

  it('keeps the heavier of two marks that would lie on each other', () => {
    const marks = [1, 2, 9].map((n) => ({ n, kind: 'slip' as const, seat: 0 }));
    expect(thinned(marks, ({ n }) => n, 3).map(({ n }) => n)).toEqual([2, 9]);
  });

  it('keeps marks inside', () => {
    for (const share of [0, 0.5, 1]) {
      const y = markY(box, [[share, 1 - share]], { n: 0, kind: 'slip', seat: 0 }, 20);
      expect(y).toBeGreaterThanOrEqual(22);
      expect(y).toBeLessThanOrEqual(98);
    }
  });

  it('has about ten numbers below it', () => {
    for (const total of [7, 64, 161, 529, 3000]) expect(ticksOf(total).length).toBeLessThanOrEqual(12);
    expect(ticksOf(64)).toEqual([10, 20, 30, 40, 50, 60]);
  });
});

describe('arrows', () => {
  const spot = (x: number, y: number) => ({ x, y, w: 40, h: 40 });
  it('lead from the first thing to the last, and nowhere when there is no way', () => {
    expect(arrowPath([spot(0, 0), spot(100, 0)])).toMatch(/^M0\.0 -?\d/);
    expect(arrowPath([spot(0, 0)])).toBe('');
    expect(arrowPath([])).toBe('');
    expect(arrowPath([spot(0, 0), spot(5, 5)])).toBe('');
  });
});

const LOG = [
  'ochre 1',
  'game dice',
  'rules 1',
  'seats 2',
  '',
  'p1 a',
  '* roll',
  'p2 b # note',
  '',
  'reveal 00',
  'result p1',
  'end 3',
  '',
].join('\n');

describe('logs', () => {
  it('say which game and how many', () => {
    expect(headOf(LOG)).toEqual({ game: 'dice', seats: 2 });
    expect(headOf('hello')).toBeNull();
    expect(headOf('ochre 1\n')).toBeNull();
  });

  it('are cut as if they had been saved then', () => {
    expect(cutLog(LOG, 2)).toBe('ochre 1\ngame dice\nrules 1\nseats 2\n\np1 a\n* roll\n\nreveal 00\nend 2\n');
  });

  it('are cut where somebody is asked: chance that follows has come', () => {
    const story = ['p1', '*', '*', 'p2'].map((seat, i) => ({ n: i + 1, seat }));
    expect([1, 2, 3, 4].map((n) => movesBefore(story, n))).toEqual([0, 3, 3, 3]);
    expect(movesBefore(story.slice(0, 3), 2)).toBe(3);
  });

  it('travel in links, and a damaged one brings nothing', async () => {
    const packed = await packLog(LOG);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(await unpackLog(packed)).toBe(LOG);
    expect(await unpackLog(packed.slice(0, -9))).toBeNull();
    expect(await unpackLog('???')).toBeNull();
  });

  it('that swell beyond a log are refused', async () => {
    const bomb = deflateRawSync(Buffer.alloc(2 * LOG_MOST)).toString('base64url');
    expect(bomb.length).toBeLessThan(LINK_MOST);
    expect(await unpackLog(bomb)).toBeNull();
    const most = deflateRawSync(Buffer.alloc(LOG_MOST, ' ')).toString('base64url');
    expect((await unpackLog(most))?.length).toBe(LOG_MOST);
  });

  it('have a mark with the move', () => {
    expect(readMark('37')).toEqual({ n: 37, packed: '' });
    expect(readMark('37~ab-_C')).toEqual({ n: 37, packed: 'ab-_C' });
    expect(readMark('nonsense!')).toEqual({ n: null, packed: '' });
  });
});

describe('words', () => {
  const seats = ['Ama', 'Bo'].map((name, i) => ({ seat: `p${i + 1}`, kind: 'person' as const, name, colour: i }));
  it('say what a step cost, or what chance did', () => {
    expect(costWords(step(1, { lost: 0.114 }), seats)).toBe('Ama gave away 11 of 100.');
    expect(costWords(step(1, { seat: '*', luck: [0.1, -0.2] }), seats)).toBe('Chance cost Bo 20 of 100.');
    expect(costWords(step(1, { seat: '*', luck: [0.3, -0.2] }), seats)).toBe('Chance brought Ama 30 of 100.');
  });
  it('call luck by its size', () => {
    expect([-0.3, -0.05, 0, 0.05, 0.3].map(luckWords)).toEqual([
      'unlucky',
      'a little unlucky',
      'like most days',
      'a little lucky',
      'lucky',
    ]);
  });
  it('take luck out of a result, and stay between nothing and everything', () => {
    const sum = { result: 1, luck: 0.4 } as Parameters<typeof withoutLuck>[0];
    expect(withoutLuck(sum)).toBe(60);
    expect(withoutLuck({ ...sum, luck: -0.4 })).toBe(100);
  });
});

/** What the worker does, without one. */
class HereReviewer implements ReviewSource {
  onmessage: ReviewSource['onmessage'] = null;
  onerror: ReviewSource['onerror'] = null;
  heard: ToReviewer[] = [];
  isEnded = false;
  postMessage(message: ToReviewer) {
    this.heard.push(message);
  }
  terminate() {
    this.isEnded = true;
  }
  say(data: FromSource) {
    this.onmessage?.({ data });
  }
}

async function aPlay(): Promise<{ module: Module; log: string }> {
  const ochre = await Ochre.start(compiled);
  const play = ochre.open({ game: 'tribes', seed: '05'.repeat(32), seats: 3 });
  for (let n = 0; n < 6; n++) play.move(play.asked[0]!, play.think(play.asked[0]!, 'random', n).move);
  return { module: await Module.start(compiled), log: play.log('everybody', { reveal: true }) };
}

describe('the store', () => {
  it('shows what the module says, step by step', { timeout: 60_000 }, async () => {
    const { module, log } = await aPlay();
    const reviewing = new Reviewing(module, log, { depth: 'quick' });
    reviewing.call(0, ['Ama', 'Bo', 'Cy']);
    const worker = new HereReviewer();
    const store = new ReviewStore([() => worker]);
    store.begin(log, { you: 0, names: ['Ama', 'Bo', 'Cy'], lang: 'en' }, 'quick');
    expect(worker.heard[0]).toMatchObject({ t: 'begin', depth: 'quick', seed: 1, names: ['Ama', 'Bo', 'Cy'] });
    worker.say({ t: 'about', text: reviewing.about('en') });
    expect(store.about?.game).toBe('tribes');
    expect(store.total).toBe(store.about!.play.story.length);
    expect(JSON.stringify(store.about!.play.story)).toMatch(/\bYou\b|\bBo\b/);
    expect(store.isWorking).toBe(true);
    expect(worker.heard.at(-1)).toEqual({ t: 'moment', n: 1, lang: 'en' });
    let n = 0;
    while (reviewing.on()) worker.say({ t: 'step', text: reviewing.step(++n) });
    await vi.waitFor(() => expect(store.steps.length).toBe(store.total));
    worker.say({ t: 'review', text: reviewing.review() });
    expect(store.isWorking).toBe(false);
    expect(store.review?.whole).toBe(true);
    const own = store.steps.find((one) => one.seat !== '*')!;
    store.go(own.n);
    worker.say({ t: 'moment', n: own.n, lang: 'en', text: reviewing.moment(own.n, 'en') });
    expect(store.moment?.made?.m).toBe(own.move);
    expect(store.moment?.step).toBe(own.n - 1);
    expect(stepOfMoment(store.moment!, store.about!.play).over).toBeNull();
    // The moves that a review calls better can be drawn, and the line behind them begins with them.
    for (const found of store.steps.filter((one) => one.better)) {
      const moment = JSON.parse(reviewing.moment(found.n, 'en')) as MomentInfo;
      expect(moment.best?.m).toBe(found.best);
      expect(moment.line?.map(({ m }) => m)).toEqual(found.course?.map(({ move }) => move));
    }
    store.stop();
    expect(worker.heard.at(-1)).toEqual({ t: 'stop' });
    store.go(5000);
    expect(store.at).toBe(store.total + 1);
    store.close();
    expect(worker.isEnded).toBe(true);
  });

  it('says why there is none, and when this browser cannot', async () => {
    const { module } = await aPlay();
    expect(() => new Reviewing(module, 'ochre 1\ngame dice\nrules 1\nseats 2\n\np1 x\n')).toThrow(NoReview);
    const worker = new HereReviewer();
    const store = new ReviewStore([() => worker]);
    store.begin('', { you: -1, names: [], lang: 'en' });
    worker.say({ t: 'refused', why: 'line 6: no' });
    expect(store.refused).toBe('line 6: no');
    const unable = new ReviewStore([
      () => {
        throw new Error('no workers here');
      },
    ]);
    unable.begin('', { you: -1, names: [], lang: 'en' });
    expect(unable.isUnable).toBe(true);
  });

  it('asks the next source when one cannot, also in the middle, and begins anew with it', () => {
    const [first, second] = [new HereReviewer(), new HereReviewer()];
    const store = new ReviewStore([() => first, () => second]);
    store.begin('the log', { you: -1, names: [], lang: 'en' }, 'deep');
    expect(second.heard).toEqual([]);
    first.onerror?.(new ErrorEvent('error'));
    expect(first.isEnded).toBe(true);
    expect(second.heard).toEqual(first.heard);
    first.say({ t: 'refused', why: 'too late' });
    expect(store.refused).toBe('');
    expect(store.isUnable).toBe(false);
    second.say({ t: 'unable', why: 'Many plays are being reviewed here.' });
    expect(store.isUnable).toBe(true);
    expect(store.whyUnable).toBe('Many plays are being reviewed here.');
    store.begin('the log', { you: -1, names: [], lang: 'en' });
    expect(store.isUnable).toBe(false);
    expect(store.whyUnable).toBe('');
  });
});
