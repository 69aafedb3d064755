// A play that was begun on this device goes on elsewhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, until } from './here.mjs';
import { Server } from './table.mjs';

const LONG = { timeout: 900000 };

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('a play of this device goes on at a server with a friend, and its log is explored', LONG, async () => {
  const player = await HerePlayer.come(browser.context);
  const { page } = player;
  await page.goto(`${server.url}/new/dice`);
  await page.getByRole('button', { name: /^Against computers/ }).click();
  await page.getByRole('button', { name: 'Begin to play' }).click();
  await player.turn();
  assert.match(page.url(), /\/here\/\w+$/);
  assert.ok(await player.byTouch(player.step.moves.find((one) => one.touch.length === 2)));
  await player.turn();
  const before = player.step.step;
  await page.getByRole('button', { name: 'More about this table' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the log' }).click();
  const log = await (await download).path();
  await page.getByRole('button', { name: 'More about this table' }).click();
  await page.getByRole('button', { name: 'Go on with a friend' }).click();
  await page.getByRole('button', { name: 'Move it and get the link' }).click();
  await until(() => /\/t\/\w+$/.test(page.url()), 'a table of the server');
  const table = page.url().split('/').at(-1);
  const told = await (await fetch(`${server.url}/api/tables/${table}`)).json();
  assert.equal(told.brought, true);
  assert.equal(told.seats.filter((seat) => seat.kind === 'person').length, 2);
  assert.ok(told.steps >= before, `${told.steps} steps, ${before} on the device`);
  await page.getByRole('dialog', { name: 'Share this table' }).waitFor();
  // The same log, to play all seats of it.
  await page.goto(`${server.url}/new/dice`);
  await page.getByRole('button', { name: /^Explore alone/ }).click();
  await page.getByText('From a position or a log').click();
  await page.getByLabel('Or the log of a play, as a file').setInputFiles(log);
  await page.getByText('from a log', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Begin to play' }).click();
  await until(() => /\/here\/\w+$/.test(page.url()), 'a table here');
  await page.locator('.board [data-touch]').first().waitFor({ state: 'attached' });
  await page.close();
});

test('a play of a server is taken to this device, and nobody else’s', LONG, async () => {
  // Another page of the same browser: the worker of this device is overheard, the server's line too.
  const player = await HerePlayer.come(browser.context);
  const { page } = player;
  await page.goto(server.url);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const made = await server.make({
    game: 'valley',
    seats: [
      { kind: 'me', name: 'Mira' },
      { kind: 'bot', bot: 'level:1' },
    ],
    name: 'Mira',
  });
  const there = `${server.url}/t/${made.table}`;
  await page.goto(`${there}#${made.seats[0].key}`);
  await player.turn();
  await player.byWords(0);
  await player.turn();
  const { step, view, moves } = player.step;
  await page.getByRole('button', { name: 'More about this table' }).click();
  await page.getByRole('button', { name: 'Take it to this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take it to this device' });
  await dialog.getByText(/hidden cards and the draws to come/).waitFor();
  // The log does not come: the play has ended there by then, and is tried again.
  await page.route('**/log?reveal=1*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Take it along' }).click();
  await dialog.getByText('Nothing is lost: the play is kept by the server.').waitFor();
  await page.unroute('**/log?reveal=1*');
  player.forget();
  await dialog.getByRole('button', { name: 'Take it along' }).click();
  await until(() => /\/here\/\w+$/.test(page.url()), 'a table of this device');
  await player.turn();
  assert.deepEqual({ step: player.step.step, view: player.step.view }, { step, view });
  assert.deepEqual(
    player.step.moves.map((one) => one.m),
    moves.map((one) => one.m),
  );
  await player.byWords(0);
  await player.turn();
  assert.ok(player.step.step > step, 'and goes on');
  // The server says where it went; in the list there is one table.
  const told = await (await fetch(`${server.url}/api/tables/${made.table}`)).json();
  assert.equal(told.status, 'over');
  assert.match(told.why, /taken along/);
  await page.goto(server.url);
  await page
    .getByLabel('Your tables')
    .getByText(/on this device/)
    .waitFor();
  assert.equal(await page.getByLabel('Your tables').getByRole('listitem').count(), 1);
  // With somebody else at the table it stays where it is.
  const shared = await server.make({
    game: 'spears',
    seats: [{ kind: 'me', name: 'Mira' }, { kind: 'reserved' }, { kind: 'bot', bot: 'level:1' }],
  });
  const join = await fetch(`${server.url}/api/tables/${shared.table}/join`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${shared.seats[1].key}` },
    body: '{"name":"Noor"}',
  });
  assert.equal(join.status, 200);
  await page.goto(`${server.url}/t/${shared.table}#${shared.seats[0].key}`);
  await page.getByRole('button', { name: 'More about this table' }).click();
  await page.getByRole('button', { name: 'Take it to this device' }).click();
  await page.getByText(/Other people play at this table/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Take it along' }).count(), 0);
  await page.close();
});
