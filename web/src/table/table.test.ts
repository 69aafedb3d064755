// What stands beside the board: hints, keys, dragging, clocks, questions; and what is heard.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, KEY, settle, TABLE, until } from '../../test/server';
import { useLine } from '../lib/line.svelte';
import { Picker } from '../lib/picker.svelte';
import { keep } from '../lib/prefs.svelte';
import { makeSound, sleepUntilTouched, useEars } from '../lib/sound/sound';
import { VOICES, type Sound } from '../lib/sound/voices';
import { endSound } from '../lib/table/calls.svelte';
import type { Hint, TableMessage } from '../lib/wire';
import Table from '../pages/Table.svelte';
import { clockOf } from './clocks';
import { draggable } from './drag';
import { reasonOf, runnerUp } from './hints';

vi.stubGlobal('WebSocket', FakeSocket);

function listen(): Sound[] {
  const heard: Sound[] = [];
  useEars({ wake() {}, play: (sound) => heard.push(sound) });
  return heard;
}

const HINT: Hint = {
  t: 'hint',
  table: TABLE,
  ask: 1,
  words: 'White moves.',
  move: 'a2a3',
  worth: 0.7,
  ideas: [
    { m: 'a2a3', worth: 0.7, visits: 9 },
    { m: 'b2b3', worth: 0.5, visits: 4 },
    { m: 'c2c3', worth: 0.9, visits: 0 },
  ],
  course: [],
};

