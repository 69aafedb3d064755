// What happens at a table is shown one thing after another, each for its time. The clock of the page is the test's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { KEY, mock, recording, TABLE, tableMessage } from './mock.mjs';
import { until } from './table.mjs';

/** Milliseconds at the slow pace (web/src/lib/director/moments.ts). */
const PLAIN = 1500;
const SHORT = 900;

let server;
let browser;
before(async () => {
  server = await serveDist();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A table of a recording that is told step by step, with the time stopped. */
async function open(file, prefs = {}) {
  const { steps } = recording(file);
  const page = await browser.context.newPage();
  const wrong = [];
  const sent = [];
  page.on('pageerror', (error) => wrong.push(String(error.stack ?? error)));
  await mock(page, { file });
  let say;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    say = (message) => socket.send(JSON.stringify({ ...message, table: TABLE }));
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      sent.push(message);
      if (message.t === 'hello') say({ t: 'hello', server: 'test', wire: 3, boot: 'a' });
      if (message.t === 'ping') say({ t: 'pong' });
      if (message.t === 'sit') {
        say(tableMessage(file));
        say({ ...steps[0], since: 0 });
      }
      if (message.t === 'look') {
        const at = steps.findLast((step) => step.step <= message.step);
        say({ t: 'past', id: message.id, step: message.step, steps: at.step, view: at.view, story: [], scores: null });
      }
    });
  });
  await page.addInitScript((kept) => localStorage.setItem('ochre.prefs', JSON.stringify(kept)), {
    lang: 'en',
    helper: false,
    pace: 'slow',
    calm: true,
    sound: 'off',
    ...prefs,
  });
  await page.clock.install({ time: 0 });
  await page.goto(`${server.url}/t/${TABLE}#${KEY}`);
  await page.locator('.board > *').first().waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  // Everything that stands in the sentence, and since when.
  await page.evaluate(() => {
    const ask = document.querySelector('.ask');
    window.seen = [];
    const look = () => {
      const text = ask.querySelector('.told')?.textContent ?? '';
      const last = window.seen.at(-1);
      if (last?.text !== text) window.seen.push({ at: performance.now(), text, kind: ask.dataset.kind ?? '' });
    };
    new MutationObserver(look).observe(ask, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
  return { page, steps, say: (message) => say(message), wrong, sent };
}

/** Captions with how long each of them stood. */
async function captions(page) {
  const seen = await page.evaluate(() => [...window.seen, { at: performance.now(), text: '', kind: '' }]);
  return seen.slice(0, -1).map((one, i) => ({ ...one, ms: seen[i + 1].at - one.at }));
}

/** Time passes until nothing is left to show. */
async function playOut(page) {
  for (let i = 0; i < 400; i++) {
    if (!(await page.locator('.ask .tool').filter({ hasText: 'Straight to now' }).count())) return;
    await page.clock.runFor(500);
  }
  assert.fail('it never came to an end');
}

test('every reveal of a whole game is on the screen for its time', { timeout: 600000 }, async () => {
  const { page, steps, say, wrong } = await open('spears');
  const [, ...rest] = steps;
  for (const step of rest) {
    say(step);
    if (step.ask > 0 || step.over) {
      await until(() => page.evaluate(() => window.seen.length > 0), 'the page listens');
      await page.clock.runFor(50);
      await playOut(page);
    }
  }
  await page.clock.runFor(5000);
  await playOut(page);
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
  assert.deepEqual(wrong, []);
  await page.close();
});

test('a touch leads straight to now, and nothing is played by it', { timeout: 300000 }, async () => {
  const { page, steps, say, sent, wrong } = await open('spears');
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
