// Puzzles in the page: set up by its own module, without a word to the server and, once the page was opened, without
// a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser, root } from './browser.mjs';
import { HerePlayer, until } from './here.mjs';
import { Server } from './table.mjs';

const LONG = { timeout: 300000 };
const GAMES = ['dice', 'valley', 'tribes', 'spears'];
const bookOf = (game) => JSON.parse(readFileSync(join(root, 'puzzles', `${game}.json`), 'utf8'));

/** The puzzle that the address names. */
function shown(page) {
  const { pathname, hash } = new URL(page.url());
  const book = bookOf(pathname.split('/').at(-1));
  const puzzle = book.puzzles.find((one) => `#${book.plays[one.play].number}.${one.at}` === hash);
  assert.ok(puzzle, page.url());
  return puzzle;
}

/** The place of a move in the list of all choices. */
const placeOf = (page, m) => page.evaluate((wanted) => window.choices.findIndex((move) => move.m === wanted), m);

/** Hears which choices the worker listed. */
function overhear(page) {
  return page.addInitScript(() => {
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => data.step && (window.choices = data.step.moves));
      }
    };
  });
}

async function choose(page, m) {
  const details = page.locator('details.all');
  if (!(await details.getAttribute('open').then((open) => open !== null))) await details.locator('summary').click();
  await details
    .locator('li button')
    .nth(await placeOf(page, m))
    .click();
}

test('puzzles of every game are set, tried, found and explained, without a network', LONG, async () => {
  const server = await Server.start();
  const fresh = await openBrowser({ serviceWorkers: 'allow' });
  try {
    const player = await HerePlayer.come(fresh.context);
    const { page, wrong } = player;
    await overhear(page);
    player.expectLoss = true;
    await page.goto(server.url); // the first screen alone: no puzzle was opened
    await player.kept();
    await server.kill();
    await fresh.context.setOffline(true);
    for (const game of GAMES) {
      await page.goto(`${server.url}/puzzles/${game}`);
      await page.locator('details.all').waitFor();
      const { best, next } = shown(page);
      await choose(page, next);
      await page.getByText('Not the best choice.').waitFor();
      await choose(page, best);
      await page.getByText(/^Yes, that is it\./).waitFor();
      await page.getByRole('heading', { name: 'How it may go on' }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'The position', pressed: true }).waitFor();
      // Another one, given up.
      const before = page.url();
      await page.keyboard.press('n');
      await until(() => page.url() !== before);
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.getByText(/^The answer/).waitFor();
      const kept = JSON.parse(await page.evaluate(() => localStorage.getItem('ochre.puzzles')));
      assert.equal(kept.done[game].length, 2);
    }
    assert.deepEqual(wrong, []);
  } finally {
    await fresh.close();
    await server.stop();
  }
});

test(
  "today's puzzle keeps a fire, by theme and difficulty there are others, and all of it speaks French",
  LONG,
  async () => {
    const server = await Server.start();
    const fresh = await openBrowser();
    try {
      const { page, wrong } = await HerePlayer.come(fresh.context);
      await overhear(page);
      const books = [];
      page.on('request', (request) => /\.json$/.test(request.url()) && books.push(request.url()));
      await page.goto(server.url);
      await page.locator('article', { hasText: 'Sapiens: dice' }).waitFor();
      assert.deepEqual(books, [], 'the first screen wants no book');
      await page.goto(`${server.url}/puzzles`);
      await page.getByText('Today’s puzzle').waitFor();
      await page.locator('details.all').waitFor();
      const address = page.url();
      assert.equal(books.length, 1, `one book: ${books}`);
      await choose(page, shown(page).best);
      await page.getByText(/^Yes, that is it\./).waitFor();
      await page.getByText('day in a row', { exact: true }).waitFor();
      await page.reload();
      await page.getByText('day in a row', { exact: true }).waitFor();
      assert.equal(page.url(), address);
      // One level alone.
      const levels = page.getByLabel('Difficulty');
      const level = (await levels.locator('option').allInnerTexts()).at(-1);
      await levels.selectOption(level);
      await page.getByRole('button', { name: /^Next puzzle/ }).click();
      await until(() => shown(page).level === Number(level));
      await page.getByRole('button', { name: 'FR, Français' }).click();
      await page.getByRole('button', { name: 'Voir la réponse' }).click();
      await page.getByText(/^La réponse/).waitFor();
      assert.deepEqual(wrong, []);
    } finally {
      await fresh.close();
      await server.stop();
    }
  },
);
