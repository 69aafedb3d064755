// What can go wrong with the tables of a device, in a real browser: each time it is said what happened and what
// remains, and nothing that was kept is lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, makeHere, newSite, until } from './here.mjs';
import { Host } from './site.mjs';

const LONG = { timeout: 300000 };
const DICE = {
  game: 'dice',
  seats: [{ kind: 'me' }, { kind: 'bot', bot: 'level:1' }],
  options: { size: '6', np: '14' },
};
const EMPTY = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]); // a module with nothing in it

let site;
let host;
let browser;
let player;
let page;
let table;
before(async () => {
  site = newSite();
  host = await Host.start(site.site);
  browser = await openBrowser();
  player = await HerePlayer.come(browser.context);
  ({ page } = player);
  await page.goto(host.url);
  table = await makeHere(page, host.url, DICE);
  await at(table);
  await player.turn();
  await playOne();
});
after(async () => {
  await browser?.close();
  await host?.stop();
  site?.remove();
});

/** The page anew, at a table or at home. */
async function at(id) {
  await page.goto('about:blank');
  player.forget();
  await page.goto(id ? `${host.url}#/here/${id}` : host.url);
}
async function playOne() {
  assert.ok(await player.byTouch(player.step.moves.find((one) => one.touch.length === 2)));
  await player.turn();
}
/** What the page gets, unless it has gone on meanwhile and nobody waits for it. */
const answer = (route, what) => route.fulfill(what).catch(() => {});
/** Something happens in the worker before anything of ours does. */
async function prefixWorker(prefix) {
  await page.route('**/worker-*.js', async (route) => {
    const worker = await (await route.fetch()).text();
    await answer(route, { contentType: 'text/javascript', body: `${prefix}\n${worker}` });
  });
}
const says = (words) => page.getByRole('alert').filter({ hasText: words }).waitFor();

/** Everything that is kept, as text; `change` may write something else instead. */
function kept(change = null) {
  return page.evaluate(
    (change) =>
      new Promise((done, failed) => {
        const asked = indexedDB.open('ochre-hall');
        asked.onerror = () => failed(asked.error);
        asked.onsuccess = () => {
          const store = asked.result.transaction('kept', 'readwrite').objectStore('kept');
          const keys = store.getAllKeys();
          const texts = store.getAll();
          if (change) store.put(...change);
          store.transaction.oncomplete = () => {
            asked.result.close();
            done(Object.fromEntries(keys.result.map((key, i) => [key, texts.result[i]])));
          };
        };
      }),
    change,
  );
}

/** Of the table, without the notes of time that come and go. */
const plays = (all) => Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('o/')));

test(
  'no room left: the move is not made, everything before it stands, and it goes on when there is room',
  LONG,
  async () => {
    // As Chromium does it: the transaction is aborted. (Its own quota is looked at only now and then.)
    await prefixWorker(`
    const put = IDBObjectStore.prototype.put;
    let isFull = false;
    new BroadcastChannel('quota').onmessage = ({ data }) => (isFull = data);
    IDBObjectStore.prototype.put = function (...given) {
      const asked = put.apply(this, given);
      const { transaction } = this;
      if (isFull && !Object.hasOwn(transaction, 'error')) {
        const error = new DOMException('full', 'QuotaExceededError');
        Object.defineProperty(transaction, 'error', { value: error });
        queueMicrotask(() => transaction.abort());
      }
      return asked;
    };`);
    const setFull = (isFull) =>
      page.evaluate((isFull) => {
        const channel = new BroadcastChannel('quota');
        channel.postMessage(isFull);
        channel.close();
      }, isFull);
    await at(table);
    await player.turn();
    const { step, moves } = player.step;
    const before = plays(await kept());
    await setFull(true);
    const move = moves.find((one) => one.touch.length === 2);
    for (const id of move.touch) await page.locator(`.stage [data-touch="${id}"]`).first().click();
    await says('This browser has no more room.');
    assert.equal(player.step.step, step, 'nobody is told of a move that is not kept');
    assert.deepEqual(plays(await kept()), before);
    await setFull(false);
    const told = page.getByRole('alert').filter({ hasText: 'no more room' });
    await until(async () => (await told.count()) === 0, 'room again');
    await player.turn();
    await playOne();
    assert.ok(player.step.step > step);
    await page.unroute('**/worker-*.js');
  },
);

