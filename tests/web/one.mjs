// one.mjs GAME [SEATS]: a whole game of any game the server knows, listed or not, through the page against computers,
// and its first question in French. For games that have no test of their own, a new one above all.
import assert from 'node:assert/strict';
import { openBrowser } from './browser.mjs';
import { Player, Server } from './table.mjs';

const [game, seats = '2'] = process.argv.slice(2);
const server = await Server.start('--all-games');
const browser = await openBrowser();
try {
  const bots = Array.from({ length: Number(seats) - 1 }, () => ({ kind: 'bot', bot: 'level:1' }));

  async function open(lang) {
    const made = await server.make({ game, seats: [{ kind: 'me' }, ...bots] });
    const page = await browser.context.newPage();
    const player = new Player(page);
    await page.addInitScript(
      (code) => localStorage.setItem('ochre.prefs', JSON.stringify({ helper: true, lang: code, pace: 'once' })),
      lang,
    );
    await page.goto(server.url + made.seats[0].link);
    await player.turn();
    await page.locator('.ask').first().waitFor();
    return { page, player };
  }

  const { page, player } = await open('en');
  const english = await page.locator('.ask').first().innerText();
  const { touched, worded } = await player.playOn({ seed: 7 });
  assert.ok(player.isOver, 'the game ended');
  await page.locator('.finale').getByRole('button', { name: 'Review' }).waitFor();
  assert.deepEqual(player.wrong, []);

  const french = await open('fr');
  const question = await french.page.locator('.ask').first().innerText();
  assert.notEqual(question, english, 'the question is asked in French too');
  assert.deepEqual(french.player.wrong, []);
  console.log(`${game}: a whole game, ${touched} moves by touch and ${worded} by words; "${english}" is "${question}"`);
} finally {
  await browser.close();
  await server.stop();
}
