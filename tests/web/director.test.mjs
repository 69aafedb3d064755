// What happens at a table is shown one thing after another, each for its time. The clock of the page is the test's.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { calls, captions, countSounds, open, PLAIN, playOut, SHORT, tellAll } from './shown.mjs';
import { OCHRE } from './table.mjs';

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

/** The longest stories that others' moves have in two plays, in French. */
function longest(game, players, count) {
  const folder = mkdtempSync(join(tmpdir(), 'ochre-told-'));
  const run = (...words) => execFileSync(OCHRE, words, { encoding: 'utf8', maxBuffer: 1e9 });
  run('sim', game, '--seats', players, '--games', '2', '--seed', '5', '--logs', folder);
  const told = readdirSync(folder)
    .flatMap((log) => run('replay', join(folder, log), '--steps', 'p1', '--lang', 'fr').trim().split('\n'))
    .flatMap((line) => JSON.parse(line).story)
    .filter(({ seat }) => seat !== 'p1' && seat !== '*');
  rmSync(folder, { recursive: true });
  const longestOf = ({ sentences }) => sentences.reduce((a, b) => (b.length > a.length ? b : a), '');
  const different = [...new Map(told.map((one) => [longestOf(one), one])).values()];
  return different.sort((a, b) => longestOf(b).length - longestOf(a).length).slice(0, count);
}

test('the longest French captions are whole on every screen', { timeout: 300000 }, async () => {
  for (const [game, players, width, height] of [
    ['dice', 'greedy,greedy', 390, 844],
    ['valley', 'greedy,greedy,greedy', 844, 390],
    ['tribes', 'greedy,greedy,greedy', 390, 844],
    ['spears', 'greedy,greedy,greedy,greedy', 390, 844],
    ['spears', 'greedy,greedy,greedy,greedy', 844, 390],
    ['spears', 'greedy,greedy,greedy,greedy', 1280, 720],
  ]) {
    const { page, steps, say } = await open({ browser, server }, game, { lang: 'fr' }, { width, height });
    const since = steps[0].step;
    const story = longest(game, players, 12).map((told, i) => ({ ...told, step: since + i + 1 }));
    say({ ...steps.find(({ ask }) => ask > 0), since, step: since + story.length, story });
    await page.clock.runFor(50);
    await playOut(page, 'Aller au présent');
    const shown = (await captions(page)).filter(({ text }) => text);
    assert.ok(shown.length >= 12, `${shown.length} captions`);
    assert.deepEqual(
      shown.filter(({ isCut }) => isCut).map(({ text }) => text),
      [],
      `${game} ${width}x${height}`,
    );
    await page.close();
  }
});
