// A play looked back upon in the page: weighed in the browser, as the program weighs it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, until } from './here.mjs';
import { OCHRE, Server } from './table.mjs';

const LONG = { timeout: 600000 };

/** The log of a short play of computers. */
function aLog(game, seats, most) {
  const folder = mkdtempSync(join(tmpdir(), 'ochre-review-'));
  try {
    execFileSync(OCHRE, ['sim', game, '--seats', seats, '--games', '1', '--seed', '3', '--logs', folder], {
      stdio: 'ignore',
    });
    const log = readFileSync(join(folder, readdirSync(folder)[0]), 'utf8');
    if (!most) return log;
    // As if it had been saved then.
    const [head, moves, end] = log.split('\n\n');
    const reveal = end.split('\n').find((line) => line.startsWith('reveal '));
    return `${head}\n\n${moves.split('\n').slice(0, most).join('\n')}\n\n${reveal}\nend ${most}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The review that the worker gave last. */
function overhear(page) {
  return page.addInitScript(() => {
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => data.t === 'review' && (window.reviewed = data.text));
      }
    };
  });
}

test('a pasted log is reviewed as the program does it, and played on from a move', LONG, async () => {
  const server = await Server.start();
  const fresh = await openBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'ochre-review-'));
  try {
    const { page, wrong } = await HerePlayer.come(fresh.context);
    await overhear(page);
    await page.goto(`${server.url}/review`);
    await page.getByRole('textbox', { name: 'The log of a play' }).fill('p1 nonsense');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText(/^This is no log/).waitFor();
    await page
      .getByRole('textbox', { name: 'The log of a play' })
      .fill('ochre 1\ngame dice\nrules 1\nseats 2\n\np1 z9z9\n');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText(/line 6/).waitFor();
    // What stands before the damage is reviewed.
    await page
      .getByRole('textbox', { name: 'The log of a play' })
      .fill('ochre 1\ngame dice\nrules 1\nseats 2\n\np1 g2g3\np2 g7g6\np1 z9z9\n');
    await page.getByRole('button', { name: 'Review' }).click();
    const damaged = page.getByRole('dialog', { name: 'This log is damaged' });
    await damaged.getByText(/line 8/).waitFor();
    await damaged.getByRole('button', { name: 'Look at it' }).click();
    await page.getByRole('slider', { name: /^Chances of all seats/ }).waitFor();
    assert.equal(await damaged.count(), 0);
    await page.goto(server.url);
    await page.goto(`${server.url}/review`);
    const log = aLog('tribes', 'random,random', 32);
    await page.getByRole('textbox', { name: 'The log of a play' }).fill(log);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('slider', { name: /^Chances of all seats/ }).waitFor();
    await page.getByText('Look deeper').waitFor({ timeout: 300000 });
    writeFileSync(join(folder, 'a.log'), log);
    const said = execFileSync(OCHRE, ['review', join(folder, 'a.log'), '--json', '--lang', 'en'], { encoding: 'utf8' });
    const review = JSON.parse(said);
    assert.deepEqual(JSON.parse(await page.evaluate(() => window.reviewed)), review);
    // Keys, the story and the curve lead to the same move; the better one is drawn, and its line can be followed.
    const bad = review.steps.find((step) => step.grade === 'mistake' || step.grade === 'blunder');
    assert.ok(bad, 'somebody who plays at random makes mistakes');
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    if (bad.n > 1) await page.locator(`.told [data-n="${bad.n}"].on`).waitFor();
    await page.locator('.arrows .good').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show how' }).click();
    await page.getByRole('button', { name: 'Back to the move' }).click();
    await page.keyboard.press('ArrowRight');
    await page.locator(`.told [data-n="${bad.n + 1}"].on`).waitFor();
    await page.locator('.told [data-n="5"] button').click();
    await page.locator('.told [data-n="5"].on').waitFor();
    // The link carries the whole play.
    await page.getByRole('button', { name: 'Share this moment' }).click();
    const link = await page.getByLabel('Link').inputValue();
    assert.match(link, /\/review#5~[\w-]{100,}$/);
    await page.keyboard.press('Escape');
    const other = await fresh.context.newPage();
    await other.goto(link);
    await other.locator('.told [data-n="5"].on').waitFor({ timeout: 60000 });
    await other.close();
    // Another play from a move, on this device.
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.getByRole('button', { name: 'Play on against computers' }).click();
    await until(() => /\/here\/\w+$/.test(page.url()), 'a table here');
    await page.locator('.board [data-touch]').first().waitFor({ state: 'attached' });
    assert.deepEqual(wrong, []);
  } finally {
    rmSync(folder, { recursive: true });
    await fresh.close();
    await server.stop();
  }
});

test('a finished table is reviewed from its end, on a phone, in French', LONG, async () => {
  const server = await Server.start();
  const fresh = await openBrowser();
  try {
    const player = await HerePlayer.come(fresh.context, { lang: 'fr' });
    const { page } = player;
    await page.setViewportSize({ width: 390, height: 844 });
    const made = await server.make({
      game: 'dice',
      seats: [
        { kind: 'me', name: 'Ama' },
        { kind: 'bot', bot: 'level:1' },
      ],
    });
    await page.goto(server.url + made.seats[0].link);
    await page.locator('.board [data-touch]').first().waitFor({ state: 'attached' });
    const move = page.locator('.moves button').first();
    await page
      .getByRole('tab', { name: /Coups/ })
      .click()
      .catch(() => {});
    if (await move.count()) await move.click();
    await page.locator('.bar button').last().click();
    await page.getByRole('button', { name: 'Abandonner' }).click();
    await page.getByRole('button', { name: 'Abandonner' }).click();
    await page.locator('.finale').getByRole('button', { name: 'Revoir' }).click();
    await until(() => page.url().includes(`/review/${made.table}`), 'the address of the review');
    await page.getByRole('button', { name: 'Chance', exact: true }).click();
    await page.locator('.people').getByText('Ama', { exact: true }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `nothing is beyond the edge: ${wide}`);
  } finally {
    await fresh.close();
    await server.stop();
  }
});
