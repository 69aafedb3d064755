// A browser for tests and screenshots, and a small server for web/dist where no `ochre serve` is wanted.
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const need = createRequire(join(root, 'web/package.json'));
const { chromium } = need('playwright-core');

export const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** A fresh profile; close() ends the browser and removes it. */
export async function openBrowser(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ochre-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ARGS,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block', // here.test.mjs lets the page be kept
    ...options,
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};
/** As the server has it (src/server/net_head.c). */
export const CSP = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:",
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

/** Serves web/dist; every path that is no file is the page. */
export function serveDist(port = 0) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const file = join(root, 'web/dist', extname(path) ? path : 'index.html');
    try {
      const body = readFileSync(file);
      response.writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': CSP,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }),
    ),
  );
}
