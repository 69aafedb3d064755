// Things are dragged with the mouse and with a finger: stones, tiles, tokens of land, members, cards. The table is a
// recording; what is sent must be the move that was meant.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serveDist } from './browser.mjs';
import { KEY, live, mock, recording, TABLE } from './mock.mjs';
import { until } from './table.mjs';

let server;
let browser;
before(async () => {
  server = await serveDist();
  browser = await openBrowser({ hasTouch: true });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A table at the first recorded question that has such a move. */
async function openAt(file, isMeant) {
  const { steps } = recording(file);
  const step = steps.find((one) => one.ask > 0 && one.moves.some(isMeant));
  assert.ok(step, `${file} has such a question`);
  const page = await browser.context.newPage();
  const sent = [];
  await mock(page, { file });
  const tell = await live(page, file, {}, (message) => sent.push(message));
  await page.addInitScript((kept) => localStorage.setItem('ochre.prefs', JSON.stringify(kept)), {
    lang: 'en',
    helper: false,
    pace: 'once',
    calm: true,
    sound: 'off',
  });
  await page.goto(`${server.url}/t/${TABLE}#${KEY}`);
  await tell({ ...step, since: 0 });
  const move = step.moves.find(isMeant);
  return { page, step, move, moves: () => sent.filter(({ t }) => t === 'move') };
}

async function middle(page, selector, [dx, dy] = [0.5, 0.5]) {
  const thing = page.locator(selector).filter({ visible: true }).first();
  await thing.waitFor({ timeout: 60000 });
  const box = await thing.boundingBox();
  return [box.x + box.width * dx, box.y + box.height * dy];
}

const HOW = {
  async mouse(page, [x, y], to, held) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 9, y + 9);
    const [toX, toY] = await to();
    await page.mouse.move(toX, toY, { steps: 4 });
    await held([toX, toY]);
    await page.mouse.up();
  },
  async touch(page, [x, y], to, held) {
    const devtools = await page.context().newCDPSession(page);
    const send = (type, ...points) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', { x, y });
    await send('touchMove', { x: x + 9, y: y + 9 });
    const [toX, toY] = await to();
    await send('touchMove', { x: (x + toX) / 2, y: (y + toY) / 2 });
    await send('touchMove', { x: toX, y: toY });
    await held([toX, toY]);
    await send('touchEnd');
    await devtools.detach();
  },
};

const id = (text) => `[data-touch="${text}"]`;

/** What is dragged where, and which move that is; `ends` presses what is asked once more. */
const DRAGS = [
  {
    name: 'dice: a stone to a square',
    file: 'dice',
    is: ({ touch }) => touch.length === 2 && touch[1] !== 'rotate',
    from: ({ touch }) => id(touch[0]),
    to: ({ touch }) => id(touch[1]),
  },
  {
    name: 'valley: a tile into the valley',
    file: 'valley',
    is: ({ m, touch }) => /^lay:/.test(m) && touch.length === 3,
    from: ({ touch }) => id(touch[0]),
    to: ({ touch }) => id(touch[1]),
    // The nearest place is meant: any of this tile on this square.
    sends: (move) => new RegExp(`^${move.m.slice(0, 7)}@.*${move.touch[1].slice(3)}`),
  },
  {
    name: 'valley: a tile of the Common Pool to the own ones',
    file: 'valley',
    is: ({ m }) => /^take:/.test(m),
    from: ({ touch }) => id(touch[0]),
    to: () => '.pool.own h3',
  },
  {
    name: 'tribes: drawn land to its place',
    file: 'tribes',
    is: ({ touch }) => touch[0].startsWith('land:'),
    from: ({ touch }) => id(touch[0]),
    to: ({ touch }) => id(touch[1]),
  },
  {
    name: 'tribes: a member to the next land',
    file: 'tribes',
    is: ({ touch }) => touch.length === 2 && touch.every((one) => one.startsWith('cell:')),
    from: ({ touch }) => id(touch[0]),
    to: ({ touch }) => id(touch[1]),
  },
  {
    name: 'tribes: a new member from the reserve',
    file: 'tribes',
    is: ({ m, touch }) => /^\+/.test(m) && touch[0].startsWith('cell:'),
    from: () => '[data-drag="cell"]',
    to: ({ touch }) => id(touch[0]),
  },
  {
    name: 'tribes: the tile in hand onto a deed',
    file: 'tribes',
    is: ({ touch }) => touch.length === 1 && touch[0].startsWith('board:'),
    from: () => '[data-drag="board"]',
    to: ({ touch }) => id(touch[0]),
  },
  {
    name: 'spears: a card to the middle',
    file: 'spears',
    is: ({ touch }) => touch[0].startsWith('card:'),
    from: ({ touch }) => id(touch[0]),
    to: () => '.middle',
  },
  {
    name: 'spears: a unit that is bought',
    file: 'spears',
    is: ({ touch }) => touch[0].startsWith('deck:'),
    from: ({ touch }) => id(touch[0]),
    to: () => '.own .head',
  },
];

for (const { name, file, is, from, to, sends } of DRAGS)
  test(name, { timeout: 120000 }, async () => {
    for (const [how, drag] of Object.entries(HOW)) {
      const { page, move, moves } = await openAt(file, is);
      // Let go where it leads nowhere, it goes home and means nothing.
      await drag(
        page,
        await middle(page, from(move)),
        () => [3, 3],
        async () => {
          assert.equal(await page.locator('div.lifted').count(), 1, `${how}: something is held`);
        },
      );
      await until(async () => (await page.locator('div.lifted').count()) === 0, 'it went home');
      assert.equal(moves().length, 0, `${how}: nothing is played by letting go elsewhere`);
      const held = page.locator('div.lifted');
      const target = () => middle(page, to(move));
      await drag(page, await middle(page, from(move)), target, async (end) => {
        // What is held is under the pointer.
        const box = await held.locator('> *').first().boundingBox();
        const near = (at, side, size) => at > side - 40 && at < side + size + 40;
        assert.ok(near(end[0], box.x, box.width) && near(end[1], box.y, box.height), `${how}: ${JSON.stringify(box)}`);
      });
      const strong = page.locator('.acts .btn.strong');
      await until(async () => {
        if (moves().length) return true;
        if (await strong.count()) await strong.first().click({ timeout: 2000 });
        return false;
      }, `${how}: ${move.m} is sent`);
      assert.match(moves()[0].move, sends?.(move) ?? new RegExp(`^${move.m.replace(/[+.*?^$()|]/g, '\\$&')}$`), how);
      await page.close();
    }
  });
