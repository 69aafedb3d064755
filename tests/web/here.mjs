// Somebody at the tables of a browser's own: what the page and its worker say to each other is heard as a socket's
// frames are, and tables are made as a server makes them.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSite } from '../../web/scripts/offline.mjs';
import { root } from './browser.mjs';
import { Player, until } from './table.mjs';

export const DIST = join(root, 'web/dist');
export const PREFS = { helper: false, lang: 'en', pace: 'once', sound: 'off' };

/** The page as files, in a folder of its own. */
export function newSite(dist = DIST) {
  const folder = mkdtempSync(join(tmpdir(), 'ochre-site-'));
  const site = join(folder, 'site');
  makeSite(dist, site);
  return { site, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs in the page, before anything of it: every worker is overheard. */
function overhear() {
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => data.t === 'said' && window.ochreHears('hears', data.text));
    }
    postMessage(message, ...more) {
      if (message.t === 'say') window.ochreHears('says', message.text);
      super.postMessage(message, ...more);
    }
  };
}

export class HerePlayer extends Player {
  /** A page whose worker is overheard. */
  static async come(context, prefs = {}) {
    const page = await context.newPage();
    const player = new HerePlayer(page);
    await page.exposeFunction('ochreHears', (way, text) => player[way](text));
    await page.addInitScript(overhear);
    await page.addInitScript(
      (wish) => {
        if (!localStorage.getItem('ochre.prefs')) localStorage.setItem('ochre.prefs', JSON.stringify(wish));
      },
      { ...PREFS, ...prefs },
    );
    return player;
  }

  /** The page is kept: it opens without a network. */
  async kept() {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    });
  }
}

/** Makes a table on this device, beside the page: another window would do the same. Its keys are kept as the page keeps
 * them. Returns the table's id. */
export function makeHere(page, base, wish, more = {}) {
  const [worker, ...others] = readdirSync(join(DIST, 'assets')).filter((name) => /^worker-.*\.js$/.test(name));
  if (!worker || others.length) throw new Error('the worker of the hall is the only one of that name');
  return page.evaluate(
    async ({ url, wish, more }) => {
      const hall = new Worker(url, { type: 'module' });
      const answers = new Map();
      hall.addEventListener('message', ({ data }) => data.t === 'answer' && answers.get(data.id)?.(data));
      let next = 1;
      const ask = (method, path, body, key = '') =>
        new Promise((done, refuse) => {
          const id = next++;
          answers.set(id, (said) =>
            said.status < 300 ? done(JSON.parse(said.body)) : refuse(new Error(`${said.status} ${said.body}`)),
          );
          hall.postMessage({ t: 'request', id, method, path, query: 'lang=en', key, body: JSON.stringify(body) });
        });
      await new Promise((done) => hall.addEventListener('message', ({ data }) => data.t === 'ready' && done()));
      const made = await ask('POST', '/api/tables', wish);
      const reserved = wish.seats.map((seat, i) => [seat, `p${i + 1}`]).filter(([seat]) => seat.kind === 'reserved');
      const keyOf = (seat) => made.seats.find((one) => one.seat === seat).key;
      for (const [seat, code] of reserved)
        await ask('POST', `/api/tables/${made.table}/join`, { name: seat.name }, keyOf(code));
      hall.terminate();
      const own = wish.seats.findIndex((seat) => seat.kind === 'me');
      const mine = {
        table: made.table,
        house: 'here',
        key: own < 0 ? '' : keyOf(`p${own + 1}`),
        game: wish.game,
        seat: own < 0 ? '' : `p${own + 1}`,
        at: Date.now(),
        seen: 0,
        ready: true,
        ...(reserved.length
          ? { hands: Object.fromEntries(reserved.map(([, code]) => [code, { key: keyOf(code), seen: 0 }])) }
          : {}),
        ...more,
      };
      const others = JSON.parse(localStorage.getItem('ochre.tables') ?? '[]');
      localStorage.setItem('ochre.tables', JSON.stringify([mine, ...others]));
      // As another window's writing is heard of.
      window.dispatchEvent(new StorageEvent('storage', { key: 'ochre.tables' }));
      return made.table;
    },
    { url: `${base}assets/${worker}`, wish, more },
  );
}

/** Holds the hand of the cover until somebody looks. */
export async function look(page) {
  await page.locator('.hold').hover();
  await page.mouse.down();
  await page.locator('.shell').waitFor();
  await page.mouse.up();
}

export { until };
