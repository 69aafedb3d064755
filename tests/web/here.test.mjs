// Play anywhere: the page as files of a plain web host below some path, without a server of ours and without a network;
// and the same page of a server that is away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, makeHere, newSite, until } from './here.mjs';
import { Host } from './site.mjs';
import { Server } from './table.mjs';

const LONG = { timeout: 900000 };
const isLong = process.env.OCHRE_LONG === '1';
const BOT = { kind: 'bot', bot: 'level:1' };
const GAMES = {
  // Short boards and limits: the whole way to the end, not the longest way.
  dice: { seats: [{ kind: 'me' }, BOT], options: { size: '6', np: '14' } },
  valley: { seats: [{ kind: 'me' }, BOT] },
  tribes: { seats: [{ kind: 'me' }, BOT], options: { round_limit: '7' } },
  spears: { seats: [{ kind: 'me' }, BOT, BOT] },
};
const calm = (step) => {
  const quiet = step.moves.filter((move) => /^(gather|done|pass|refuse|skip|card|noheal|vigor:no)/.test(move.m));
  return quiet.length ? quiet : step.moves;
};

let site;
let host;
let browser;
before(async () => {
  site = newSite();
  host = await Host.start(site.site);
  browser = await openBrowser({ serviceWorkers: 'allow' });
});
after(async () => {
  await browser?.close();
  await host?.stop();
  site?.remove();
});

/** At the first screen, and the page is kept. */
async function come(prefs) {
  const player = await HerePlayer.come(browser.context, prefs);
  await player.page.goto(host.url);
  await player.page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await player.kept();
  return player;
}

test('the first screen fetches nothing of the hall', LONG, async () => {
  const fresh = await openBrowser(); // nothing is kept here
  try {
    const player = await HerePlayer.come(fresh.context);
    host.asked.length = 0;
    await player.page.goto(host.url);
    await player.page.getByRole('button', { name: 'Play now' }).first().waitFor();
    await player.page.locator('.card .pic svg').first().waitFor();
    const hall = host.asked.filter((path) => /\.wasm$|\/worker-|\/office-|\/thinker-/.test(path));
    assert.deepEqual(hall, []);
    // Nor does it ask for a server, which there is not.
    assert.deepEqual(
      host.asked.filter((path) => /\/(api|ws|health)\b/.test(path)),
      [],
    );
    assert.deepEqual(player.wrong, []);
  } finally {
    await fresh.close();
  }
});

for (const [game, wish] of Object.entries(GAMES))
  // One of them every time, all four when there is time (OCHRE_LONG=1).
  test(`a whole game of ${game}, without a network`, { ...LONG, skip: game !== 'dice' && !isLong }, async () => {
    const player = await come();
    const { page } = player;
    await browser.context.setOffline(true);
    try {
      await page.reload();
      const table = await makeHere(page, host.url, { game, ...wish });
      await page.goto(`${host.url}#/here/${table}`);
      const { touched, worded } = await player.playOn({ seed: 7, choose: game === 'spears' ? calm : undefined });
      assert.ok(player.isOver, 'the game ended');
      assert.ok(touched > 3 * player.missed.length, `by touch: ${touched}, not: ${player.missed.join(', ')}`);
      assert.ok(worded > 0, 'some moves were made by their words');
      await page.locator('.finale').getByRole('button', { name: 'Review' }).waitFor();
      assert.deepEqual(player.wrong, []);
    } finally {
      await browser.context.setOffline(false);
      await page.close();
    }
  });

