// What becomes of tables of this device that are over: they are put away, found again, and deleted.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer, makeHere, newSite, until } from './here.mjs';
import { Host } from './site.mjs';
import { OCHRE } from './table.mjs';

/** The log of a whole play of dice that somebody won: a table that is made with it is over. */
function wholeLog() {
  const folder = mkdtempSync(join(tmpdir(), 'ochre-list-'));
  const words = ['--games', '1', '--seats', 'level:5,random', '--option', 'size=6'];
  execFileSync(OCHRE, ['sim', 'dice', ...words, '--logs', folder]);
  const text = readFileSync(join(folder, readdirSync(folder)[0]), 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

/** How many tables the browser keeps. */
const kept = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const asked = indexedDB.open('ochre-hall');
        asked.onsuccess = () => {
          const keys = asked.result.transaction('kept').objectStore('kept').getAllKeys();
          keys.onsuccess = () => {
            asked.result.close();
            done(keys.result.filter((key) => key.startsWith('t/')).length);
          };
        };
      }),
  );

test('tables of this device that are over are put away, found again and deleted', { timeout: 300000 }, async () => {
  const site = newSite();
  const host = await Host.start(site.site);
  const browser = await openBrowser();
  try {
    const player = await HerePlayer.come(browser.context);
    const { page } = player;
    const log = wholeLog();
    const bot = { kind: 'bot', bot: 'level:1' };
    await page.goto(host.url);
    await makeHere(page, host.url, { game: 'dice', seats: [{ kind: 'me' }, bot], log });
    const shared = ['Mira', 'Noor'].map((name) => ({ kind: 'reserved', name }));
    await makeHere(page, host.url, { game: 'dice', seats: shared, log });
    await makeHere(page, host.url, { game: 'dice', seats: [{ kind: 'me' }, bot] });
    assert.equal(await kept(page), 3);
    await page.reload();
    const tables = page.getByLabel('Your tables');
    const rows = tables.getByRole('listitem');
    await tables.getByText(/you (won|lost)/).waitFor();
    await tables.getByText(/(Mira|Noor) won/).waitFor();
    for (const words of [/you (won|lost)/, /(Mira|Noor) won/]) {
      const row = rows.filter({ hasText: words });
      await row.getByRole('button', { name: 'Put away' }).click();
      await tables.getByRole('button', { name: 'Undo' }).click();
      await row.getByRole('button', { name: 'Put away' }).click();
      await until(async () => (await row.count()) === 0, 'it is put away');
    }
    assert.equal(await rows.count(), 1, 'the one that goes on stays');
    await page.reload(); // what is put away is not deleted
    await tables.getByText('Your turn', { exact: true }).waitFor();
    assert.equal(await kept(page), 3);
    await tables.getByRole('button', { name: 'Games you played' }).click();
    const played = page.getByRole('dialog', { name: 'Games you played' });
    const mine = played.getByRole('listitem').filter({ hasText: /^.*(Won|Lost)/ });
    await played.getByText(/(Mira|Noor) won/).waitFor();
    assert.equal(await mine.count(), 1);
    await mine.getByRole('button', { name: 'Delete' }).click();
    await mine.getByRole('button', { name: 'Delete it for good' }).click();
    await until(async () => (await kept(page)) === 2, 'it is deleted');
    // Sixty newer ones: what is over goes first, and with it what was kept; the play that goes on stays.
    await page.evaluate(() => {
      const tables = JSON.parse(localStorage.getItem('ochre.tables'));
      const more = Array.from({ length: 60 }, (_, i) => ({
        ...{ table: `gone${i}`, key: '', game: 'dice', seat: '', seen: 0, at: Date.now() + 1000 + i },
      }));
      localStorage.setItem('ochre.tables', JSON.stringify([...more.slice(0, 59), ...tables]));
    });
    await page.reload();
    await tables.getByText('Your turn', { exact: true }).click();
    await player.turn();
    await until(
      async () => !(await page.evaluate(() => localStorage.getItem('ochre.tables'))).includes('Noor'),
      'forgotten',
    );
    await page.goto(host.url);
    await until(async () => (await kept(page)) === 1, 'what is forgotten is deleted');
    await page.getByLabel('Your tables').getByText('Your turn', { exact: true }).waitFor();
    assert.deepEqual(player.wrong, []);
  } finally {
    await browser.close();
    await host.stop();
    site.remove();
  }
});
