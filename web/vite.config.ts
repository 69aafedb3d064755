import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// OCHRE_SERVER: a running `ochre serve` that the development server passes API and WebSocket on to.
const server = process.env.OCHRE_SERVER ?? 'http://127.0.0.1:8080';

const FIRST =
  /node_modules[\\/](svelte|esm-env|clsx)[\\/]|src[\\/](main\.ts|App\.svelte|art[\\/](Hand|Icon|sprite|Wordmark|\w+\.css)|lib[\\/](api|bots|glance|i18n|line|mine|open|prefs|router|seats|trouble)\.|games[\\/](cards|\w+[\\/]card)\.|pages[\\/](Home|Lost|Switches|Bar)\.|pages[\\/]home[\\/](GameCard|MyTables|Row)\.)/;

/** What dialogs and news of the first screen have in common with other pages: they shall not fetch those. */
const SOON =
  /src[\\/](art[\\/](Dialog|Qr)|house[\\/]trouble|hall[\\/]messages|lib[\\/](clock|copy|letgo|save|soon|transfer))\./;

/** Nearly all of these files runs at once: a hint to Chromium to compile them while they arrive, not function by
 * function later. */
const AT_ONCE = ['first', 'games', 'shared'];
const compileAtOnce: Plugin = {
  name: 'compile-at-once',
  writeBundle({ dir }, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && AT_ONCE.includes(chunk.name)) {
        const file = join(dir!, chunk.fileName);
        writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`); // must stand first
      }
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), compileAtOnce],
  // Files find each other wherever they stand; scripts/offline.mjs writes the addresses of index.html.
  base: './',
  // Tests mount components in jsdom: take Svelte's browser half there too.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the first screen needs, and nothing else, in one file; what it may need soon, and what several other pages
    // share, in two more: they would fall into twenty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST, priority: 3 },
            { name: 'soon', test: SOON, priority: 2 },
            { name: 'games', test: /src[\\/](games|art)[\\/]/, minShareCount: 2, priority: 1 },
            { name: 'shared', test: /src[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
    manifest: true, // read and removed by scripts/size.mjs
  },
  worker: { format: 'es' }, // src/hall/worker.ts and the one it makes
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } }, fs: { allow: ['..'] } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 600000,
  },
}));
