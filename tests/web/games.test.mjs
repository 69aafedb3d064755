// Whole games, from the first move to the end, through the page against computer players: dice, and with OCHRE_LONG=1
// valley, tribes and spears too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { Player, Server, until } from './table.mjs';

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

const BOT = { kind: 'bot', bot: 'level:1' };
const GAMES = {
  // Short boards and limits: the whole way to the end, not the longest way.
  dice: { seats: [{ kind: 'me' }, BOT], options: { size: '6', np: '14' } },
  valley: { seats: [{ kind: 'me' }, BOT] },
  tribes: { seats: [{ kind: 'me' }, BOT], options: { round_limit: '7' } },
  spears: { seats: [{ kind: 'me' }, BOT, BOT] },
};
// In spears a hunt that nobody begins ends soonest: gather and pass where possible, so that the game is whole but
// short.
const calm = (step) => {
  const quiet = step.moves.filter((move) => /^(gather|done|pass|refuse|skip|card|noheal|vigor:no)/.test(move.m));
  return quiet.length ? quiet : step.moves;
};

const isLong = process.env.OCHRE_LONG === '1';
for (const [game, wish] of Object.entries(GAMES).slice(0, isLong ? undefined : 1))
  test(`a whole game of ${game}`, { timeout: 900000 }, async () => {
    const made = await server.make({ game, ...wish });
    const page = await browser.context.newPage();
    const player = new Player(page);
    await page.addInitScript(() =>
      localStorage.setItem('ochre.prefs', JSON.stringify({ helper: false, lang: 'en', pace: 'once' })),
    );
    await page.goto(server.url + made.seats[0].link);
    const { touched, worded } = await player.playOn({ seed: 7, choose: game === 'spears' ? calm : undefined });
    assert.ok(player.isOver, 'the game ended');
    if (player.missed.length)
      console.log(
        `# ${game}: ${touched} moves by touch, ${worded} by words, not by touch: ${player.missed.join(', ')}`,
      );
    assert.ok(
      touched > 3 * player.missed.length,
      `most moves can be made by touching the board; not these: ${player.missed.join(', ')}`,
    );
    assert.ok(worded > 0, 'some moves were made by their words');
    // The key left the address bar, the result is told, and everything can be looked at again.
    assert.equal(new URL(page.url()).hash, '');
    await page.locator('.finale').getByRole('button', { name: 'Look at the board' }).click();
    await page.getByRole('button', { name: 'Look again' }).click();
    await page
      .getByText(/^Move 0 of \d+/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'One step on' }).click();
    await page
      .getByText(/^Move 1 of \d+/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    // The fair-chance check agrees.
    await page.getByRole('button', { name: 'Check the chance' }).click();
    await page.getByText(/The log is whole|nothing at this table was left to chance/).waitFor();
    assert.equal(await page.locator('.points .bad').count(), 0);
    if (game !== 'dice') await page.getByText('The seed fits the promise.').waitFor();
    await page.keyboard.press('Escape');
    // And once more.
    await page.getByRole('button', { name: 'Rematch' }).click();
    await until(() => !page.url().includes(made.table) && player.step && !player.isOver, 'a new table');
    // This time the page asked for the table, so it has pledged a share of chance, and opened it without anybody
    // noticing.
    await page.getByRole('button', { name: 'More about this table' }).click();
    await page.getByRole('button', { name: 'Fair chance' }).click();
    await page.getByText('pledged a share and opened it').waitFor();
    assert.deepEqual(player.wrong, []);
    await page.close();
  });
