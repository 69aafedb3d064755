// Recorded plays of dice, valley and tribes (spears: director.test.mjs): what others decide is on the screen for its
// time, and everything has its sound. Nothing is heard: sounds are counted where they are made.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { calls, captions, countSounds, open, SHORT, tellAll } from './shown.mjs';

const server = {};
let browser;
before(async () => {
  Object.assign(server, await serveDist());
  browser = await openBrowser();
  await countSounds(browser);
});
after(async () => {
  await browser?.close();
  await server.close?.();
});

/** Plays a recording to its end; returns what was shown and heard. */
async function play(file) {
  const table = await open({ browser, server }, file, { sound: 'soft' });
  const { page, steps, wrong } = table;
  await page.keyboard.press('Shift'); // wakes the sounds
  await tellAll(table);
  const shown = await captions(page);
  const sounds = await page.evaluate(() => window.sounds);
  assert.deepEqual(wrong, []);
  await page.close();
  return { steps: steps.slice(1), shown, sounds };
}

/** Sentences of what others decided, but for kinds that are not shown. */
const decisions = (steps, skipped) =>
  steps
    .flatMap((step) => step.story)
    .filter(({ seat }) => seat !== 'p1' && seat !== '*')
    .flatMap(({ sentences, events }) => sentences.filter((_, i) => !skipped.includes(events[i]?.kind)));

const GAMES = [
  { file: 'dice', voices: ['bone', 'skin', 'turn'], end: 'draw' },
  { file: 'valley', voices: ['slate', 'bone', 'skin', 'rattle', 'turn'], end: 'won' },
  { file: 'tribes', voices: ['slate', 'bone', 'skin', 'rattle', 'strip'], end: 'won', skipped: ['returned'] },
];
// Tribes takes its time: with OCHRE_LONG=1.
for (const { file, voices, end, skipped = [] } of GAMES.slice(0, process.env.OCHRE_LONG === '1' ? undefined : 2))
  test(`${file}: each decision of others stands for its time, and has its sound`, { timeout: 600000 }, async () => {
    const { steps, shown, sounds } = await play(file);
    const told = decisions(steps, skipped);
    assert.ok(told.length > 4, `${told.length} sentences are recorded`);
    for (const sentence of new Set(told)) {
      const stood = shown.filter(({ text, ms }) => text.includes(sentence.slice(0, 30)) && ms >= SHORT);
      assert.ok(stood.length > 0, `"${sentence}" stands for ${SHORT} ms: ${JSON.stringify(stood)}`);
    }
    for (const voice of voices) assert.ok(sounds[voice] > 0, `${voice} is heard: ${JSON.stringify(sounds)}`);
    assert.equal(sounds[end], 1, `the end is heard once: ${JSON.stringify(sounds)}`);
    assert.equal(sounds['two bones'], calls(steps), 'I am called for every question that comes to me');
  });
