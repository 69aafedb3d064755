// One device for four people who must not see each other's cards: neither on the page nor in what it is told.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, look, newSite, until } from './here.mjs';
import { Host } from './site.mjs';
import { Player, Server } from './table.mjs';

const LONG = { timeout: 900000 };
const NAMES = ['Mira', 'Noor', 'Iris', 'Ama'];
/** The whole game when there is time. */
const TURNS = process.env.OCHRE_LONG === '1' ? Infinity : 10;

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

/** The tribes whose secrets a view shows. */
function shown({ view }) {
  return ['team', 'goal', 'hand'].flatMap((kind) =>
    Object.entries(view[kind])
      .filter(([, text]) => !/^(\? ?)*$|^-$/.test(text))
      .map(([tribe]) => `${kind} of ${tribe}`),
  );
}

const messages = (player, from) => player.frames.slice(from).map((text) => JSON.parse(text));

/** While nobody looks. */
async function checkCover(player, from) {
  const { page } = player;
  await page.getByRole('heading', { name: /^Give the device to/ }).waitFor();
  // What is heard from the moment that the device was hidden is what a watcher hears.
  await until(() => messages(player, from).some((message) => message.t === 'step'), 'the table is watched');
  for (const message of messages(player, from)) {
    if (message.t === 'table') assert.equal(message.me, null);
    if (message.t !== 'step') continue;
    assert.deepEqual(shown(message), []);
    assert.equal(message.ask, 0);
    assert.deepEqual(message.moves, []);
  }
  const sits = player.sent.map((text) => JSON.parse(text)).filter((message) => message.t === 'sit');
  assert.equal(sits.at(-1).key, undefined, 'the page sits as a watcher');
  // Nothing of a table is on the page.
  assert.equal(await page.locator('.board, .shell, .story, [data-touch]').count(), 0);
  assert.equal(await page.getByText(/Only you see/).count(), 0);
}

/** While somebody does. */
function checkLook(player, from, seat, tribes) {
  const heard = messages(player, from);
  // What was on its way when the device was taken up is still a watcher's.
  const sat = heard.filter((message) => message.t === 'table').map((message) => message.me);
  const first = sat.indexOf(seat);
  assert.ok(first >= 0 && sat.every((me, i) => me === (i < first ? null : seat)), `only ${seat} is sat for: ${sat}`);
  for (const step of heard.filter((message) => message.t === 'step'))
    for (const secret of shown(step)) assert.ok(secret.endsWith(` of ${tribes[seat]}`), `${seat} is shown: ${secret}`);
}

async function passOn(player) {
  const { page } = player;
  let covered = 0;
  for (let turn = 0; turn < TURNS && !player.isOver; turn++) {
    await checkCover(player, covered);
    const name = /to (\w+)\./.exec(await page.locator('.cover h1').innerText())[1];
    const seat = `p${NAMES.indexOf(name) + 1}`;
    const from = player.frames.length;
    await look(page);
    await until(() => messages(player, from).some((message) => message.t === 'step'), `${name} sees the table`);
    // Who is asked is given the device.
    assert.ok(player.step.asked.includes(seat), `${name} is asked`);
    await playQuietly(player);
    const order = player.step.view.seats.split(' ');
    const tribes = Object.fromEntries(order.map((tribe, i) => [`p${i + 1}`, tribe]));
    if (player.isOver) break;
    checkLook(player, from, seat, tribes);
    const hide = page.getByRole('button', { name: 'Hide and pass on' });
    await hide.first().waitFor();
    covered = player.frames.length;
    // Whatever was still under way when the device was hidden is nobody's to hear: the page asks for nothing before.
    const said = player.sent.length;
    await hide.first().click();
    const isWatcher = ({ t, key }) => t === 'sit' && key === undefined;
    await until(
      () => player.sent.slice(said).some((text) => isWatcher(JSON.parse(text))),
      'the page sits down as a watcher',
    );
    // The page has waited for this answer before it sat down: everything behind it is the watcher's.
    covered = player.frames.findIndex((text, i) => i >= covered && JSON.parse(text).t === 'pong');
    assert.ok(covered >= 0);
  }
}

async function playQuietly(player) {
  while (player.isAsked) {
    const quiet = player.step.moves.filter((one) => /^(gather|done|pass|refuse|skip|card|noheal|vigor:no)/.test(one.m));
    await player.byWords(player.step.moves.indexOf((quiet.length ? quiet : player.step.moves)[0]));
  }
}

const hide = (page) => page.getByRole('button', { name: 'Hide and pass on' }).first().click();