describe('a table', () => {
  let server: FakeServer;
  let page: Record<string, unknown> | null = null;
  beforeEach(() => {
    localStorage.clear();
    keep({ helper: false, confirm: false, pace: 'once', keys: true, sound: 'full' });
    window.innerWidth = 1440;
    server = new FakeServer();
    useLine(server.line());
  });
  afterEach(async () => {
    if (page) await unmount(page);
    page = null;
    useLine(null);
    useEars(null);
    document.body.innerHTML = '';
  });
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('button')].find(
      (one) => one.textContent?.includes(name) || one.getAttribute('aria-label') === name,
    );
  async function open(name = 'dice', at = 0, more: Partial<TableMessage> = {}) {
    const found = server.play(name, at, more);
    page = mount(Table, { target: document.body, props: { table: TABLE, seatKey: KEY } });
    await until(() => document.querySelector('.board [data-touch]'));
    await settle();
    return found.steps;
  }
  function press(key: string, on: Element = document.body) {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    flushSync();
  }
  function click(id: string) {
    const thing = document.querySelector(`.board [data-touch="${id}"]`)!;
    thing.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    thing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
    return thing;
  }

  it('shows a hint without playing it, and plays it with another button', async () => {
    const steps = await open();
    const { answer } = server;
    server.answer = (message, socket) =>
      message.t === 'hint' ? socket.tell({ ...HINT, id: message.id!, ask: message.ask }) : answer(message, socket);
    button('Hint')!.click();
    await until(() => button('Show it'));
    expect(document.querySelector('.hint')!.textContent).toContain('You stand well with it.');
    button('Show it')!.click();
    await settle();
    expect(server.said('move')).toEqual([]);
    expect(button('Show it')!.getAttribute('aria-pressed')).toBe('true');
    button('Show it')!.click();
    await settle();
    expect(server.said('move')).toEqual([]);
    button('Play it')!.click();
    expect(server.said('move')).toEqual([{ t: 'move', table: TABLE, ask: steps[0]!.ask, move: 'a2a3' }]);
  });
  it('lists moves under the headings of the game, in its order', async () => {
    const steps = await open('dice-position');
    const { moves, groups } = steps[0]!;
    const wanted = [...new Set(moves.map((move) => move.group!))].sort((a, b) => a - b);
    expect(wanted.length).toBeGreaterThan(2);
    await until(() => document.querySelector('ol.moves .more'));
    document.querySelector<HTMLButtonElement>('ol.moves .more')!.click();
    flushSync();
    expect(document.querySelectorAll('ol.moves .move').length).toBe(moves.length);
    const heads = [...document.querySelectorAll('ol.moves h3')].map((head) => head.textContent);
    expect(heads).toEqual(wanted.map((group) => groups![group]));
    const first = moves.find((move) => move.group === wanted[0])!;
    expect(document.querySelector('ol.moves .move')!.textContent).toContain(first.words);
    // One kind alone needs no heading.
    const turn = moves.find((move) => move.m.endsWith('r'))!;
    document.querySelector<HTMLInputElement>('.find input')!.value = turn.words!;
    document.querySelector('.find input')!.dispatchEvent(new InputEvent('input', { bubbles: true }));
    flushSync();
    expect(document.querySelectorAll('ol.moves h3').length).toBe(0);
  });
  it('says what is in danger, and draws it for whoever points at it', async () => {
    const [step] = await open('dice-position');
    expect(step!.dangers!.length).toBeGreaterThan(0);
    const rows = [...document.querySelectorAll<HTMLButtonElement>('.dangers .move')];
    expect(rows.map((row) => row.textContent!.trim())).toEqual(step!.dangers!.map((danger) => danger.words));
    expect(document.querySelector('.ghost')).toBeNull();
    // The board of this test has no size: what would be measured has one.
    const box = { left: 0, top: 0, width: 50, height: 50 } as DOMRect;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
    rows[0]!.dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => document.querySelector('.ghost.danger'));
    expect(document.querySelectorAll('.ghost.danger rect').length).toBe(1 + step!.dangers![0]!.at.length);
    rows[0]!.dispatchEvent(new PointerEvent('pointerleave'));
    await until(() => !document.querySelector('.ghost'));
    // A touch holds it; another one lets it go. Nothing is played.
    rows[0]!.click();
    await until(() => document.querySelector('.ghost.danger'));
    rows[0]!.click();
    await until(() => !document.querySelector('.ghost'));
    expect(server.said('move')).toEqual([]);
    vi.restoreAllMocks();
  });
  it('confirms with Enter what was meant with the mouse', async () => {
    keep({ confirm: true });
    await open();
    click('a2');
    const last = click('a3');
    await settle();
    expect(server.said('move')).toEqual([]);
    press('Enter', last);
    expect(server.said('move')).toMatchObject([{ move: 'a2a3' }]);
  });
  it('opens the rules beside the table', async () => {
    await open();
    expect(document.querySelector('header a[href^="/rules/"]')!.getAttribute('target')).toBe('_blank');
  });
  it('asks in the row of who asks, and answers there', async () => {
    await open();
    server.socket.tell({ t: 'wish', table: TABLE, wish: 3, seat: 'p2', moves: 1 });
    flushSync();
    const row = document.querySelectorAll('.seat')[1]!;
    expect(row.textContent).toContain('would like to take back 1 move');
    [...row.querySelectorAll('button')].find((one) => one.textContent === 'Allow it')!.click();
    expect(server.said('consent')).toMatchObject([{ wish: 3, yes: true }]);
  });
  it('looks at a line of the story again, and loses no key', async () => {
    const steps = await open('dice', 6);
    const { answer } = server;
    const waiting: (() => void)[] = [];
    server.answer = (message, socket) => {
      if (message.t !== 'look') return answer(message, socket);
      const { view } = steps[0]!;
      waiting.push(() =>
        socket.tell({
          t: 'past',
          id: message.id!,
          table: TABLE,
          step: message.step,
          steps: 6,
          view,
          story: [],
          scores: null,
        }),
      );
    };
    document.querySelector<HTMLElement>('.story [data-step="4"]')!.click();
    await until(() => waiting.length);
    waiting.forEach((tell) => tell());
    await settle();
    expect(document.querySelector('.story .past')!.getAttribute('data-step')).toBe('4');
    press('ArrowLeft');
    press('ArrowLeft');
    press('ArrowLeft');
    await settle();
    waiting.forEach((tell) => tell());
    await settle();
    expect(document.querySelector('.story .past')!.getAttribute('data-step')).toBe('1');
    press('Escape');
    expect(document.querySelector('.story .past')).toBeNull();
  });
  it('makes a sound for moves, the call and the end, once each, after the first touch', async () => {
    const heard = listen();
    const steps = await open('dice', 0);
    server.socket.tell({ ...steps[1]!, since: steps[0]!.step });
    flushSync();
    expect(heard).toEqual([]);
    window.dispatchEvent(new Event('pointerdown'));
    server.socket.tell({ ...steps[2]!, since: steps[1]!.step });
    flushSync();
    expect(heard).toEqual(['bone', 'two bones']);
    const end = steps.at(-1)!;
    server.socket.tell({ ...end, since: steps[2]!.step });
    flushSync();
    expect(heard.slice(2)).toEqual([endSound(end.over!.winners, 'p1')]);
    keep({ sound: 'off' });
    makeSound('bone');
    expect(heard).toHaveLength(3);
  });
  it('calls with the title and the icon of the tab', async () => {
    document.head.innerHTML = '<link rel="icon" href="/x.svg">';
    const steps = await open('dice', 0);
    await until(() => document.title.startsWith('Your turn'));
    expect(document.querySelector('link')!.href).toContain('mark-turn');
    server.socket.tell({ ...steps[1]!, since: 0 });
    await until(() => !document.title.startsWith('Your turn'));
    expect(document.querySelector('link')!.href).not.toContain('mark-turn');
  });
});

