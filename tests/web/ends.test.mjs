// Before and after play: an invitation that somebody else accepts, the wall at the end, tables that move to another
// device, and no page that is higher than its screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { Player, Server, until } from './table.mjs';

let server;
let browsers = [];
before(async () => {
  server = await Server.start();
  browsers = [await openBrowser({ acceptDownloads: true }), await openBrowser()];
});
after(async () => {
  for (const browser of browsers) await browser.close();
  await server?.stop();
});

async function person(browser, name, more = {}) {
  const page = await browser.context.newPage();
  await page.addInitScript(
    (prefs) => localStorage.getItem('ochre.prefs') ?? localStorage.setItem('ochre.prefs', JSON.stringify(prefs)),
    { helper: false, lang: 'en', calm: true, name, ...more },
  );
  return new Player(page);
}

/** How much of the page is beyond the screen. */
const beyond = (page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });

test('a friend accepts an invitation, and the end says who gave up', { timeout: 300000 }, async () => {
  const [ama, bo] = [await person(browsers[0], 'Ama'), await person(browsers[1], '')];
  await ama.page.goto(`${server.url}/new/dice`);
  await ama.page.locator('#kind-1').selectOption('open');
  await ama.page.getByRole('button', { name: 'Open the table' }).click();
  await ama.page.getByText('One seat is still free.').waitFor();
  await ama.page.getByRole('img', { name: 'Square code with the same link' }).waitFor();

  await bo.page.goto(ama.page.url());
  await bo.page.getByRole('heading', { name: 'Ama invites you to Sapiens: dice' }).waitFor();
  assert.equal(ama.step, null, 'nothing begins before the guest is ready');
  await bo.page.getByLabel('Your name').fill('Bo');
  await bo.page.getByRole('button', { name: 'I am ready' }).click();
  await until(() => ama.step && bo.step, 'play begins');
  await ama.page.getByText('Bo', { exact: true }).first().waitFor();

  for (const { page } of [ama, bo]) {
    await page.locator('.board > *').last().waitFor();
    assert.deepEqual(await beyond(page), [0, 0], 'the table is as high as the screen');
  }

  // Bo gives up; both walls say so.
  await bo.page.getByRole('button', { name: 'More about this table' }).click();
  await bo.page.getByRole('button', { name: 'Give up' }).click();
  await bo.page.getByRole('button', { name: 'Give up' }).click();
  await ama.page.getByRole('heading', { name: 'You win.' }).waitFor();
  await ama.page.locator('.finale').getByText('Bo gave up.').waitFor();
  await bo.page.getByRole('heading', { name: 'Ama wins.' }).waitFor();
  await bo.page.locator('.finale').getByText('You gave up.').waitFor();

  // The wall can be lowered and raised, and its picture taken along.
  const [download] = await Promise.all([
    ama.page.waitForEvent('download'),
    ama.page.getByRole('button', { name: 'Share picture' }).click(),
  ]);
  const png = readFileSync(await download.path());
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.length > 20000, 'something is on it');
  await ama.page.getByRole('button', { name: 'Look at the board' }).click();
  await ama.page.locator('.finale').waitFor({ state: 'detached' });
  await ama.page.getByRole('button', { name: 'How it ended' }).click();
  await ama.page.getByRole('heading', { name: 'You win.' }).waitFor();

  // Bo would play again, and Ama is told.
  await bo.page.locator('.finale').getByRole('button', { name: 'Rematch' }).click();
  const again = ama.page.locator('.finale').getByRole('link', { name: 'To the new table' });
  await again.click();
  await until(() => /\/t\//.test(bo.page.url()) && ama.step?.over === null && bo.step?.over === null, 'another play');
  assert.deepEqual(ama.wrong, []);
  assert.deepEqual(bo.wrong, []);
  await ama.page.close();
  await bo.page.close();
});

test('on a phone everything that comes next is on the screen', { timeout: 300000 }, async () => {
  const player = await person(browsers[1], 'Cem');
  const { page } = player;
  await page.setViewportSize({ width: 390, height: 844 });
  const made = await server.make({ game: 'dice', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'level:1' }] });
  await page.goto(server.url + made.seats[0].link);
  await player.turn();
  assert.deepEqual(await beyond(page), [0, 0]);
  await page.getByRole('button', { name: 'More about this table' }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  for (const name of ['Rematch', 'Review', 'Share picture']) {
    const box = await page.locator('.finale').getByRole('button', { name }).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 844, `${name} is on the screen: ${JSON.stringify(box)}`);
    assert.ok(box.height >= 44, `${name} can be touched`);
  }
  assert.deepEqual(await beyond(page), [0, 0]);
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('tables move to another device, by link and by file', { timeout: 300000 }, async () => {
  const [here, there] = [await person(browsers[0], 'Ama'), await person(browsers[1], '')];
  const made = await server.make({ game: 'valley', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'level:1' }] });
  await here.page.goto(server.url + made.seats[0].link);
  await here.turn();
  await here.page.goto(server.url);
  await here.page.getByRole('button', { name: 'Another device' }).click();
  await here.page.getByText('Give them to nobody.').waitFor();
  await here.page.getByRole('button', { name: 'Show the square code' }).click();
  await here.page.getByRole('img', { name: 'Square code with your tables' }).waitFor();
  const [download] = await Promise.all([
    here.page.waitForEvent('download'),
    here.page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const file = await download.path();
  await browsers[0].context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await here.page.getByRole('button', { name: 'Copy the link' }).click();
  await here.page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await here.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#bring=/, 'the keys are in the fragment, which no server is sent');

  const requests = [];
  there.page.on('request', (request) => requests.push(request.url()));
  await there.page.goto(link);
  await there.page.getByRole('button', { name: 'Take them in' }).click();
  assert.equal(new URL(there.page.url()).hash, '', 'the keys left the address bar');
  await there.page.locator(`a[href="/t/${made.table}"]`).click();
  await there.turn();
  const { key } = made.seats[0];
  assert.ok(!requests.some((url) => url.split('#')[0].includes(key)), 'no request had a key in its address');

  // The file brings nothing new, and something else is refused.
  await there.page.goto(server.url);
  await there.page.getByRole('button', { name: 'Another device' }).click();
  await there.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"tables":[]}') });
  await there.page.getByText('This file holds no tables of Ochre.').waitFor();
  await there.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ochre-tables.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await there.page.getByText('All of these tables are here already.').waitFor();
  // A link that was cut off says so, also to a page that is open.
  await there.page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await there.page.goto(link.slice(0, -5));
  await there.page.getByText('This link is damaged or was cut off.').waitFor();
  assert.deepEqual(there.wrong, []);
  await here.page.close();
  await there.page.close();
});
