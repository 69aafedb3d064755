// The page as an app: it can be installed, it is kept, and a newer one takes its place when nobody plays.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { keepable } from '../../web/scripts/offline.mjs';
import { openBrowser } from './browser.mjs';
import { DIST, HerePlayer, newSite, until } from './here.mjs';
import { Host } from './site.mjs';
import { Server } from './table.mjs';

const LONG = { timeout: 600000 };

/** Width and height of a PNG. */
function sizeOf(bytes) {
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const buildOf = (page) => page.locator('meta[name="ochre-build"]').getAttribute('content');

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'ochre-next-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('it can be installed, from a server and from a plain host', LONG, async () => {
  const server = await Server.start();
  const site = newSite();
  const host = await Host.start(site.site);
  try {
    for (const base of [`${server.url}/`, host.url]) {
      const browser = await openBrowser({ serviceWorkers: 'allow' });
      const player = await HerePlayer.come(browser.context);
      const { page } = player;
      await page.goto(base);
      await player.kept();
      const address = await page.locator('link[rel="manifest"]').evaluate((link) => link.href);
      assert.equal(address, `${base}manifest.webmanifest`);
      const answer = await fetch(address);
      assert.match(answer.headers.get('Content-Type'), /^application\/manifest\+json/);
      const manifest = await answer.json();
      assert.ok(manifest.name && manifest.short_name);
      assert.equal(manifest.display, 'standalone');
      assert.equal(new URL(manifest.start_url, address).href, base);
      assert.equal(new URL(manifest.scope, address).href, base);
      for (const icon of manifest.icons) {
        const drawn = Buffer.from(await (await fetch(new URL(icon.src, address))).arrayBuffer());
        assert.equal(sizeOf(drawn), icon.sizes, icon.src);
      }
      const sizes = (purpose) => manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
      assert.deepEqual(sizes('any'), ['192x192', '512x512']);
      assert.deepEqual(sizes('maskable'), ['512x512']);
      const scope = await page.evaluate(() => navigator.serviceWorker.ready.then((found) => found.scope));
      assert.equal(scope, base);
      assert.ok(await page.evaluate(() => !!navigator.serviceWorker.controller), 'the page is controlled');
      assert.deepEqual(player.wrong, []);
      await browser.close();
    }
    const worker = await fetch(`${server.url}/sw.js`);
    assert.match(worker.headers.get('Content-Type'), /^text\/javascript/);
    assert.match(worker.headers.get('Cache-Control'), /no-cache/);
  } finally {
    await host.stop();
    site.remove();
    await server.stop();
  }
});

test('a newer page waits while somebody plays, and comes by itself when nobody does', LONG, async () => {
  const site = newSite();
  const next = join(folder, 'dist');
  cpSync(DIST, next, { recursive: true });
  writeFileSync(join(next, 'icons/new.txt'), 'something that was not there before\n');
  keepable(next);
  const newer = newSite(next);
  const host = await Host.start(site.site);
  const browser = await openBrowser({ serviceWorkers: 'allow' });
  try {
    const player = await HerePlayer.come(browser.context);
    const { page } = player;
    await page.goto(host.url);
    await player.kept();
    const old = await buildOf(page);
    await page.getByRole('button', { name: 'Play now' }).first().click();
    await player.turn();
    const { step } = player.step;
    host.folder = newer.site;
    await page.evaluate(() => navigator.serviceWorker.ready.then((found) => found.update()));
    await page.getByText(/A new version of the page is ready/).waitFor();
    assert.equal(await buildOf(page), old, 'nothing is loaded anew in the middle of a play');
    assert.equal(player.step.step, step);
    await page.getByRole('button', { name: 'Later' }).click();
    assert.equal(await page.getByText(/A new version of the page is ready/).count(), 0);
    // Home again: now it may come.
    await page.getByRole('link', { name: 'To all games and tables' }).click();
    await until(async () => (await buildOf(page).catch(() => old)) !== old, 'the newer page');
    await page.getByRole('button', { name: 'Play now' }).first().waitFor();
    await until(
      () => page.evaluate(() => caches.keys().then((names) => names.length === 1)).catch(() => false),
      'what the older one kept is removed',
    );
    assert.equal(
      await buildOf(page),
      /content="(\w{16})"/.exec(readFileSync(join(newer.site, 'index.html'), 'utf8'))[1],
    );
    // The table is where it was.
    await page.getByLabel('Your tables').getByText('Your turn', { exact: true }).click();
    await player.turn();
    assert.equal(player.step.step, step);
  } finally {
    await browser.close();
    await host.stop();
    site.remove();
    newer.remove();
  }
});