describe('sounds', () => {
  afterEach(() => useEars(null));
  it('sleep until the first touch, and in a hidden tab but for the call', () => {
    const heard = listen();
    const stop = sleepUntilTouched();
    makeSound('bone');
    expect(heard).toEqual([]);
    window.dispatchEvent(new Event('keydown'));
    makeSound('bone');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    makeSound('skin');
    makeSound('two bones');
    hidden.mockRestore();
    stop();
    expect(heard).toEqual(['bone', 'two bones']);
  });
  it('are short, and the flute no longer than it should', () => {
    for (const [name, { seconds }] of Object.entries(VOICES))
      expect(seconds, name).toBeLessThanOrEqual(['won', 'lost', 'draw'].includes(name) ? 1.4 : 0.5);
  });
  it('tell how it ended', () => {
    expect(endSound(['p1'], 'p1')).toBe('won');
    expect(endSound(['p2'], 'p1')).toBe('lost');
    expect(endSound(['p1', 'p2'], 'p1')).toBe('draw');
    expect(endSound([], 'p1')).toBe('draw');
    expect(endSound(['p2'], null)).toBe('won');
  });
});

describe('clocks', () => {
  const info = (left: number, more: Partial<TableMessage> = {}) =>
    ({
      status: 'running',
      clock: { kind: 'game', seconds: 300, increment: 0 },
      clocks: { p1: { left, running: true } },
      ...more,
    }) as TableMessage;
  it('turn ochre below a fifth and red in the last ten seconds, with tenths', () => {
    expect(clockOf(info(252), 'p1', 0)).toMatchObject({ text: '4:12', tone: 'plenty' });
    expect(clockOf(info(60), 'p1', 1000)).toMatchObject({ text: '0:59', tone: 'low' });
    expect(clockOf(info(10), 'p1', 2600)).toMatchObject({ text: '0:07.4', tone: 'last' });
    expect(clockOf(info(1), 'p1', 5000)).toMatchObject({ text: '0:00.0', tone: 'last' });
  });
  it('are not shown before play', () => {
    expect(clockOf(info(0, { status: 'waiting' }), 'p1', 0)).toBeNull();
    expect(clockOf(info(10), 'p2', 0)).toBeNull();
  });
  it('stand still while nobody thinks', () => {
    const still = info(100, { clocks: { p1: { left: 100, running: false } } });
    expect(clockOf(still, 'p1', 90_000)?.seconds).toBe(100);
  });
});

