// What is decisive is on the screen without scrolling, for every game and phase of the recordings, in French, which is
// longer: the question, the board, what is one's own, everything that can be touched now, the buttons, the clocks; the
// story for whoever waits. Nothing needed is shortened, and nothing that is said moves the board or hides what it
// speaks of. Every step of a recording has some of the usual screens, all steps together have them all; with
// OCHRE_LONG=1 every step has every screen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { FILES, misfits, openTable, settled, SIZES, telling } from './measure.mjs';
import { recording } from './mock.mjs';

const isLong = process.env.OCHRE_LONG === '1';
/** Spears has so many phases that one screen for each is enough. */
const sizesOf = (nth, game) => (isLong ? SIZES : SIZES.filter((_, i) => (i + nth) % (game === 'spears' ? 8 : 4) === 0));
let server;
let browser;
before(async () => {
  server = await serveDist();
  browser = await openBrowser({ reducedMotion: 'reduce' });
});
after(async () => {
  await browser?.close();
  server?.close();
});
const open = (file, prefs) => openTable(browser.context, server.url, file, prefs);

for (const [game, files] of Object.entries(FILES))
  test(`${game} fits`, { timeout: 3600000 }, async () => {
    const wrong = [];
    let nth = 0;
    for (const file of files) {
      const { page, tell, resize } = await open(file);
      for (const step of telling(recording(file).steps, isLong, !isLong)) {
        await tell(step);
        for (const [width, height] of sizesOf(nth++, game)) {
          await resize(width, height);
          for (const one of await misfits(page, file, step))
            wrong.push(`${file} ${step.view.phase} ${width}x${height}: ${one}`);
        }
      }
      await page.close();
    }
    assert.deepEqual(wrong, []);
  });

const boxOf = (page, selector) =>
  page.locator(selector).evaluate((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });

test('whoever waits reads the story', { timeout: 600000 }, async () => {
  for (const file of ['dice', 'valley', 'spears']) {
    const { page, tell, resize } = await open(file);
    const waits = recording(file).steps.findLast((step) => step.ask === 0 && step.moves.length === 0 && !step.over);
    await tell(waits);
    for (const [width, height] of SIZES) {
      await resize(width, height);
      const wrong = await misfits(page, file, waits);
      assert.deepEqual(wrong, [], `${file} ${width}x${height}`);
      const told = page.locator('.story li, .latest').first();
      assert.ok(await told.isVisible(), `${file} ${width}x${height}: no story`);
      const [, y, , high] = await told.evaluate((thing) => {
        const box = thing.getBoundingClientRect();
        return [box.x, box.y, box.width, Math.min(box.height, 20)];
      });
      assert.ok(y >= 0 && y + high <= height, `${file} ${width}x${height}: the story is at ${y}`);
    }
    await page.close();
  }
});

test('what others wish, and what is new, moves no board', { timeout: 600000 }, async () => {
  for (const file of ['dice', 'valley', 'tribes', 'spears']) {
    const { page, tell, resize, send } = await open(file);
    const asked = recording(file).steps.find((step) => step.ask > 0);
    await tell(asked);
    for (const [width, height] of SIZES) {
      await resize(width, height);
      const before = await boxOf(page, '.board');
      const other = recording(file).table.seats.find(({ seat }) => seat !== recording(file).table.me);
      await send({ t: 'wish', seat: other.seat, wish: 7, moves: 1 });
      await page.locator('.wish').first().waitFor();
      await settled(page);
      assert.deepEqual(await boxOf(page, '.board'), before, `${file} ${width}x${height}: a wish`);
      await send({ t: 'wish', seat: other.seat, wish: 7, ended: 'moved' });
      await page.locator('.wish').first().waitFor({ state: 'detached' });
    }
    await page.close();
  }
});

test('what is said stands beside what it speaks of', { timeout: 600000 }, async () => {
  const { page, tell, resize } = await open('dice');
  await tell(recording('dice').steps.find((step) => step.ask > 0));
  for (const [width, height] of SIZES) {
    await resize(width, height);
    const before = await boxOf(page, '.board');
    for (const square of ['d3', 'e6']) {
      await page.locator(`.board [data-touch="${square}"]`).click({ force: true });
      const [x, y, wide, high] = await boxOf(page, '.notice');
      const [sx, sy, side] = await boxOf(page, `.board [data-touch="${square}"]`);
      const isOver = x < sx + side && sx < x + wide && y < sy + side && sy < y + high;
      assert.ok(!isOver, `${width}x${height}: what is said of ${square} covers it`);
      assert.deepEqual(await boxOf(page, '.board'), before, `${width}x${height}: the board moved`);
      await page.locator('.notice button').click();
    }
  }
  await page.close();
});
