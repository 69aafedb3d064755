// A game is one folder: the shell names none of them, and plays those that have no folder at all.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, KEY, settle, TABLE, until } from '../../test/server';
import { recordingsOf } from '../../test/board';
import { useLine } from '../lib/line.svelte';
import { Picker } from '../lib/picker.svelte';
import { keep } from '../lib/prefs.svelte';
import Table from '../pages/Table.svelte';
import { boardOf } from './boards';
import { GAMES, gameWords, titleOf } from './cards';
import { guideOf, pageOf, questionOf } from './pages';
import Plain from './Plain.svelte';

const folders = readdirSync('src/games', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** Names of games in a text, as words of their own. */
function gamesIn(text: string): string[] {
  return text.match(new RegExp(String.raw`\b(${folders.join('|')})\b`, 'gi')) ?? [];
}

/** Sources that belong to no game. */
function shell(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(ts|svelte|css|svg|json)$/.test(path) && !/^(gen|games\/\w+)\/|\.test\.ts$/.test(path),
  );
}

describe('the shell', () => {
  it('knows no game by name', () => {
    const named = shell().flatMap((path) =>
      gamesIn(readFileSync(join('src', path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(named).toEqual([]);
    expect(shell().length).toBeGreaterThan(60);
  });
  it('would be found out', () => {
    expect(gamesIn(`if (game === '${folders[0]}') play();`)).toEqual([folders[0]]);
    expect(gamesIn('no game at all')).toEqual([]);
  });
  it('has the games of the home page in their order, each with a title, a guide and what is ours', () => {
    const places = GAMES.map((game) => gameWords(game)!.place!);
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    expect(places.length).toBeGreaterThanOrEqual(4);
    for (const game of GAMES) {
      expect(titleOf(game)).not.toBe(game);
      expect(pageOf(game).guide?.decision).toBeDefined();
      expect(pageOf(game).ours?.(), `${game} says what is reconstructed`).toMatch(/^Ours: /);
    }
  });
  it('finds the boards that are drawn', async () => {
    expect(await boardOf(GAMES[0]!)).not.toBe(Plain);
    expect(await boardOf('unheard')).toBe(Plain);
  });
});

describe('a game without a board', () => {
  let page: Record<string, unknown> | null = null;
  vi.stubGlobal('WebSocket', FakeSocket);
  afterEach(async () => {
    if (page) await unmount(page);
    page = null;
    useLine(null);
    document.body.innerHTML = '';
  });
  async function open(game: string) {
    const server = new FakeServer();
    useLine(server.line());
    keep({ helper: true, met: [], confirm: false });
    const { steps } = server.play('pebble', 0, { game, name: 'Unheard of' });
    page = mount(Table, { target: document.body, props: { table: TABLE, seatKey: KEY } });
    await until(() => document.querySelector('.plain'));
    await settle();
    return { server, steps };
  }
  const text = (where: string) => document.querySelector(where)?.textContent ?? '';

  it('is played by its moves in words, also when the page has no folder for it', async () => {
    const { server, steps } = await open('unheard');
    expect(text('h1')).toBe('Unheard of');
    expect(text('.ask')).toContain(steps[0]!.question);
    await until(() => document.querySelectorAll('ol.moves .move').length === steps[0]!.moves.length);
    document.querySelectorAll<HTMLButtonElement>('ol.moves .move')[1]!.click();
    await until(() => server.said('move').length > 0);
    expect(server.said('move')[0]).toMatchObject({ move: steps[0]!.moves[1]!.m, ask: steps[0]!.ask });
  });
  it('asks in its own words when it has a guide', async () => {
    const { steps } = await open('pebble');
    expect(text('h1')).toBe('Pebble');
    expect(text('.ask')).toContain(steps[0]!.question);
    expect(text('.helper')).toContain('Rule P3.1');
  });
  it.each([...GAMES, 'pebble'])('%s: as long as nothing is touched its own question stands above the board', (game) => {
    const phases = new Set<string>();
    for (const { steps, me } of recordingsOf(game))
      for (const step of steps.filter((one) => one.ask > 0)) {
        const pick = new Picker();
        pick.offer(step.moves);
        expect(step.question).toMatch(/^[A-Z].*[.?]$/);
        expect(questionOf(game, step, me, pick)).toBe(step.question);
        phases.add((step.view as { phase: string }).phase);
      }
    expect(phases.size).toBeGreaterThan(0);
  });
  it('falls back to plain words', () => {
    expect(pageOf('unheard')).toEqual({});
    expect(guideOf('unheard').confirm({ m: 'x', touch: [] }, null as never)).toBe('Play it');
    expect(gameWords('unheard')).toBeNull();
  });
});
