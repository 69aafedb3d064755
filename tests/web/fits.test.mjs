// What is decisive is on the screen without scrolling, for every game and phase of the recordings, in French, which is
// longer: the question, the board, what is one's own, everything that can be touched now, the buttons, the clocks; the
// story for whoever waits. Nothing needed is shortened, and nothing that is said moves the board or hides what it
// speaks of. Every step of a recording has some of the usual screens, all steps together have them all; with
// OCHRE_LONG=1 every step has every screen, and every game every test.
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

test('on a phone the board stays where it is when the turn goes on', { timeout: 600000 }, async () => {
  for (const file of ['valley', 'tribes-4', 'spears']) {
    const { page, tell, resize } = await open(file);
    await resize(390, 844);
    const { steps } = recording(file);
    const isOn = (step) => !step.over && step.view.phase !== 'LOTS';
    const asked = steps.filter((step) => isOn(step) && step.ask > 0);
    const waits = steps.filter((step) => isOn(step) && step.ask === 0 && step.moves.length === 0);
    const seen = new Set();
    for (const step of [asked[0], waits[0], asked.at(-1), waits.at(-1)]) {
      await tell(step);
      seen.add((await boxOf(page, '.board-cell')).join(' '));
    }
    assert.equal(seen.size, 1, `${file}: ${[...seen].join(', ')}`);
    await page.close();
  }
});

test('a list of moves on a phone gives way to what the others do', { timeout: 600000 }, async () => {
  const { page, tell, resize, send } = await open('spears');
  await resize(390, 844);
  const { steps } = recording('spears');
  const asked = steps.findIndex((step, i) => step.ask > 0 && steps[i + 1]?.ask === 0);
  const board = page.locator('.stage .board');
  await tell(steps[asked]);
  await page.locator('#tab-moves').click();
  await page.locator('ol.moves .move').first().waitFor();
  assert.equal(await board.count(), 0);
  await tell(steps[asked + 1]);
  await board.waitFor();
  // Whoever chose by words does so again.
  await send(steps.find((step) => step.step > steps[asked + 1].step && step.ask > 0));
  await page.locator('ol.moves .move').first().waitFor();
  await page.close();
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

/** Things on the board that a touch leads nowhere with: the highest and the lowest one. */
const deadEnds = (page, { moves }) =>
  page.evaluate(
    (can) => {
      const isWhole = (thing) => {
        const { left, top, right, bottom, width } = thing.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return width > 8 && thing.contains(document.elementFromPoint(x, y));
      };
      const things = [...document.querySelectorAll('.stage .board [data-touch]')].filter(
        (thing) => isWhole(thing) && !can.includes(thing.dataset.touch) && !thing.closest('[disabled]'),
      );
      const high = (thing) => thing.getBoundingClientRect().top;
      things.sort((a, b) => high(a) - high(b));
      return [...new Set([things[0], things.at(-1)].filter(Boolean).map((thing) => thing.dataset.touch))];
    },
    moves.map((move) => move.touch[0]),
  );

for (const file of isLong ? Object.keys(FILES) : ['dice', 'tribes'])
  test(`what is said stands beside what it speaks of: ${file}`, { timeout: 600000 }, async () => {
    const { page, tell, resize } = await open(file);
    const asked = recording(file).steps.filter((step) => step.ask > 0);
    let said = 0;
    for (const [nth, step] of telling(asked, false, true).slice(0, 4).entries()) {
      await tell(step);
      for (const [width, height] of sizesOf(nth, file)) {
        await resize(width, height);
        const before = await boxOf(page, '.board');
        for (const id of await deadEnds(page, step)) {
          const thing = page.locator(`.stage .board [data-touch="${id}"]`).first();
          await thing.evaluate((one) => {
            const { left, top, width: wide, height: high } = one.getBoundingClientRect();
            const at = { bubbles: true, clientX: left + wide / 2, clientY: top + high / 2 };
            one.dispatchEvent(new PointerEvent('pointerdown', at));
            one.dispatchEvent(new MouseEvent('click', at));
          });
          await settled(page);
          // A board may show something instead of saying it.
          if (!(await page.locator('.notice').count())) continue;
          said += 1;
          const [x, y, wide, high] = await boxOf(page, '.notice');
          const where = `${step.view.phase} ${width}x${height}`;
          assert.ok(
            x >= 0 && y >= 0 && x + wide <= width && y + high <= height,
            `${where}: ${id} is spoken of off the screen`,
          );
          for (const spokenOf of [thing, page.locator('.ask').first()]) {
            const [sx, sy, sw, sh] = await spokenOf.evaluate((one) => {
              const box = one.getBoundingClientRect();
              return [box.x, box.y, box.width, box.height];
            });
            const isOver = x + 2 < sx + sw && sx + 2 < x + wide && y + 2 < sy + sh && sy + 2 < y + high;
            assert.ok(!isOver, `${where}: what is said of ${id} covers it, or the question`);
          }
          assert.deepEqual(await boxOf(page, '.board'), before, `${where}: the board moved`);
          await page.locator('.notice button').click();
          await page.keyboard.press('Escape');
        }
      }
    }
    assert.ok(said > 0, 'something was said');
    await page.close();
  });

/** What of the decisive lies below the first words. */
const hiddenBy = (page, selector) =>
  page.evaluate((over) => {
    const top = document.querySelector(over)?.getBoundingClientRect();
    if (!top) return null;
    const isBelow = (thing) => {
      const { left, right, top: above, bottom, width } = thing.getBoundingClientRect();
      return (
        width > 1 && left < top.right - 1 && top.left + 1 < right && above < top.bottom - 1 && top.top + 1 < bottom
      );
    };
    return ['.ask', '.acts .btn', '.board', '.clk'].filter((one) =>
      [...document.querySelectorAll(`.stage ${one}`)].some(isBelow),
    );
  }, selector);

for (const file of isLong ? Object.keys(FILES) : ['dice', 'valley', 'tribes'])
  test(`first words hide nothing: ${file}`, { timeout: 600000 }, async () => {
    const { page, tell, resize } = await open(file, { helper: true });
    let met = 0;
    for (const step of telling(recording(file).steps, false, true)) {
      await tell(step);
      for (const [width, height] of SIZES.filter(([wide]) => wide < 1000)) {
        await resize(width, height);
        const hidden = await hiddenBy(page, '.helper');
        if (!hidden) continue;
        met += 1;
        assert.deepEqual(hidden, [], `${step.view.phase} ${width}x${height}`);
      }
    }
    assert.ok(met > 0, 'something was new');
    // All of it can be read, and then it goes.
    await resize(390, 844);
    await tell(recording(file).steps.find((step) => step.ask > 0));
    const read = page.locator('.helper').getByRole('button', { name: 'Lire' });
    if (await read.count()) await read.click();
    await page.locator('.helper').getByRole('button', { name: 'Compris' }).click();
    await page.locator('.helper').waitFor({ state: 'detached' });
    await page.close();
  });
