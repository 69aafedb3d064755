// The director with a clock of its own: nothing here waits.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Past, Step, Told } from '../wire';
import type { Clock } from './clock';
import { Director } from './director.svelte';
import { beatsOf, LANDS, lastRound, momentsOf, QUIET, stays, THINKS, type Pace, type Wants } from './moments';
import type { Stage } from './stage';

class VirtualClock implements Clock {
  time = 0;
  #due: { at: number; then: () => void }[] = [];
  now = () => this.time;
  after(ms: number, then: () => void) {
    const one = { at: this.time + ms, then };
    this.#due.push(one);
    return () => {
      this.#due = this.#due.filter((other) => other !== one);
    };
  }
  get waiting() {
    return this.#due.length;
  }
  pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const next = this.#due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#due = this.#due.filter((one) => one !== next);
      this.time = next.at;
      next.then();
    }
    this.time = end;
  }
}

function told(step: number, seat: string, ...sentences: string[]): Told {
  return { step, seat, move: `m${step}`, sentences, events: sentences.map((_, i) => ({ kind: `k${i}` })) };
}

function step(n: number, story: Told[], more: Partial<Step> = {}): Step {
  return {
    t: 'step',
    table: 'x',
    step: n,
    since: story[0] ? story[0].step - 1 : n,
    view: { n },
    story,
    asked: [],
    ask: 0,
    question: null,
    moves: [],
    undoable: 0,
    hush: false,
    scores: null,
    over: null,
    ...more,
  };
}

const over = { winners: ['p1'], draw: false, reason: '', ranks: [1], payoffs: [1], scores: null };
const mine = { ask: 7, moves: [{ m: 'go', touch: ['a'] }] };
const settle = async () => {
  for (let i = 0; i < 6; i++) await Promise.resolve();
};

