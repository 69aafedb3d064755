// Two browsers at one table: talk, a secret that stays one, and a server that dies in the middle.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { Player, Server, until } from './table.mjs';

let server;
let browsers = [];
before(async () => {
  server = await Server.start();
  browsers = [await openBrowser(), await openBrowser()];
});
after(async () => {
  for (const browser of browsers) await browser.close();
  await server?.stop();
});

async function person(browser, name) {
  const page = await browser.context.newPage();
  await page.addInitScript(
    (called) =>
      localStorage.setItem('ochre.prefs', JSON.stringify({ helper: false, lang: 'en', name: called, pace: 'once' })),
    name,
  );
  return new Player(page);
}

/** Both play until something is true. */
async function both(players, is) {
  for (let turn = 0; turn < 400; turn++) {
    if (is()) return;
    const asked = players.find((player) => player.isAsked);
    if (!asked) await until(() => is() || players.some((player) => player.isAsked), 'somebody is asked');
    else await asked.byWords(turn);
  }
  throw new Error('it never came to that');
}

test('two people, one secret, one dying server', { timeout: 900000 }, async () => {
  const [ama, bo] = [await person(browsers[0], 'Ama'), await person(browsers[1], 'Bo')];
  // Ama sets the table up through the page: herself, a friend by link, a computer.
  await ama.page.goto(`${server.url}/new/spears`);
  await ama.page.getByRole('button', { name: '3 seats' }).click();
  await ama.page.locator('#kind-1').selectOption('reserved');
  await ama.page.getByRole('button', { name: 'Open the table' }).click();
  await ama.page.getByText('One seat is still free.').first().waitFor();
  const link = await ama.page.evaluate(() => {
    const [mine] = JSON.parse(localStorage.getItem('ochre.tables'));
    return `/t/${mine.table}#${mine.invites.p2}`;
  });
  await bo.page.goto(server.url + link);
  await bo.come();
  await until(() => ama.step && bo.step, 'play begins when the friend sits down');
  await ama.page.getByText('Bo', { exact: true }).first().waitFor();

  // They talk.
  await ama.page.locator('#tab-chat').click();
  await bo.page.locator('#tab-chat').click();
  await ama.page.getByLabel('Message').fill('Are you a <b>Survivor</b>?');
  await ama.page.keyboard.press('Enter');
  await bo.page.locator('.chat p', { hasText: 'Are you a <b>Survivor</b>?' }).waitFor();
  await bo.page.getByLabel('Message').fill('Never.');
  await bo.page.keyboard.press('Enter');
  await ama.page.locator('.chat p', { hasText: 'Never.' }).waitFor();

  // Until both have to place a card.
  await both(
    [ama, bo],
    () => ama.step.view.phase === 'CARDS' && ama.isAsked && bo.step.view.phase === 'CARDS' && bo.isAsked,
  );
  await ama.page.locator('#tab-chat').click();
  await ama.page.locator('.hush').waitFor();
  assert.equal(await ama.page.getByLabel('Message').count(), 0, 'talk is locked');
  const heard = bo.frames.length;
  const card = ama.step.moves.at(-1);
  await ama.page.locator('#tab-moves').click();
  await ama.byTouch(card);
  await until(() => bo.frames.length > heard, 'the other page hears that a card was placed');
  for (const text of bo.frames.slice(heard)) {
    const message = JSON.parse(text);
    if (message.t !== 'step' || message.view.phase !== 'CARDS') continue;
    for (const told of message.story) if (told.seat === 'p1') assert.equal(told.move, 'card:?');
  }
  // Nothing that is Ama's alone was ever on Bo's side.
  const tribe = ama.step.view.seats.split(' ')[0];
  const secrets = [ama.step.view.team[tribe]];
  for (const text of bo.frames) {
    const message = JSON.parse(text);
    if (message.t !== 'step' || message.over) continue;
    assert.equal(message.view.team[tribe], '?');
    assert.match(message.view.hand[tribe], /^[?\s-]*$/);
    assert.match(message.view.goal[tribe], /^[?\s-]*$/);
  }
  assert.equal(secrets.length, 1);
  const dom = await bo.page.content();
  assert.ok(
    !dom.includes(JSON.parse(await ama.page.evaluate(() => localStorage.getItem('ochre.tables')))[0].key),
    'no key of the other in the page',
  );

  // The server dies without a word and comes back.
  ama.expectLoss = bo.expectLoss = true;
  const before = [ama.step.step, bo.step.step];
  await server.kill();
  await ama.page.locator('.banner.warn').waitFor();
  await bo.page.locator('.banner.warn').waitFor();
  await server.run();
  await ama.page.locator('.banner', { hasText: 'The server was restarted.' }).waitFor();
  await bo.page.locator('.banner', { hasText: 'The server was restarted.' }).waitFor();
  await until(() => ama.step.step >= before[0] && bo.step.step >= before[1], 'both are where they were');
  const goal = Math.max(...before) + 6;
  await both([ama, bo], () => ama.step.step >= goal && bo.step.step >= goal);
  assert.deepEqual(ama.wrong, []);
  assert.deepEqual(bo.wrong, []);
});
