import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// OCHRE_SERVER: a running `ochre serve` that the development server passes API and WebSocket on to.
const server = process.env.OCHRE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Tests mount components in jsdom: take Svelte's browser half there too.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the first screen shares with other pages would fall into ten small files; one is fetched faster.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules[\\/](svelte|esm-env|clsx)[\\/]|src[\\/](art[\\/]\w+\.svelte|lib[\\/](api|bots|clock|copy|games|glance|i18n|line|mine|open|prefs|router|seats|trouble)\.|pages[\\/](Switches|Settings|Bar)\.)/ }] } },
    },
    manifest: true, // read and removed by scripts/size.mjs
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120000,
  },
}));
