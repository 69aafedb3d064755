// A play that was begun on this device goes on elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, until } from './here.mjs';
import { Server } from './table.mjs';

const LONG = { timeout: 900000 };

test('a play of this device goes on at a server with a friend, and its log is explored', LONG, async () => {
  const server = await Server.start();
  const fresh = await openBrowser();
  try {
    const player = await HerePlayer.come(fresh.context);
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
  } finally {
    await fresh.close();
    await server.stop();
  }
});
