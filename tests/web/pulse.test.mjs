// Small moments around the table: being called, announcements, what is taken along.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { KEY, live, mock, recording, TABLE, tableMessage } from './mock.mjs';
import { until } from './table.mjs';

let server;
let browser;
before(async () => {
  server = await serveDist();
  browser = await openBrowser();
  // Notifications are written down instead of shown, and asked for only when somebody wants them.
  await browser.context.addInitScript(() => {
    window.notes = [];
    window.asked = 0;
    window.Notification = class {
      static permission = 'default';
      static async requestPermission() {
        window.asked += 1;
        return (this.permission = 'granted');
      }
      constructor(title, { body }) {
        window.notes.push(`${title}: ${body}`);
      }
    };
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function openTable(file, { prefs = {}, extra = {} } = {}) {
  const page = await browser.context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/404/.test(message.text())) wrong.push(message.text());
  });
  await mock(page, { file });
  const tell = await live(page, file, extra);
  await page.addInitScript((kept) => localStorage.setItem('ochre.prefs', JSON.stringify(kept)), {
    lang: 'en',
    helper: false,
    pace: 'once',
    sound: 'off',
    ...prefs,
  });
  await page.goto(`${server.url}/t/${TABLE}#${KEY}`);
  return { page, tell, wrong, ...recording(file) };
}

test('whoever waits is called when the others come, after saying so', { timeout: 120000 }, async () => {
  const open = { seat: 'p2', kind: 'open', name: '' };
  const { table } = recording('dice');
  const waiting = (...others) => ({
    status: 'waiting',
    steps: 0,
    seats: [{ ...table.seats[0], ready: true }, ...others],
  });
  const { page, tell, wrong } = await openTable('dice', { extra: waiting(open) });
  const button = page.getByRole('button', { name: 'Call me when they come' });
  await button.waitFor();
  assert.equal(await page.evaluate(() => window.asked), 0, 'nothing is asked before');
  await button.click();
  await page.getByRole('button', { name: 'You will be called' }).waitFor();
  assert.equal(await page.evaluate(() => window.asked), 1);
  // Remembered for this table.
  await page.reload();
  await page.getByRole('button', { name: 'You will be called' }).waitFor();
  assert.equal(await page.evaluate(() => window.asked), 0);
  const noor = { seat: 'p2', kind: 'person', name: 'Noor', here: true, ready: false };
  await tell(tableMessage('dice', waiting(noor)));
  await until(async () => /^Noor is here · /.test(await page.title()), 'the title says who came');
  assert.deepEqual(await page.evaluate(() => window.notes), [], 'whoever looks needs no note');
  // Nobody looks: the device calls.
  await tell(tableMessage('dice', waiting(open)));
  await page.getByRole('button', { name: 'You will be called' }).waitFor();
  await page.evaluate(() => {
    window.Notification.permission = 'granted';
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await tell(tableMessage('dice', waiting(noor)));
  await until(() => page.evaluate(() => window.notes.length === 1), 'a note');
  assert.match((await page.evaluate(() => window.notes))[0], /Noor is here$/);
  assert.deepEqual(wrong, []);
  await page.close();
});

test('the board is saved as a picture and the log as a file', { timeout: 120000 }, async () => {
  const { page, tell, steps, wrong } = await openTable('valley', { prefs: { calm: true } });
  await page.route(/\/api\/tables\/[^/]*\/log/, (route) => route.fulfill({ status: 200, body: 'ochre log 1\n' }));
  await tell({ ...steps.at(-1), since: 0 });
  const taken = async (name) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).first().click();
    const file = await download;
    return { name: file.suggestedFilename(), data: readFileSync(await file.path()) };
  };
  await page.locator('.finale').waitFor();
  const picture = await taken('Save the board as a picture');
  assert.match(picture.name, /^valley-.*\.png$/);
  assert.equal(picture.data.subarray(1, 4).toString(), 'PNG');
  const [wide, high] = [picture.data.readUInt32BE(16), picture.data.readUInt32BE(20)];
  assert.ok(wide > 1000 && high > 800, `${wide} by ${high}`);
  assert.ok(picture.data.length > 50000, `there is something on it: ${picture.data.length} bytes`);
  const log = await taken('Save the log');
  assert.match(log.name, /\.log$/);
  assert.equal(log.data.toString(), 'ochre log 1\n');
  assert.deepEqual(wrong, []);
  await page.close();
});

test('a picture of a running play keeps the secrets of whoever takes it', { timeout: 120000 }, async () => {
  const page = await browser.context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error.stack ?? error)));
  // What is painted is read: every SVG that becomes a picture.
  await page.addInitScript(() => {
    window.painted = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      if (blob.type === 'image/svg+xml') void blob.text().then((text) => window.painted.push(text));
      return createObjectURL.call(URL, blob);
    };
    localStorage.setItem('ochre.prefs', JSON.stringify({ lang: 'en', helper: false, pace: 'once', sound: 'off' }));
  });
  // The same play as one of the seats and as a watcher sees it.
  const open = recording('spears-watch').steps;
  const step = recording('spears').steps.findLast(
    (one) => one.ask > 0 && one.view.phase === 'CARDS' && open.some((other) => other.step === one.step),
  );
  const view = open.find((other) => other.step === step.step).view;
  await mock(page, { file: 'spears' });
  const asked = [];
  const tell = await live(page, 'spears', {}, (message) => {
    if (message.t !== 'look') return;
    asked.push(message);
    const { id, step: n } = message;
    void tell({ t: 'past', id, step: n, steps: n, view, story: [], scores: null });
  });
  await page.goto(`${server.url}/t/${TABLE}#${KEY}`);
  await tell({ ...step, since: 0 });
  await page.getByText('Only you see this').first().waitFor();
  const download = page.waitForEvent('download');
  await page.locator('.bar').getByRole('button', { name: 'More about this table' }).click();
  await page.getByRole('button', { name: 'Save the board as a picture' }).click();
  assert.match((await download).suggestedFilename(), /^spears-.*\.png$/);
  assert.deepEqual(
    asked.map((message) => message.public),
    [true],
  );
  const words = async () => (await page.evaluate(() => window.painted)).join(' ').replace(/<[^>]*>/g, ' ');
  await until(async () => /Move \d+ of/.test(await words()), 'the picture is painted');
  const prey = await page.locator('.prey').first().innerText();
  assert.ok((await words()).includes(prey.match(/[A-Za-z-]{4,}/)[0]), 'the prey is on it');
  assert.doesNotMatch(await words(), /Only you see this|Your secrets/);
  assert.equal(await page.locator('.board-cell > .board').count(), 1, 'nothing is left beside the page');
  assert.deepEqual(wrong, []);
  await page.close();
});

