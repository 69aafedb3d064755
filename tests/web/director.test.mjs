// What happens at a table is shown one thing after another, each for its time. The clock of the page is the test's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { calls, captions, countSounds, open, PLAIN, playOut, SHORT, tellAll } from './shown.mjs';

let server;
let browser;
before(async () => {
  server = await serveDist();
  browser = await openBrowser();
  await countSounds(browser);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('every reveal of a whole game is on the screen for its time', { timeout: 600000 }, async () => {
  const table = await open({ browser, server }, 'spears', { sound: 'soft' });
  const { page, steps, wrong } = table;
  const [, ...rest] = steps;
  await page.keyboard.press('Shift'); // wakes the sounds
  await tellAll(table);
  const shown = await captions(page);
  const told = rest.flatMap((step) => step.story).filter(({ seat }) => seat !== 'p1' && seat !== '*');
  const reveals = told.flatMap(({ sentences, events }) =>
    sentences.filter((_, i) => events.length === sentences.length && events[i].kind === 'revealed'),
  );
  assert.ok(reveals.length > 3, `${reveals.length} reveals by others are recorded`);
  for (const sentence of new Set(reveals)) {
    const wanted = reveals.filter((one) => one === sentence).length;
    const stood = shown.filter(({ text, ms }) => text.includes(sentence) && ms >= PLAIN);
    assert.ok(stood.length >= wanted, `"${sentence}" stands ${wanted} times for ${PLAIN} ms: ${JSON.stringify(stood)}`);
  }
  // So does everything else that others did.
  for (const { sentences } of told)
    for (const sentence of sentences)
      assert.ok(
        shown.some(({ text, ms }) => text.includes(sentence.slice(0, 30)) && ms >= SHORT),
        `"${sentence}" is shown`,
      );
  const sounds = await page.evaluate(() => window.sounds);
  for (const voice of ['slate', 'bone', 'skin', 'turn', 'strip'])
    assert.ok(sounds[voice] > 0, `${voice} is heard: ${JSON.stringify(sounds)}`);
  assert.equal(sounds['two bones'], calls(rest), 'I am called for every question that comes to me');
  assert.deepEqual(wrong, []);
  await page.close();
});

test('a touch leads straight to now, and nothing is played by it', { timeout: 300000 }, async () => {
  const { page, steps, say, sent, wrong } = await open({ browser, server }, 'spears');
  // The others' turns up to my next question.
  const mine = steps.findIndex((step, i) => i > 0 && step.ask > 0 && steps[i - 1].ask === 0);
  for (const step of steps.slice(1, mine + 1)) say(step);
  await page.locator('.ask .tool').filter({ hasText: 'Straight to now' }).waitFor();
  await page.clock.runFor(1000);
  await page.locator('.ask .told').waitFor();
  assert.equal(await page.locator('ol.moves .move').count(), 0, 'nothing is offered yet');
  await page.locator('.board').click();
  await page.clock.runFor(50);
  assert.equal(await page.locator('.ask .told').count(), 0);
  await page.locator('ol.moves .move').first().waitFor();
  assert.equal(sent.filter(({ t }) => t === 'move').length, 0);
  // And once more, when asked.
  await page.getByRole('button', { name: 'What happened?' }).click();
  await page.clock.runFor(100);
  await page.locator('.ask .told').waitFor();
  assert.deepEqual(wrong, []);
  await page.close();
});

test('whoever seems to think is named in full', { timeout: 300000 }, async () => {
  for (const lang of ['en', 'fr']) {
    const { page, steps, say, wrong } = await open({ browser, server }, 'spears', { lang });
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const step of steps.slice(1, 30)) say(step);
    const now = page.locator('.seat .now');
    for (let i = 0; i < 400 && !(await now.count()); i++) await page.clock.runFor(100);
    await now.waitFor();
    const cut = await page
      .locator('.seat .name b')
      .evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    assert.deepEqual(cut, []);
    const high = await page.locator('.seat').evaluateAll((rows) => rows.map((row) => Math.round(row.clientHeight)));
    assert.ok(Math.max(...high) - Math.min(...high) <= 8, `the rows keep their height: ${high}`);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test('captions are whole on a phone, upright and on its side', { timeout: 300000 }, async () => {
  for (const [file, width, height] of [
    ['valley', 390, 844],
    ['tribes', 844, 390],
    ['spears', 390, 844],
  ]) {
    const { page, steps, say } = await open({ browser, server }, file, {}, { width, height });
    for (const step of steps.slice(1, 40)) {
      say(step);
      if (!step.ask && !step.over) continue;
      await page.clock.runFor(50);
      await playOut(page);
    }
    const shown = (await captions(page)).filter(({ text }) => text);
    assert.ok(shown.length > 10, `${shown.length} captions`);
    assert.deepEqual(
      shown.filter(({ isCut }) => isCut).map(({ text }) => text),
      [],
      `${file} ${width}x${height}`,
    );
    await page.close();
  }
});