describe('reasons', () => {
  it('compare with the best other idea that was tried', () => {
    expect(runnerUp(HINT)?.m).toBe('b2b3');
    expect(reasonOf(HINT, (m) => m)).toBe('You stand well with it. Much better than “b2b3”.');
    expect(reasonOf({ ...HINT, ideas: [] }, (m) => m)).toBe('You stand well with it.');
    expect(reasonOf({ ...HINT, worth: null }, (m) => m)).toContain('cannot say');
  });
});

describe('dragging', () => {
  let pick: Picker;
  let stop: () => void;
  let under: Element | null;
  beforeEach(() => {
    document.body.innerHTML = `<div id="root"><b data-touch="a"></b><i data-touch="b"></i><u data-touch="c"></u>
      <s data-touch="card:1"></s><p data-drop="card"><em></em></p><q data-drag="b"></q></div>`;
    // A board hands every click to the picker.
    document.querySelector('#root')!.addEventListener('click', (event) => {
      const id = (event.target as Element).closest('[data-touch]')?.getAttribute('data-touch');
      if (id) pick.touch(id);
    });
    pick = new Picker();
    pick.offer([
      { m: 'ab', touch: ['a', 'b'] },
      { m: 'ax', touch: ['a', 'x'] },
      { m: 'c', touch: ['c'] },
      { m: '+1', touch: ['card:1'] },
      { m: 'b', touch: ['b'] },
    ]);
    document.elementFromPoint = () => under;
    stop = draggable(
      document.querySelector('#root')!,
      () => pick,
      () => true,
    );
  });
  afterEach(() => {
    stop();
    document.body.innerHTML = '';
  });
  const at = (type: string, x: number, on: EventTarget = window) =>
    on.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x, clientY: 0 }));
  const thing = (id: string) => document.querySelector(`[data-touch="${id}"]`)!;

  it('means the first thing and then the second', () => {
    at('pointerdown', 0, thing('a'));
    at('pointermove', 4);
    expect(pick.picked).toEqual([]);
    under = thing('b');
    at('pointermove', 20);
    expect(pick.picked).toEqual(['a']);
    expect(pick.hovered).toBe('b');
    expect(document.querySelectorAll('.lifted')).toHaveLength(1);
    at('pointerup', 20);
    expect(pick.ready?.m).toBe('ab');
    expect(document.querySelector('.lifted')).toBeNull();
  });
  it('goes home when it is let go elsewhere', () => {
    under = null;
    at('pointerdown', 0, thing('a'));
    at('pointermove', 20);
    at('pointerup', 20);
    expect(pick.picked).toEqual([]);
    expect(document.querySelector('.lifted')).toBeNull();
  });
  it('lets a card go where cards go', () => {
    at('pointerdown', 0, thing('card:1'));
    under = document.querySelector('#root');
    at('pointermove', 20);
    expect(document.querySelectorAll('.lifted')).toHaveLength(1);
    at('pointerup', 20);
    expect(pick.ready).toBeNull();
    under = document.querySelector('em');
    at('pointerdown', 0, thing('card:1'));
    at('pointermove', 20);
    expect(pick.hovered).toBe('card:1');
    at('pointerup', 20);
    expect(pick.ready?.m).toBe('+1');
  });
  it('lays a piece on a thing of its kind', () => {
    at('pointerdown', 0, document.querySelector('q')!);
    under = thing('c');
    at('pointermove', 20);
    expect(pick.hovered).toBeNull();
    under = thing('b');
    at('pointermove', 21);
    expect(pick.hovered).toBe('b');
    at('pointerup', 21);
    expect(pick.ready?.m).toBe('b');
    expect(document.querySelector('[data-lifted]')).toBeNull();
  });
  it('leaves clicks alone, and things that lead nowhere', () => {
    at('pointerdown', 0, thing('a'));
    at('pointerup', 2);
    at('pointerdown', 0, thing('c'));
    at('pointermove', 30);
    expect(pick.picked).toEqual([]);
    expect(document.querySelector('.lifted')).toBeNull();
  });
});
