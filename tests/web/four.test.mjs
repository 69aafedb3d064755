// Dice with four seats, in teams and alone, on the large board: played through the page against computer players.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { Player, Server } from './table.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server?.stop());

const BOT = { kind: 'bot', bot: 'random' };
const MOVES = 12;
const SIZES = [
  ['4t', 1440, 900],
  ['4i', 1440, 900],
  ['4t', 390, 844],
];

for (const [mode, width, height] of SIZES)
  test(`dice ${mode} with four seats, ${width} px wide`, { timeout: 600000 }, async () => {
    const made = await server.make({
      game: 'dice',
      seats: [{ kind: 'me' }, BOT, BOT, BOT],
      options: { mode, size: '10' },
    });
    const browser = await openBrowser({ viewport: { width, height } });
    try {
      const page = await browser.context.newPage();
      const player = new Player(page);
      await page.addInitScript(() =>
        localStorage.setItem('ochre.prefs', JSON.stringify({ helper: false, calm: true, lang: 'en', pace: 'once' })),
      );
      await page.goto(server.url + made.seats[0].link);
      assert.ok(await player.turn(), 'the page asks for a move');
      const begun = player.step.step;
      const { touched, worded } = await player.playOn({ most: MOVES, seed: 5 });
      assert.ok(
        player.isOver || touched + worded === MOVES,
        `${touched} moves by touch and ${worded} by words were played`,
      );
      assert.ok(touched > worded, `most moves are made on the board; not these: ${player.missed.join(', ')}`);
      assert.ok(player.isOver || player.step.step >= begun + 3 * MOVES, 'the others have moved too');
      if (player.isAsked) {
        const first = page.locator('ol.moves .move').first();
        await first.waitFor();
        assert.doesNotMatch(await first.innerText(), /White/, 'the list of my moves does not say who I am');
      }
      // The whole board is on the screen, and nothing is wider than the screen.
      const board = await page.locator('.stage .board-drawing').first().boundingBox();
      assert.ok(
        board.x >= 0 && board.x + board.width <= width && board.y >= 0 && board.y + board.height <= height,
        `the board is cut off: ${JSON.stringify(board)}`,
      );
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        'the page can be scrolled sideways',
      );
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/four-${mode}-${width}.png` });
      assert.deepEqual(player.wrong, []);
    } finally {
      await browser.close();
    }
  });
