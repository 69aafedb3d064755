// The same everywhere: the games behave in Chromium's WebAssembly as the committed signatures say. The program that is
// asked is the one that node is asked about (tests/module/player.c).
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser, root } from './browser.mjs';
import { Host } from './site.mjs';

const PLAYER = join(root, 'build-module/tests/module/player');
const skip = existsSync(PLAYER) ? false : 'there is no module (scripts/module tests makes it)';

/** Where the page's own imports are found without a bundler. */
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="importmap">
  {"imports":{"@noble/":"./node_modules/@noble/"}}</script>`;

/** Runs in the page: a program of WASI with words, a standard output and nothing else. What it has written. */
async function run(words) {
  const { cryptoImports } = await import('./src/hall/crypto.mjs');
  const found = await fetch('./player.wasm');
  const module = await WebAssembly.compile(await found.arrayBuffer());
  const bytes = words.map((word) => new TextEncoder().encode(`${word}\0`));
  let memory = null;
  let written = '';
  const view = () => new DataView(memory.buffer);
  const known = {
    args_sizes_get(count, size) {
      view().setUint32(count, bytes.length, true);
      view().setUint32(
        size,
        bytes.reduce((sum, one) => sum + one.length, 0),
        true,
      );
      return 0;
    },
    args_get(pointers, at) {
      for (const [i, one] of bytes.entries()) {
        view().setUint32(pointers + 4 * i, at, true);
        new Uint8Array(memory.buffer).set(one, at);
        at += one.length;
      }
      return 0;
    },
    fd_fdstat_get(_file, at) {
      new Uint8Array(memory.buffer, at, 24).fill(0);
      view().setUint8(at, 2); // a terminal
      return 0;
    },
    fd_write(_file, pieces, count, total) {
      let length = 0;
      for (let i = 0; i < count; i++) {
        const size = view().getUint32(pieces + 8 * i + 4, true);
        written += new TextDecoder().decode(
          new Uint8Array(memory.buffer, view().getUint32(pieces + 8 * i, true), size),
        );
        length += size;
      }
      view().setUint32(total, length, true);
      return 0;
    },
    proc_exit(code) {
      throw new Error(`ended with ${code}`);
    },
  };
  const system = {};
  for (const wanted of WebAssembly.Module.imports(module))
    if (wanted.module === 'wasi_snapshot_preview1') system[wanted.name] = known[wanted.name] ?? (() => 8);
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: system,
    crypto: cryptoImports(() => memory.buffer),
  });
  memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (error.message !== 'ended with 0') throw error;
  }
  return written;
}

test('the behaviour signature is the same in Chromium', { skip, timeout: 300000 }, async () => {
  const host = await Host.start(join(root, 'web'), '/');
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await page.route('**/same.html', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.route('**/player.wasm', (route) =>
      route.fulfill({ contentType: 'application/wasm', body: readFileSync(PLAYER) }),
    );
    await page.goto(`${host.url}same.html`);
    const written = await page.evaluate(run, ['player', 'bench', '--signature']);
    assert.equal(written, readFileSync(join(root, 'tests/golden/signature'), 'utf8'));
  } finally {
    await browser.close();
    await host.stop();
  }
});