test('a window that may keep nothing says so; the tables are there in the next', LONG, async () => {
  const { step } = player.step;
  await prefixWorker(`Object.defineProperty(self, 'indexedDB', { value: { open() {
      throw new DOMException('refused', 'SecurityError'); } } });`);
  await at(table);
  await says('This browser does not let the page keep anything.');
  await at(null);
  // Nor can a new one be opened, and the page stands.
  await page.getByRole('button', { name: 'Play now' }).first().click();
  await says('Try a window that is not private.');
  assert.equal(await page.getByLabel('Your tables').getByRole('listitem').count(), 1);
  await page.unroute('**/worker-*.js');
  await at(table);
  await player.turn();
  assert.equal(player.step.step, step);
});

test('a module that is missing, or another one, is told of; trying again is enough', LONG, async () => {
  const { step } = player.step;
  const before = plays(await kept());
  for (const wrong of [
    { status: 404, body: '' },
    { contentType: 'application/wasm', body: EMPTY },
  ]) {
    await page.route('**/*.wasm', (route) => answer(route, wrong));
    await at(table);
    await says('Everything that was kept is still there.');
    assert.deepEqual(plays(await kept()), before);
    await page.unroute('**/*.wasm');
    // Unless the page has tried by itself meanwhile.
    await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), player.turn()]);
    await player.turn();
    assert.equal(player.step.step, step);
    assert.equal(await page.getByRole('alert').filter({ hasText: 'cannot be opened' }).count(), 0);
  }
});

test('a log that is damaged, cut or of another game is refused with words', LONG, async () => {
  await at(table);
  await player.turn();
  await page.getByRole('button', { name: 'More about this table' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the log' }).click();
  const log = readFileSync(await (await download).path(), 'utf8');
  const bring = async (text, game) => {
    await page.goto('about:blank');
    await page.goto(`${host.url}#/new/${game}`);
    await page.getByRole('button', { name: /^Explore alone/ }).click();
    await page.getByText('From a position or a log').click();
    await page
      .getByLabel('Or the log of a play, as a file')
      .setInputFiles({ name: 'play.log', mimeType: 'text/plain', buffer: Buffer.from(text) });
    const begin = page.getByRole('button', { name: 'Begin to play' });
    if (await begin.isEnabled()) await begin.click();
    return page.locator('.wrong').first().innerText();
  };
  const firstMove = /^p1 .*$/m;
  assert.match(await bring(log, 'valley'), /another game|dice/i);
  assert.match(await bring(log.replace(firstMove, 'p1 a1z9'), 'dice'), /line \d+/);
  assert.match(await bring('Dear diary, today we played.', 'dice'), /./);
  assert.match(await bring(log.slice(0, log.indexOf('\nend ') - 1), 'dice'), /./);
  // None of them has left a table.
  assert.equal(Object.keys(await kept()).filter((key) => key.startsWith('t/')).length, 1);
});

test('what is damaged sets its own table aside, and no other', LONG, async () => {
  const other = await makeHere(page, host.url, DICE);
  const all = await kept();
  const [row] = Object.keys(all).filter((key) => key.startsWith('t/') && key.endsWith(table));
  const [, number] = row.split('/');
  const moves = `m/${number}/0`;
  assert.ok(all[moves], 'its moves');
  await kept([all[moves].replace(/"[a-f]\d/, (found) => `"z${found.at(-1)}`), moves]);
  await at(table);
  await page.getByRole('heading', { name: 'This table cannot be played on.' }).waitFor();
  await at(other);
  await player.turn();
  await playOne();
  // What is left of it is still there, for whoever can mend it.
  for (const key of [moves, row]) await kept([all[key], key]);
  await at(table);
  await player.turn();
});

test('a newer version has changed the storage: this one lets go, and changes nothing', LONG, async () => {
  const before = plays(await kept());
  await page.evaluate(
    () =>
      new Promise((done, failed) => {
        const asked = indexedDB.open('ochre-hall', 2);
        asked.onerror = () => failed(asked.error);
        asked.onsuccess = () => done(asked.result.close());
      }),
  );
  await says('The tables of this device were kept by another version.');
  await page.getByRole('button', { name: 'Load again' }).click();
  await says('They stay as they are.');
  assert.deepEqual(plays(await kept()), before);
});
