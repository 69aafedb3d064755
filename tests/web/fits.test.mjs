// What is decisive is on the screen without scrolling: the question, the primary button, the tabs, a drawn board that
// is square; for every game and phase of the recordings, in French, which is longer. Three usual screens for each
// recording; with OCHRE_LONG=1 all of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { KEY, live, recording, TABLE } from './mock.mjs';

const SIZES = [
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [820, 1180],
  [390, 844],
  [844, 390],
  [720, 450], // 1440x900 at 200 %
];
const isLong = process.env.OCHRE_LONG === '1';
/** A recording has three of the sizes; together the recordings have them all. */
const sizesOf = (nth) => (isLong ? SIZES : SIZES.filter((_, i) => (i + nth) % 3 === 0));
const FILES = {
  dice: ['dice', 'dice-4i', 'dice-4t'],
  valley: ['valley-2', 'valley', 'valley-4'],
  tribes: ['tribes-2', 'tribes', 'tribes-4'],
  spears: ['spears-3', 'spears', 'spears-watch'],
};
/** How much of the board may be beyond the edge: rounding, and shadows. */
const SLACK = 2;
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

/** The first and the last step of every phase in which the seat is asked, or of all where it only watches. */
function telling(steps) {
  const asked = steps.filter((step) => step.ask > 0);
  const by = new Map();
  for (const step of asked.length ? asked : steps) {
    const seen = by.get(step.view.phase) ?? [];
    by.set(step.view.phase, [seen[0] ?? step, step]);
  }
  return [...new Set([...by.values()].flat())];
}

/** What is not where it should be, in words. */
function misfits(slack) {
  const wrong = [];
  const { innerWidth: width, innerHeight: height } = window;
  const page = document.documentElement;
  if (page.scrollWidth > width) wrong.push(`the page is ${page.scrollWidth} px wide`);
  const isIn = (selector) => {
    for (const thing of document.querySelectorAll(selector)) {
      const box = thing.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < -slack || box.top < -slack || box.right > width + slack || box.bottom > height + slack)
        wrong.push(`${selector} is at ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
    }
  };
  isIn('.ask');
  isIn('.acts .btn.strong');
  isIn('.tabs');
  isIn('.stage .board-drawing');
  const cut = [...document.querySelectorAll('.ask, .acts .btn, .tabs .tab')].find(
    (thing) => thing.scrollWidth > thing.clientWidth + slack && getComputedStyle(thing).overflow !== 'visible',
  );
  if (cut) wrong.push(`"${cut.textContent.trim().slice(0, 40)}" is cut off`);
  return wrong;
}

for (const [game, files] of Object.entries(FILES))
  test(`${game} fits`, { timeout: 600000 }, async () => {
    const wrong = [];
    for (const [nth, file] of files.entries())
      for (const [width, height] of sizesOf(nth)) {
        const page = await browser.context.newPage();
        await page.setViewportSize({ width, height });
        const say = await live(page, file);
        await page.addInitScript((prefs) => localStorage.setItem('ochre.prefs', JSON.stringify(prefs)), {
          lang: 'fr',
          helper: false,
          calm: true,
          name: 'Mira',
          pace: 'instant',
        });
        await page.goto(`${server.url}/t/${TABLE}#${KEY}`);
        for (const step of telling(recording(file).steps)) {
          await say(step);
          await page.locator('.board > *').last().waitFor({ state: 'attached' });
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          for (const one of await page.evaluate(misfits, SLACK))
            wrong.push(`${file} ${step.view.phase} ${width}x${height}: ${one}`);
        }
        await page.close();
      }
    assert.deepEqual(wrong, []);
  });
