// Learning in the page: a whole path of lessons on the ordinary board, by touch and by keys, also without a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { need, openBrowser, root } from './browser.mjs';
import { solve } from './lesson.mjs';
import { Player, Server } from './table.mjs';

const axe = need('axe-core');
const { lessons } = JSON.parse(readFileSync(join(root, 'lessons/dice.json'), 'utf8'));
let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
afterEach(() => browser.context.setOffline(false));
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function come(prefs) {
  const page = await browser.context.newPage();
  await page.addInitScript((kept) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('ochre.prefs', JSON.stringify(kept));
    sessionStorage.setItem('begun', 'yes');
  }, prefs);
  return new Player(page);
}

test('the whole path of dice, the most of it without a network', { timeout: 600000 }, async () => {
  const player = await come({ lang: 'en', calm: true });
  const { page } = player;
  await page.goto(server.url);
  await page.locator('article', { hasText: 'Sapiens: dice' }).getByRole('link', { name: 'Learn it' }).click();
  await page.getByText(`0 of ${lessons.length} lessons.`).waitFor();
  await page.getByRole('link', { name: 'Show me' }).click();
  await page.locator('.board [data-touch]').first().waitFor();
  await browser.context.setOffline(true);
  player.expectLoss = true;
  for (const lesson of lessons) {
    await page.getByRole('heading', { name: lesson.title.en, exact: true, level: 2 }).waitFor();
    for (const task of lesson.tasks) {
      await solve(page, task);
      await page.keyboard.press('Enter'); // the focus is on what goes on
    }
  }
  await page.getByText('You are at the top.').waitFor();
  await browser.context.setOffline(false);
  await page.reload();
  await page.getByText(`${lessons.length} of ${lessons.length} lessons.`).waitFor();
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('a wrong move is answered and not made; in French too, on a phone', { timeout: 300000 }, async () => {
  const player = await come({ lang: 'fr', calm: true });
  const { page } = player;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/learn/dice/slide`);
  const [task] = lessons.find(({ id }) => id === 'slide').tasks;
  for (const thing of ['b2', 'b3']) await page.locator(`.board [data-touch="${thing}"]`).first().click();
  await page.locator('.fb.wrong', { hasText: task.wrong.find(({ move }) => move === 'b2b3').say.fr }).waitFor();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  assert.equal(await page.locator('.fb').count(), 0);
  await solve(page, task, 'fr');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('the keyboard alone, and a phone held sideways', { timeout: 300000 }, async () => {
  const player = await come({ lang: 'en', calm: true });
  const { page } = player;
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`${server.url}/learn/dice/winning`);
  const [task] = lessons.find(({ id }) => id === 'winning').tasks;
  await page.getByText(task.ask.en, { exact: true }).waitFor();
  const inside = await page.locator('.board').evaluate((board) => {
    const { left, right, top, bottom } = board.getBoundingClientRect();
    return left >= 0 && top >= 40 && right <= innerWidth && bottom <= innerHeight && bottom - top > 200;
  });
  assert.ok(inside, 'the board is on the screen');
  await page.getByRole('button', { name: /^Take the 1 on d5/ }).waitFor();
  await page.keyboard.press('1');
  await page.locator('.fb.right', { hasText: task.right.en }).waitFor();
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('every game has a path and a board; axe finds nothing serious', { timeout: 600000 }, async () => {
  const found = [];
  for (const theme of ['light', 'dark']) {
    const player = await come({ lang: 'en', calm: true, theme });
    const { page } = player;
    const look = async (name) => {
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      for (const { id, impact, nodes } of violations)
        if ((impact === 'serious' || impact === 'critical') && id !== 'label-content-name-mismatch')
          found.push(`${theme} ${name} ${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`);
    };
    // Every board in one of the two; with OCHRE_LONG=1 in both.
    const games = theme === 'light' ? ['dice', 'tribes'] : ['valley', 'spears'];
    for (const game of process.env.OCHRE_LONG === '1' ? ['dice', 'valley', 'tribes', 'spears'] : games) {
      await page.goto(`${server.url}/learn/${game}`);
      await page.getByRole('heading', { name: 'Learn in one minute' }).waitFor();
      if (game === 'dice') await look('path');
      await page.getByRole('link', { name: 'Show me' }).click();
      await page.locator('.board [data-touch]').first().waitFor({ state: 'attached' });
      await look(game);
    }
    await page.goto(`${server.url}/learn/dice/nowhere`);
    await page.getByText('There is no such lesson.').waitFor();
    assert.deepEqual(player.wrong, []);
    await page.close();
  }
  assert.deepEqual(found, []);
});