describe('the director', () => {
  let clock: VirtualClock;
  let director: Director;
  let stage: Stage & { pace: Pace; wants: Wants; isShow: boolean };
  let asked: number[];
  let reached: Step[];
  let cues: string[];
  let looks: (n: number) => Promise<Past | null>;
  const past = (n: number): Past => ({
    t: 'past',
    table: 'x',
    step: n,
    steps: 9,
    view: { n },
    story: [],
    scores: null,
  });
  beforeEach(() => {
    clock = new VirtualClock();
    asked = [];
    reached = [];
    cues = [];
    looks = async (n) => past(n);
    stage = {
      me: 'p1',
      pace: 'slow',
      wants: {},
      isShow: false,
      isComputer: (seat) => seat === 'p2' || seat === 'p3',
      viewAt: (n) => {
        asked.push(n);
        return looks(n);
      },
      reached: (now) => reached.push(now),
      cue: (beat) => cues.push(beat.sentences.join(' ')),
    };
    director = new Director(stage, clock);
    director.hear(step(0, [], mine), []);
    reached = [];
  });
  const hear = (n: number, story: Told[], more: Partial<Step> = {}) => director.hear(step(n, story, more), story);
  /** What is drawn. */
  const drawn = () => (director.at ?? reached.at(-1))?.view.n;

  it('shows each move for its time, one after another, with its caption', async () => {
    hear(1, [told(1, 'p2', 'Two moves.')]);
    hear(2, [told(2, 'p3', 'Three moves.')], mine);
    expect(director.isPlaying).toBe(true);
    expect(director.thinks).toBe('p2');
    expect(drawn()).toBe(0);
    clock.pass(THINKS.slow);
    expect(director.thinks).toBeNull();
    expect(drawn()).toBe(1);
    expect(director.caption).toMatchObject({ seat: 'p2', sentences: ['Two moves.'] });
    expect(director.at).toMatchObject({ ask: 0, moves: [], over: null, story: [{ step: 1 }] });
    clock.pass(1499);
    expect(drawn()).toBe(1);
    clock.pass(1 + THINKS.slow);
    expect(drawn()).toBe(2);
    expect(director.before?.view.n).toBe(1);
    clock.pass(1500);
    expect(director.isPlaying).toBe(false);
    expect(reached.at(-1)).toMatchObject({ step: 2, ask: 7 });
    expect(cues).toEqual(['Two moves.', 'Three moves.']);
    expect(clock.waiting).toBe(0);
    expect(asked).toEqual([]);
  });
  it('asks for the views in between, and draws them', async () => {
    hear(3, [told(1, 'p2', 'a'), told(2, 'p2', 'b'), told(3, 'p2', 'c')], mine);
    await settle();
    expect(asked).toEqual([1, 2]);
    clock.pass(THINKS.slow);
    const seen = [drawn()];
    for (let i = 0; i < 2; i++) {
      clock.pass(1500);
      seen.push(drawn());
    }
    expect(seen).toEqual([1, 2, 3]);
  });
  it('tells in captions alone what it cannot draw, and does not go on asking', async () => {
    looks = async () => null;
    hear(
      6,
      [1, 2, 3, 4, 5, 6].map((n) => told(n, 'p2', `s${n}`)),
      mine,
    );
    await settle();
    clock.pass(THINKS.slow);
    expect(director.caption?.sentences).toEqual(['s1']);
    expect(drawn()).toBe(0);
    while (director.isPlaying && director.caption?.sentences[0] !== 's6') {
      clock.pass(100);
      await settle();
    }
    expect(drawn()).toBe(6);
    // The board hears of all it was not shown.
    expect(director.at?.story.map((one) => one.step)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked.length).toBeLessThan(6);
  });
  it('waits a moment for a view that is late, not for ever', async () => {
    let come: (past: Past) => void = () => {};
    looks = () => new Promise((resolve) => (come = resolve));
    hear(2, [told(1, 'p2', 'late'), told(2, 'p2', 'next')]);
    clock.pass(THINKS.slow + 100);
    expect(director.caption).toBeNull();
    come(past(1));
    await settle();
    expect(drawn()).toBe(1);
    expect(director.caption?.sentences).toEqual(['late']);
    director.skip();
    hear(4, [told(3, 'p2', 'never'), told(4, 'p2', 'next')]);
    clock.pass(THINKS.slow + 700);
    expect(director.caption?.sentences).toEqual(['never']);
  });
  it('goes straight to now when something is touched', () => {
    hear(2, [told(1, 'p2', 'a'), told(2, 'p3', 'b')], mine);
    expect(director.skip()).toBe(true);
    expect(director.isPlaying).toBe(false);
    expect(director.caption).toBeNull();
    expect(reached.at(-1)).toMatchObject({ step: 2, ask: 7 });
    expect(clock.waiting).toBe(0);
    expect(director.skip()).toBe(false);
    // The last picture stands already: the touch itself may count.
    hear(3, [told(3, 'p2', 'c')], mine);
    clock.pass(THINKS.slow);
    expect(director.skip()).toBe(false);
    expect(director.isPlaying).toBe(false);
  });
  it('never delays my own move', () => {
    hear(1, [told(1, 'p1', 'You move.')]);
    expect(director.isPlaying).toBe(false);
    expect(reached.at(-1)?.step).toBe(1);
    expect(director.before?.step).toBe(0);
    // What chance does to it, when I am asked again: neither.
    hear(3, [told(2, 'p1', 'You take.'), told(3, '*', 'You draw.')], mine);
    expect(director.isPlaying).toBe(false);
  });
  it('lets my own move land before somebody answers', async () => {
    const story = [told(1, 'p1', 'You move.'), told(2, 'p2', 'Two answers.')];
    director.hear(step(1, story.slice(0, 1)), story.slice(0, 1));
    director.hear(step(2, story.slice(1), mine), story.slice(1));
    expect(drawn()).toBe(1);
    clock.pass(THINKS.slow - 1);
    expect(drawn()).toBe(1);
    clock.pass(1);
    expect(drawn()).toBe(2);
    expect(LANDS.slow).toBeLessThan(THINKS.slow);
  });
  it('holds what the game wants to be held, of my own moves too', () => {
    stage.wants = { k1: 'hold', k2: 'skip' };
    hear(1, [told(1, 'p1', 'You place a card.', 'The cards are shown.', 'Noise.')], mine);
    expect(director.isPlaying).toBe(true);
    expect(drawn()).toBe(1);
    expect(director.caption?.sentences).toEqual(['The cards are shown.']);
    clock.pass(1999);
    expect(director.isPlaying).toBe(true);
    clock.pass(1);
    expect(director.isPlaying).toBe(false);
  });
  it('tells what a move does one thing after another', () => {
    hear(1, [told(1, 'p2', 'A card.', 'All are shown.', 'It is taken.')], mine);
    clock.pass(THINKS.slow);
    clock.pass(1500);
    expect(director.caption?.sentences).toEqual(['All are shown.']);
    expect(drawn()).toBe(1);
    clock.pass(3000);
    expect(cues).toEqual(['A card.', 'All are shown.', 'It is taken.']);
  });
  it('is quicker at a natural pace, and shows nothing in between at once', () => {
    stage.pace = 'natural';
    hear(1, [told(1, 'p2', 'a')]);
    clock.pass(THINKS.natural + 800);
    expect(director.isPlaying).toBe(false);
    stage.pace = 'once';
    hear(4, [told(2, 'p2', 'a'), told(3, 'p2', 'b'), told(4, 'p2', 'c')], mine);
    expect(director.isPlaying).toBe(false);
    expect(reached.at(-1)?.step).toBe(4);
    expect(asked).toEqual([]);
  });
  it('stops when moves are taken back', () => {
    hear(2, [told(1, 'p2', 'a'), told(2, 'p3', 'b')], mine);
    director.cut(step(0, [], mine));
    expect(director.isPlaying).toBe(false);
    expect(reached.at(-1)?.step).toBe(0);
    expect(director.before).toBeNull();
    expect(clock.waiting).toBe(0);
  });
  it('shows the last move before the result, after a moment of quiet', () => {
    hear(1, [told(1, 'p2', 'Two wins.')], { over });
    clock.pass(THINKS.slow);
    expect(director.at?.over).toBeNull();
    clock.pass(1500);
    expect(director.isPlaying).toBe(true);
    clock.pass(QUIET.slow);
    expect(director.isPlaying).toBe(false);
    expect(reached.at(-1)?.over).toEqual(over);
  });
  it('can be paused, led step by step, and go on', () => {
    stage.isShow = true;
    director.pause();
    for (let n = 1; n <= 3; n++) hear(n, [told(n, 'p2', `a${n}`, `b${n}`)]);
    clock.pass(60_000);
    expect(drawn()).toBe(0);
    expect(director.left).toBe(3);
    director.next();
    expect(drawn()).toBe(1);
    expect(director.caption?.sentences).toEqual(['a1', 'b1']);
    clock.pass(60_000);
    expect(drawn()).toBe(1);
    director.next();
    expect(drawn()).toBe(2);
    director.goOn();
    expect(drawn()).toBe(3);
    clock.pass(3000);
    expect(director.isPlaying).toBe(false);
  });
  it('goes on after a pause where it was, in the middle of a move too', () => {
    hear(1, [told(1, 'p2', 'a', 'b')]);
    clock.pass(THINKS.slow + 100);
    director.pause();
    clock.pass(60_000);
    expect(director.caption?.sentences).toEqual(['a']);
    director.goOn();
    expect(director.caption?.sentences).toEqual(['b']);
  });
  it('keeps every move of computers among themselves, and not too many where people wait', () => {
    stage.isShow = true;
    for (let n = 1; n <= 50; n++) hear(n, [told(n, 'p2', `s${n}`)]);
    expect(director.left).toBe(50);
    director.skip();
    stage.isShow = false;
    for (let n = 51; n <= 100; n++) hear(n, [told(n, 'p2', `s${n}`)]);
    expect(director.left).toBe(30);
  });
  it('waits while nobody looks, and then shows the last round only', () => {
    director.hide(true);
    hear(1, [told(1, 'p2', 'old')], mine);
    hear(2, [told(2, 'p1', 'mine')]);
    hear(3, [told(3, 'p2', 'new')], mine);
    clock.pass(60_000);
    expect(director.isPlaying).toBe(true);
    director.hide(false, (all) => lastRound(all, 'p1'));
    clock.pass(THINKS.slow);
    expect(director.caption?.sentences).toEqual(['new']);
    clock.pass(1500);
    expect(cues).toEqual(['new']);
    expect(director.isPlaying).toBe(false);
  });
  it('shows the last round again when asked, also where everything is shown at once', async () => {
    stage.pace = 'once';
    const story = [told(1, 'p1', 'mine'), told(2, 'p2', 'a'), told(3, 'p3', 'b')];
    hear(3, story, mine);
    await director.replay(lastRound(story, 'p1'));
    await settle();
    expect(director.isReplay).toBe(true);
    expect(asked).toEqual([1, 2]);
    expect(drawn()).toBe(2);
    clock.pass(1500);
    expect(drawn()).toBe(3);
    clock.pass(1500);
    expect(director.isPlaying).toBe(false);
    expect(cues).toEqual(['a', 'b']);
  });
  it('begins a first visit before the first thing it shows', async () => {
    director = new Director(stage, clock);
    const story = [told(5, 'p2', 'a'), told(6, 'p3', 'b')];
    director.hear(step(6, story, mine), story);
    await settle();
    expect(asked[0]).toBe(4);
    expect(director.at?.view.n).toBe(4);
    clock.pass(THINKS.slow);
    expect(director.at?.view.n).toBe(5);
  });
  it('forgets a first visit that a newer step overtook', async () => {
    let come: (past: Past) => void = () => {};
    looks = () => new Promise((resolve) => (come = resolve));
    director = new Director(stage, clock);
    director.hear(step(5, [told(5, 'p2', 'a')], mine), [told(5, 'p2', 'a')]);
    director.cut(step(3, [], mine));
    come(past(4));
    await settle();
    expect(director.isPlaying).toBe(false);
  });
});

