// The page is kept by the browser (sw/sw.js) and opens without a network. A newer build is taken over by itself when no
// window is at a table; somebody who plays is told, and decides.
import { base } from '../lib/place';

const HOUR = 3_600_000;
/** Held by every window that is at a table. */
const PLAY = `ochre-play ${base}`;

const own = () => document.querySelector('meta[name="ochre-build"]')?.getAttribute('content') ?? '';

let waiting: ServiceWorker | null = null;
let isNew = $state(false);
let letGo: (() => void) | null = null;
let holding: Promise<unknown> | undefined;
let isWanted = false;

/** A newer build waits to be taken. */
export function hasNews(): boolean {
  return isNew;
}

/** Which build a worker keeps; '' where it does not say. */
function buildOf(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(''), 3000);
    port1.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    worker.postMessage({ t: 'build' }, [port2]);
  });
}

/** Takes the newer build; every window is loaded anew. */
export function takeNews(): void {
  isWanted = true;
  waiting?.postMessage({ t: 'take' });
  // Already taken by another window: this one only has to follow.
  if (!waiting && isNew) location.reload();
}

/** Takes it if nobody plays in any window. */
async function takeQuietly(): Promise<void> {
  if (!isNew || letGo) return;
  if (!navigator.locks) return takeNews();
  await navigator.locks.request(PLAY, { ifAvailable: true }, (lock) => {
    if (lock) takeNews();
  });
}

/** This window is at a table, or no longer. */
export async function plays(isAtTable: boolean): Promise<void> {
  if (isAtTable && !letGo) {
    const held = new Promise<void>((resolve) => (letGo = resolve));
    holding = navigator.locks?.request(PLAY, { mode: 'shared' }, () => held);
  } else if (!isAtTable && letGo) {
    letGo();
    letGo = null;
    await holding; // until then this window would stand in its own way
  }
  if (!isAtTable) await takeQuietly();
}

async function found(worker: ServiceWorker): Promise<void> {
  // The page was asked for first and may be as new as what now waits: then nothing has to be loaded again.
  if ((await buildOf(worker)) === own()) return worker.postMessage({ t: 'take' });
  waiting = worker;
  isNew = true;
  await takeQuietly();
}

async function taken(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  if (!controller || (await buildOf(controller)) === own()) return;
  waiting = null;
  isNew = true;
  if (letGo && !isWanted) return; // taken by another window while somebody plays in this one: they are told
  location.reload();
}

function follow(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null) => {
    if (!worker) return;
    const settled = () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) void found(worker);
    };
    worker.addEventListener('statechange', settled);
    settled();
  };
  look(registration.waiting);
  look(registration.installing);
  registration.addEventListener('updatefound', () => look(registration.installing));
  const ask = () => void registration.update().catch(() => {}); // offline: next time
  setInterval(ask, HOUR);
  window.addEventListener('online', ask);
}

/** Has the browser keep this build. To be called once the first screen stands. */
export async function keepOffline(): Promise<void> {
  if (!own() || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => void taken());
  try {
    follow(await navigator.serviceWorker.register(`${base}sw.js`, { scope: base, updateViaCache: 'none' }));
  } catch {
    // A browser that keeps nothing, or a host that serves no workers: the page needs its network then.
  }
}