test('one click opens a table; it is there after a reload, and in the list', LONG, async () => {
  const player = await come();
  const { page } = player;
  await page.getByRole('button', { name: 'Play now' }).first().click();
  await player.turn();
  assert.match(page.url(), /#\/here\/\w+$/);
  const move = player.step.moves.find((one) => one.touch.length === 2) ?? player.step.moves[0];
  assert.ok(await player.byTouch(move));
  await player.turn();
  const { step } = player.step;
  player.forget();
  await page.reload();
  await player.turn();
  assert.equal(player.step.step, step, 'nothing was lost and nothing happened meanwhile');
  await page.goto(host.url);
  await page
    .getByLabel('Your tables')
    .getByText(/Your turn/)
    .first()
    .waitFor();
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('two windows show one table, and either may be closed', LONG, async () => {
  const one = await come();
  const table = await makeHere(one.page, host.url, { game: 'dice', ...GAMES.dice });
  const address = `${host.url}#/here/${table}`;
  await one.page.goto(address);
  await one.turn();
  const two = await come();
  await two.page.goto(address);
  await two.turn();
  assert.equal(two.step.step, one.step.step);
  const move = one.step.moves.find((each) => each.touch.length === 2);
  assert.ok(await one.byTouch(move));
  const { step } = one.step;
  await until(() => two.step.step >= step, 'the other window hears of the move');
  // The hall is in the first window; when it is closed the other one has it, and says hello anew.
  await two.turn();
  const hellos = () => two.frames.filter((text) => text.includes('"t":"hello"')).length;
  const greeted = hellos();
  two.forget();
  await one.page.close();
  await until(() => hellos() > greeted, 'the hall is in the other window');
  await two.turn();
  const { step: before } = two.step;
  const next = two.step.moves.find((each) => each.touch.length === 2) ?? two.step.moves[0];
  assert.ok(await two.byTouch(next));
  assert.ok(two.step.step > before, 'play goes on');
  await two.page.close();
});

test('a worker that dies is begun anew, and play goes on', LONG, async () => {
  const player = await come();
  const { page } = player;
  const table = await makeHere(page, host.url, { game: 'dice', ...GAMES.dice });
  await page.goto(`${host.url}#/here/${table}`);
  await player.turn();
  const { step } = player.step;
  const [hall] = page.workers().filter((worker) => /\/worker-/.test(worker.url()));
  const begun = page.waitForEvent('worker', (worker) => /\/worker-/.test(worker.url()));
  await hall.evaluate(() => self.close()).catch(() => {}); // it cannot answer any more
  await begun;
  player.forget();
  await player.turn();
  assert.equal(player.step.step, step);
  assert.ok(await player.byTouch(player.step.moves.find((one) => one.touch.length === 2)));
  await page.close();
});

test('setting up offers what can be without a server, and says so', LONG, async () => {
  const player = await come();
  const { page } = player;
  await page.goto(`${host.url}#/new/dice`);
  await page.getByRole('button', { name: /^Against computers/ }).waitFor();
  await page.getByText('no server answers; this needs none').waitFor();
  assert.equal(await page.getByRole('button', { name: /by a link/ }).count(), 0);
  // All levels, as with a server.
  const levels = await page.getByLabel('How well does it play?').first().locator('option').count();
  assert.equal(levels, 8);
  await page.getByRole('button', { name: /^Explore alone/ }).click();
  await page.getByText('From a position').click();
  await page.getByRole('textbox', { name: /Notation or JSON/ }).fill('{ nothing');
  await page.getByRole('button', { name: 'Begin to play' }).click();
  await page.getByText('This is no position: its JSON cannot be read.').waitFor();
  await page.getByRole('textbox', { name: /Notation or JSON/ }).fill('no such thing');
  await page.getByRole('button', { name: 'Begin to play' }).click();
  await page.locator('.go .wrong').waitFor();
  await page.getByRole('textbox', { name: /Notation or JSON/ }).fill('');
  await page.getByRole('button', { name: 'Begin to play' }).click();
  // Both seats are mine: one after the other, without a cover.
  await player.turn();
  const first = player.step.asked[0];
  assert.ok(await player.byTouch(player.step.moves.find((one) => one.touch.length === 2)));
  await until(() => player.step.ask > 0 && player.step.asked[0] !== first, 'the other seat is asked');
  assert.equal(await page.locator('.hold').count(), 0);
  // Nobody else has to agree when something is taken back.
  const { step } = player.step;
  await page.locator('.sbar').getByRole('button', { name: 'Take back' }).click();
  await until(() => player.step.step < step && player.step.asked[0] === first, 'the move is taken back');
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('computers are watched', LONG, async () => {
  const player = await come();
  const { page } = player;
  await page.goto(`${host.url}#/new/dice`);
  await page.getByRole('button', { name: /^Watch computers/ }).click();
  for (const level of await page.getByLabel('How well does it play?').all()) await level.selectOption('level:1');
  await page.getByRole('button', { name: 'Begin to play' }).click();
  await until(() => (player.step?.step ?? 0) > 3, 'they play');
  await page.close();
});

test('a module that is missing is told of, and the page stands', LONG, async () => {
  const broken = newSite();
  const { readdirSync, rmSync } = await import('node:fs');
  for (const name of readdirSync(`${broken.site}/assets`))
    if (name.endsWith('.wasm')) rmSync(`${broken.site}/assets/${name}`);
  const other = await Host.start(broken.site, '/');
  const fresh = await openBrowser();
  try {
    const player = await HerePlayer.come(fresh.context);
    const { page } = player;
    await page.goto(other.url);
    await page.getByRole('button', { name: 'Play now' }).first().click();
    await page.getByText('The tables of this device cannot be opened.').waitFor();
    await page.getByText(/cannot be opened in this browser/).waitFor();
    await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  } finally {
    await fresh.close();
    await other.stop();
    broken.remove();
  }
});

test('the page of a server that is away opens, and plays on this device', LONG, async () => {
  const server = await Server.start();
  const fresh = await openBrowser({ serviceWorkers: 'allow' });
  try {
    const player = await HerePlayer.come(fresh.context);
    const { page } = player;
    player.expectLoss = true;
    await page.goto(server.url);
    await player.kept();
    await server.kill();
    await page.goto(`${server.url}/new/dice`);
    await page.getByRole('button', { name: /^Against computers/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /by a link/ }).count(), 0);
    await page.goto(server.url);
    await page.getByText(/No server answers just now/).waitFor();
    await page.getByRole('button', { name: 'Play now' }).first().click();
    await player.turn();
    assert.match(page.url(), /\/here\/\w+$/);
    assert.ok(await player.byTouch(player.step.moves.find((one) => one.touch.length === 2)));
    // With the server back, both kinds of tables are there.
    await server.run();
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Play now' }).nth(1).click();
    await until(() => /\/t\/\w+$/.test(page.url()), 'a table of the server');
    await player.turn();
    await page.goto(server.url);
    await until(async () => (await page.getByLabel('Your tables').getByRole('listitem').count()) === 2, 'both tables');
    await page
      .getByText(/on this device/)
      .first()
      .waitFor();
  } finally {
    await fresh.close();
    await server.stop();
  }
});