/** Somebody has played and thinks better of it: the device goes round, and each of the others answers. */
async function takeBackInTurn(player, name) {
  const { page } = player;
  await look(page);
  await until(() => player.isAsked, `${name} is asked`);
  await playQuietly(player);
  const { step } = player.step;
  await page.getByRole('button', { name: 'Ask to take back' }).first().click();
  await page.getByText('Pass the device on: everybody is asked.').waitFor();
  await hide(page);
  const answered = [];
  for (let others = NAMES.length - 1; others > 0; others--) {
    await page.getByRole('heading', { name: /^Give the device to/ }).waitFor();
    const next = /to (\w+)\./.exec(await page.locator('.cover h1').innerText())[1];
    assert.ok(next !== name && !answered.includes(next), `${next} has not answered yet`);
    answered.push(next);
    await look(page);
    await page
      .getByText(/would like to take back/)
      .first()
      .waitFor();
    assert.equal(player.step.step, step, 'nothing happens before all have agreed');
    await page.getByRole('button', { name: 'Allow it' }).click();
    if (others > 1) await hide(page);
  }
  await until(() => player.step.step < step, 'the move is taken back');
  await hide(page);
  await page.getByRole('heading', { name: `Give the device to ${name}.` }).waitFor();
}

async function setUp(player, address) {
  const { page } = player;
  await page.goto(address);
  await page.getByRole('button', { name: /^Pass the device on/ }).click();
  await page.getByRole('button', { name: '4 seats' }).click();
  for (const [i, name] of NAMES.entries()) await page.getByLabel(`Name at seat ${i + 1}`).fill(name);
  await page.getByRole('button', { name: 'Begin to play' }).click();
}

test('spears among four people at one device, without a server', LONG, async () => {
  const site = newSite();
  const host = await Host.start(site.site);
  try {
    const player = await HerePlayer.come(browser.context);
    await setUp(player, `${host.url}#/new/spears`);
    await passOn(player);
    assert.ok(player.isOver || player.step.step > TURNS, 'play went on');
    // Somebody who looks and is surprised by a reload: everything is covered again.
    if (!player.isOver) {
      await look(player.page);
      await player.page.locator('.board').waitFor();
      const from = player.frames.length;
      await player.page.reload();
      await checkCover(player, from);
    }
    assert.deepEqual(player.wrong, []);
    await player.page.close();
  } finally {
    await host.stop();
    site.remove();
  }
});

test('the same at the table of a server, and who says to be somebody else', LONG, async () => {
  const server = await Server.start();
  try {
    const page = await browser.context.newPage();
    const player = new Player(page);
    await page.addInitScript(() =>
      localStorage.setItem('ochre.prefs', JSON.stringify({ helper: false, lang: 'en', pace: 'once' })),
    );
    const made = await server.make({
      game: 'spears',
      seats: NAMES.map((name) => ({ kind: 'reserved', name })),
      takeback: 'allow',
    });
    const hands = {};
    for (const { seat, key } of made.seats) {
      hands[seat] = { key, seen: 0 };
      await fetch(`${server.url}/api/tables/${made.table}/join`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify({ name: NAMES[Number(seat[1]) - 1] }),
      });
    }
    await page.goto(server.url);
    await page.evaluate(
      ({ table, hands }) =>
        localStorage.setItem(
          'ochre.tables',
          JSON.stringify([{ table, key: '', game: 'spears', seat: '', at: Date.now(), seen: 0, ready: true, hands }]),
        ),
      { table: made.table, hands },
    );
    // The list shows what everybody may know.
    const from = player.frames.length;
    await page.reload();
    await page
      .getByLabel('Your tables')
      .getByText(/plays$/)
      .waitFor();
    for (const message of messages(player, from)) if (message.t === 'step') assert.deepEqual(shown(message), []);
    await page.goto(`${server.url}/t/${made.table}`);
    await checkCover(player, player.frames.length - 1);
    const name = /to (\w+)\./.exec(await page.locator('.cover h1').innerText())[1];
    const other = NAMES.find((one) => one !== name);
    await page.getByRole('button', { name: `I am not ${name}` }).click();
    await page.getByRole('button', { name: `I am ${other}`, exact: true }).click();
    await page.getByRole('heading', { name: `Give the device to ${other}.` }).waitFor();
    // A touch is not enough.
    await page.locator('.hold').hover();
    await page.mouse.down();
    await page.mouse.up();
    assert.equal(await page.locator('.shell').count(), 0);
    const before = player.frames.length;
    await look(page);
    await page.locator('.board').waitFor();
    await until(() => messages(player, before).some((message) => message.t === 'step'), 'the table is seen');
    const order = player.step.view.seats.split(' ');
    checkLook(
      player,
      before,
      `p${NAMES.indexOf(other) + 1}`,
      Object.fromEntries(order.map((one, i) => [`p${i + 1}`, one])),
    );
    await page.getByRole('button', { name: 'Hide and pass on' }).first().click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'The game rests.' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: `Give the device to ${name}.` }).waitFor();
    await takeBackInTurn(player, name);
    assert.deepEqual(player.wrong, []);
    await page.close();
  } finally {
    await server.stop();
  }
});
