// The pages in jsdom, with a server made of recordings.
import { readFileSync } from 'node:fs';
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, KEY, settle, TABLE, until } from '../../test/server';
import { FEW } from '../art/sprite';
import { GAMES } from '../games/cards';
import { pledgeOf } from '../lib/chance';
import { useLine } from '../lib/line.svelte';
import { mineAt } from '../lib/mine.svelte';
import { keep } from '../lib/prefs.svelte';
import Home from './Home.svelte';
import Setup from './Setup.svelte';
import Table from './Table.svelte';

vi.stubGlobal('WebSocket', FakeSocket);

const GAME = {
  id: 'dice',
  name: 'Sapiens (dice)',
  designer: '',
  about: '',
  rules: 1,
  seats: [2, 4],
  seats_usual: 2,
  secrets: false,
  options: [
    { name: 'size', title: 'Squares along an edge', about: 'squares', default: '8', min: 6, max: 10 },
    { name: 'ally', title: 'Alliances', about: '', default: 'on', choices: ['on', 'off'], phrases: ['may be', 'none'] },
  ],
  packs: [{ id: 'default', hash: '0' }],
  bots: [
    { name: 'level:1', about: '' },
    { name: 'level:3', about: '' },
  ],
};

describe('pages', () => {
  let server: FakeServer;
  let asked: { url: string; body: Record<string, unknown> | null }[] = [];
  let page: Record<string, unknown> | null = null;
  beforeEach(() => {
    localStorage.clear();
    keep({ helper: false, met: [], confirm: false });
    window.innerWidth = 1440;
    server = new FakeServer();
    useLine(server.line());
    asked = [];
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      asked.push({ url, body: init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : null });
      const said = url.startsWith('/api/games')
        ? { games: [GAME] }
        : init?.method === 'POST'
          ? { table: TABLE, seats: [{ seat: 'p1', key: KEY, link: '' }] }
          : { tables: [] };
      return new Response(JSON.stringify(said), { headers: { 'Content-Type': 'application/json' } });
    });
  });
  afterEach(async () => {
    if (page) await unmount(page);
    page = null;
    useLine(null);
    document.body.innerHTML = '';
  });
  const text = () => document.body.textContent ?? '';
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      (one) => one.textContent?.includes(name) || one.getAttribute('aria-label') === name,
    );
  async function table(name: string, at: number, more = {}) {
    const found = server.play(name, at, more);
    page = mount(Table, { target: document.body, props: { table: TABLE, seatKey: KEY } });
    await until(() => document.querySelector('.ask, .threshold'));
    await settle();
    return found;
  }

  it('home opens a table with one click', async () => {
    page = mount(Home, { target: document.body });
    await settle();
    expect(text()).toContain('No fire is lit yet.');
    expect(document.querySelectorAll('article')).toHaveLength(GAMES.length);
    button('Play now')!.click();
    await until(() => asked.some(({ body }) => body));
    const made = asked.find(({ body }) => body)!.body!;
    expect(made).toMatchObject({ game: 'dice', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'level:3' }] });
    expect(made.pledge).toMatch(/^[0-9a-f]{64}$/);
    await until(() => mineAt(TABLE)?.share);
    expect(made.pledge).toBe(pledgeOf(mineAt(TABLE)!.share!));
  });
  it('the first screen needs only the small sprite, and its paintings follow', async () => {
    page = mount(Home, { target: document.body });
    await settle();
    const marks = () => [...document.querySelectorAll('svg.i use')].map((use) => use.getAttribute('href')!);
    expect(marks().length).toBeGreaterThan(15);
    expect(marks().filter((href) => !FEW.has(href.replace('#mark-', '')))).toEqual([]);
    await until(() => document.querySelectorAll('article .scene').length === 4);
    const ids = [...readFileSync('src/art/icons-first.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(
      ([, id]) => id!,
    );
    expect(new Set(ids)).toEqual(FEW);
  });
  it('home says when the server is away', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new Error('down')));
    page = mount(Home, { target: document.body });
    await until(() => text().includes('No server answers just now.'));
  });
  it('setting up sends what was chosen', async () => {
    page = mount(Setup, { target: document.body, props: { game: 'dice' } });
    await until(() => text().includes('Who sits at the table?'));
    const kind = document.querySelector<HTMLSelectElement>('#kind-1')!;
    kind.value = 'reserved';
    kind.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(text()).toContain('Open the table');
    expect(text()).toContain('Squares along an edge');
    expect(text()).not.toContain('ally');
    button('Days')!.click();
    document.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    await until(() => asked.some(({ body }) => body));
    expect(asked.find(({ body }) => body)!.body).toMatchObject({
      seats: [{ kind: 'me' }, { kind: 'reserved' }],
      clock: { kind: 'days', days: 3 },
      watch: 'public',
      hints: 'never',
      standins: 'never',
      takeback: 'never',
      offered: true,
      public: false,
    });
  });
  it('a computer is chosen by its level and by what it is fond of', async () => {
    page = mount(Setup, { target: document.body, props: { game: 'dice' } });
    await until(() => text().includes('Who sits at the table?'));
    const choose = (name: string, value: string) => {
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`)!;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('What is it fond of?', 'hoarding');
    await settle();
    choose('How well does it play?', 'level:1');
    await settle();
    expect(text()).toContain('Jay, hoarding: keeps what it has');
    document.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    await until(() => asked.some(({ body }) => body));
    const seats = [{ kind: 'me' }, { kind: 'bot', bot: 'level:1/hoarding', name: 'Jay' }];
    expect(asked.find(({ body }) => body)!.body).toMatchObject({ seats });
  });
  it('the table asks, lists the moves and plays one by its words', async () => {
    const { steps } = await table('dice', 0);
    expect(document.querySelector('.ask')!.textContent).toContain('Your turn. Choose a stone.');
    // The first rows come with the board, the others right after it.
    await until(() => document.querySelectorAll<HTMLButtonElement>('ol.moves .move').length === steps[0]!.moves.length);
    const moves = document.querySelectorAll<HTMLButtonElement>('ol.moves .move');
    expect(moves).toHaveLength(steps[0]!.moves.length);
    [...moves].find((row) => row.textContent!.includes(steps[0]!.moves[3]!.words!))!.click();
    await until(() => server.said('move').length > 0);
    expect(server.said('move')[0]).toMatchObject({ move: steps[0]!.moves[3]!.m, ask: steps[0]!.ask });
  });
  it('a move that hurts is confirmed first', async () => {
    keep({ confirm: true });
    await table('dice', 0);
    document.querySelectorAll<HTMLButtonElement>('ol.moves .move')[0]!.click();
    await settle();
    expect(server.said('move')).toHaveLength(0);
    button('Play it')!.click();
    await until(() => server.said('move').length === 1);
  });
  it('waiting, over and gone have their own faces', async () => {
    await table('dice', 0, {
      status: 'waiting',
      seats: [
        { seat: 'p1', kind: 'person', name: 'Mira', here: true },
        { seat: 'p2', kind: 'reserved', name: '' },
      ],
    });
    expect(text()).toContain('One seat is still free.');
    button('Let a computer take the free seat')!.click();
    expect(server.said('begin')).toHaveLength(1);
    await unmount(page!);
    await table('tribes', -1, { status: 'over' });
    await until(() => document.querySelector('.result'));
    expect(text()).toContain('You win!');
    server.socket.tell({ t: 'gone', table: TABLE, why: 'It was archived.' });
    await until(() => text().includes('This table is gone.'));
  });
  it('the opener lets a computer take one of several free seats', async () => {
    const person = { seat: 'p1', kind: 'person', name: 'Mira', here: true };
    const bot = { seat: 'p3', kind: 'bot', bot: 'level:3', name: 'Juniper' };
    const free = (seat: string) => ({ seat, kind: 'open', name: '' });
    await table('tribes', 0, { status: 'waiting', seats: [person, free('p2'), free('p3')] });
    const offers = () => document.querySelectorAll<HTMLButtonElement>('.people li .btn');
    expect([...offers()].map((offer) => offer.textContent)).toEqual(['Computer', 'Computer']);
    offers()[1]!.click();
    expect(server.said('computer')).toMatchObject([{ seat: 'p3', bot: 'level:3' }]);
    await unmount(page!);
    await table('tribes', 0, { status: 'waiting', seats: [person, free('p2'), bot] });
    expect(offers()).toHaveLength(0);
    expect(button('Let a computer take the free seat')).toBeTruthy();
  });
  it('talk is locked in silence, and says why', async () => {
    const { steps } = await table('spears', 0);
    [...document.querySelectorAll<HTMLButtonElement>('.tab')].find((tab) => tab.textContent?.includes('Chat'))!.click();
    await settle();
    expect(document.querySelector('.say input')).not.toBeNull();
    server.socket.tell(steps.find((step) => step.hush)!);
    await until(() => document.querySelector('.hush'));
    expect(document.querySelector('.say input')).toBeNull();
  });
  it('a broken line is said, and that it came back', async () => {
    await table('dice', 2);
    server.up = false;
    server.socket.close();
    await until(() => document.querySelector('.banner.warn'));
    server.up = true;
    server.boot = 'second';
    button('Try now')!.click();
    await until(() => text().includes('The server was restarted.'));
  });
  it('every decision of every game is asked in a sentence of its own', async () => {
    for (const name of ['valley', 'tribes', 'spears']) {
      const { steps } = await table(name, 0);
      const phases = new Map(steps.filter((one) => one.ask > 0).map((one) => [one.view.phase, one]));
      for (const step of phases.values()) {
        server.socket.tell(step);
        await settle();
        const sentence = document.querySelector('.ask')!.textContent!;
        expect(sentence.trim(), `${name} ${step.view.phase}`).not.toBe('');
        expect(sentence, `${name} ${step.view.phase}`).not.toContain('Choose a move.');
      }
      await unmount(page!);
      page = null;
      document.body.innerHTML = '';
    }
  });
});