test('waiting tables say who waits, how many seats are free, and since when', { timeout: 120000 }, async () => {
  const page = await browser.context.newPage();
  const made = Math.floor(Date.now() / 1000) - 5 * 60;
  const { seats } = recording('tribes').table;
  const free = { seat: 'p2', kind: 'open', name: '' };
  const places = [seats[0], free, { ...free, seat: 'p3' }];
  const waiting = tableMessage('tribes', { status: 'waiting', made, me: null, seats: places });
  await mock(page, { tables: [{ ...waiting, table: 'waitswaits22' }] });
  await page.addInitScript(() => localStorage.setItem('ochre.prefs', JSON.stringify({ lang: 'en' })));
  await page.goto(server.url);
  const row = page.getByRole('region', { name: 'Join one' }).locator('li');
  await row.getByText('2 seats free · 5 minutes ago').waitFor();
  assert.match(await row.textContent(), /Mira/);
  await page.close();
  const nobody = await browser.context.newPage();
  await mock(nobody, { tables: [] });
  await nobody.goto(server.url);
  await nobody.getByText('Nobody is waiting just now.').waitFor();
  await nobody.close();
});

// A clock that is stopped stands still on every later page of the browser: these come last.
test('my hand rings when the question comes to me, and the tab says so', { timeout: 120000 }, async () => {
  const { page, tell, steps, wrong } = await openTable('dice');
  const mine = steps.findIndex((step, i) => i > 0 && step.ask > 0 && steps[i - 1].ask === 0);
  await tell({ ...steps[mine - 1], since: 0 });
  await page.locator('.seat').first().waitFor();
  assert.equal(await page.locator('.hand.called').count(), 0);
  await until(async () => !/^Your turn/.test(await page.title()), 'a quiet title');
  const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
  const resting = await icon();
  await tell(steps[mine]);
  await page.locator('.seat.turn .hand.called').waitFor();
  assert.equal(await page.locator('.hand.called').count(), 1);
  assert.equal(await page.locator('.hand.called .ring').count(), 2);
  await until(async () => /^Your turn · /.test(await page.title()), 'the title calls');
  assert.notEqual(await icon(), resting);
  assert.deepEqual(wrong, []);
  await page.close();
});

test('a torn strip announces the last round, and any touch sends it away', { timeout: 120000 }, async () => {
  for (const calm of [false, true]) {
    const { page, tell, steps, wrong } = await openTable('tribes', { prefs: { calm } });
    const isFinal = (step) => step.story.some(({ events }) => events.some(({ kind }) => kind === 'final'));
    const at = steps.findIndex((step, i) => i > 0 && isFinal(step));
    await tell({ ...steps[at - 1], since: 0 });
    await page.locator('.board > *').first().waitFor({ state: 'attached' });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await tell(steps[at]);
    await until(
      async () => (await page.getByText('Last round').count()) > 0,
      'the board says that this round is the last',
    );
    await page.clock.runFor(100);
    assert.equal(await page.locator('.torn').count(), calm ? 0 : 1, calm ? 'who wants no motion reads it' : '');
    if (!calm) {
      assert.equal((await page.locator('.torn').textContent()).trim(), 'Last round');
      await page.locator('.ask').click();
      await until(async () => (await page.locator('.torn').count()) === 0, 'it goes');
    }
    assert.deepEqual(wrong, []);
    await page.close();
  }
});
