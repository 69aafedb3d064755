// A table of a recording that is told step by step while the test holds the clock, and what of it was on the screen.
import assert from 'node:assert/strict';
import { KEY, mock, recording, TABLE, tableMessage } from './mock.mjs';
import { until } from './table.mjs';

/** Milliseconds at the slow pace (web/src/lib/director/moments.ts). */
export const PLAIN = 1500;
export const SHORT = 900;

/** Pages of this browser make no sound: they are counted instead, in window.sounds. */
export function countSounds(browser) {
  return browser.context.addInitScript(() => {
    delete window.AudioContext;
    window.sounds = {};
    window.addEventListener('ochre:sound', ({ detail }) => (window.sounds[detail] = (window.sounds[detail] ?? 0) + 1));
  });
}

/** Questions that came to the seat by somebody else's move: it is called. */
export function calls(steps, me = 'p1') {
  let last = '';
  return steps.filter((step) => {
    last = step.story.findLast(({ seat }) => seat !== '*')?.seat ?? last;
    return step.ask > 0 && !step.over && last !== me;
  }).length;
}

/** A table of a recording that is told step by step, with the time stopped. */
export async function open({ browser, server }, file, prefs = {}, size = null) {
  const { steps } = recording(file);
  const page = await browser.context.newPage();
  if (size) await page.setViewportSize(size);
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
  await page.locator('.board > *').first().waitFor({ state: 'attached' });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  // Everything that stands in the sentence, and since when.
  await page.evaluate(() => {
    const ask = document.querySelector('.ask');
    window.seen = [];
    const look = () => {
      const told = ask.querySelector('.told');
      const text = told?.textContent ?? '';
      const last = window.seen.at(-1);
      if (last?.text !== text)
        window.seen.push({
          at: performance.now(),
          text,
          kind: ask.dataset.kind ?? '',
          isCut: told?.scrollHeight > told?.clientHeight + 8, // half a line: letters reach out of theirs
        });
    };
    new MutationObserver(look).observe(ask, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
  return { page, steps, say: (message) => say(message), wrong, sent };
}

/** Captions with how long each of them stood. */
export async function captions(page) {
  const seen = await page.evaluate(() => [...window.seen, { at: performance.now(), text: '', kind: '' }]);
  return seen.slice(0, -1).map((one, i) => ({ ...one, ms: seen[i + 1].at - one.at }));
}

/** Time passes until nothing is left to show. */
export async function playOut(page, button = 'Straight to now') {
  for (let i = 0; i < 400; i++) {
    if (!(await page.locator('.ask .tool').filter({ hasText: button }).count())) return;
    await page.clock.runFor(500);
  }
  assert.fail('it never came to an end');
}

/** Tells all of a recording, each step once the last one was shown to its end. */
export async function tellAll({ page, steps, say }) {
  for (const step of steps.slice(1)) {
    say(step);
    if (!step.ask && !step.over) continue;
    await page.clock.runFor(50);
    await playOut(page);
  }
  // The wall of the end rises when all was told.
  await until(async () => {
    await page.clock.runFor(500);
    return (await page.locator('.finale').count()) > 0;
  }, 'the end is shown');
}