describe('moments', () => {
  it('are told together when they are alike, and apart when not', () => {
    const one = told(1, 'p2', 'a', 'b', 'c');
    one.events = [{ kind: 'x' }, { kind: 'x' }, { kind: 'y' }];
    expect(beatsOf(one, {}).map((beat) => beat.sentences)).toEqual([['a', 'b'], ['c']]);
    expect(beatsOf(one, { x: 'skip' }).map((beat) => beat.sentences)).toEqual([['c']]);
    expect(beatsOf({ ...one, events: [] }, {})).toEqual([
      { kind: '', weight: 'plain', sentences: ['a', 'b', 'c'], event: null },
    ]);
    expect(beatsOf(one, {}).map((beat) => beat.event)).toEqual([one.events[0], one.events[2]]);
    expect(beatsOf(one, { x: 'hold' }).map((beat) => beat.sentences)).toEqual([['a'], ['b'], ['c']]);
  });
  it('stand longer the more there is to read, within bounds', () => {
    const beat = (text: string) => ({ kind: '', weight: 'plain' as const, sentences: [text], event: null });
    expect(stays(beat('short'), 'slow')).toBe(1500);
    expect(stays(beat('x'.repeat(100)), 'slow')).toBe(2600);
    expect(stays(beat('x'.repeat(1000)), 'slow')).toBe(3600);
    expect(stays({ ...beat('x'.repeat(10)), weight: 'hold' }, 'slow')).toBe(2000);
    expect(stays(beat('x'.repeat(100)), 'once')).toBe(0);
  });
  it('of chance pass by', () => {
    expect(momentsOf([told(1, '*', 'A card.')], 'p1', {}, true)[0]!.beats[0]!.weight).toBe('short');
  });
  it('of the last round begin after my last move, or with the first decision', () => {
    const story = [
      told(1, '*', 'setup'),
      told(2, 'p2', 'a'),
      told(3, 'p1', 'mine'),
      told(4, '*', 'c'),
      told(5, 'p2', 'b'),
    ];
    expect(lastRound(story, 'p1').map((one) => one.step)).toEqual([4, 5]);
    expect(lastRound(story, 'p4').map((one) => one.step)).toEqual([2, 3, 4, 5]);
    expect(lastRound([], 'p1')).toEqual([]);
    const long = Array.from({ length: 100 }, (_, i) => told(i + 1, 'p2', 'x'));
    expect(lastRound(long, 'p1').length).toBe(24);
  });
});
