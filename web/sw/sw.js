// Keeps one build of the page, so that it opens without a network. scripts/offline.mjs fills in what that is.
// Everything with a hash in its name is taken from here; the page itself is asked for first, so that it is never older
// than the server it speaks to. A new build waits until the page says that nobody plays.
const BUILD = '__BUILD__';
const FILES = __FILES__;
/** Kept once somebody wanted them. */
const LATER = __LATER__;

const scope = new URL('./', self.location).pathname;
const mine = `ochre ${scope} ${BUILD}`;
const index = new URL('./index.html', self.location).href;
/** The page is asked for no longer than that; a network that only seems to be there must not shut anybody out. */
const PATIENCE_MS = 4000;

async function fill() {
  const cache = await caches.open(mine);
  const isHashed = (file) => file.startsWith('assets/');
  await cache.addAll(
    FILES.map((file) => new Request(new URL(file, self.location), { cache: isHashed(file) ? 'default' : 'reload' })),
  );
  // Between two versions the server may have answered with the page of the other one.
  const page = await (await cache.match(index)).text();
  if (!page.includes(`content="${BUILD}"`)) throw new Error('another build');
}

async function clear() {
  for (const name of await caches.keys())
    if (name.startsWith(`ochre ${scope} `) && name !== mine) await caches.delete(name);
}

async function kept(request) {
  const cache = await caches.open(mine);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function page(request) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(request, { signal: late.signal });
    // A proxy whose server is away says so with 502 and the like.
    if (answer.status < 500) return answer;
  } catch {
    // no network
  } finally {
    clearTimeout(timer);
  }
  const cache = await caches.open(mine);
  return (await cache.match(index)) ?? Response.error();
}

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(clear().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  if (event.data?.t === 'take') void self.skipWaiting();
  else if (event.data?.t === 'build') event.ports[0]?.postMessage(BUILD);
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (!url.pathname.startsWith(scope)) return;
  const path = url.pathname.slice(scope.length);
  if (/^(api\/|ws$|health$|metrics$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(path) || LATER.includes(path)) event.respondWith(kept(request));
});
