// How fast is the page? Printed by `make bench`: the first screen on a slow machine, and every step of a game drawn.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, root } from './browser.mjs';
import { OCHRE, Server } from './table.mjs';

const GAMES = { dice: 2, valley: 3, tribes: 3, spears: 4 };
const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const high = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)];

const server = await Server.start();

/** The first steps of a whole game between computers, one after the other, as the first seat hears them. */
function record(game, seats) {
  const folder = mkdtempSync(join(tmpdir(), 'ochre-bench-'));
  execFileSync(OCHRE, [
    'sim',
    game,
    '--seats',
    Array(seats).fill('greedy').join(','),
    '--games',
    '1',
    '--seed',
    '5',
    '--logs',
    folder,
  ]);
  const text = execFileSync(OCHRE, ['replay', join(folder, readdirSync(folder)[0]), '--steps', 'p1'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  rmSync(folder, { recursive: true });
  const names = ['Mira', 'Flint', 'Noor', 'Iris'];
  const table = {
    t: 'table',
    game,
    me: 'p1',
    seats: names
      .slice(0, seats)
      .map((name, i) => ({ seat: `p${i + 1}`, kind: i ? 'bot' : 'person', name, here: true })),
  };
  return {
    table,
    recorded: text
      .split('\n')
      .filter(Boolean)
      .slice(0, 90)
      .map((line) => JSON.parse(line)),
  };
}

async function firstScreen() {
  const times = [];
  const shifts = [];
  for (let run = 0; run < 5; run++) {
    const browser = await openBrowser(); // a new profile: nothing is cached
    const page = await browser.context.newPage();
    const session = await browser.context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({
        type: 'layout-shift',
        buffered: true,
      });
      const found = setInterval(() => {
        if (!document.querySelector('article .btn.strong')) return;
        clearInterval(found);
        // Drawn and able to be pressed: after the next frame.
        requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now()), 0));
      }, 4);
    });
    await page.goto(server.url);
    await page.waitForFunction(() => window.usable);
    times.push(await page.evaluate(() => window.usable));
    await page.waitForTimeout(300);
    shifts.push(await page.evaluate(() => window.shift));
    await browser.close();
  }
  console.log(
    `page  first screen usable after ${middle(times).toFixed(0)} ms (median of ${times.length} cold loads, CPU slowed down 4 times; limit 1000), layout shift ${Math.max(...shifts).toFixed(3)}`,
  );
}

/** Time of script per recorded step: from the message to the end of the work it causes, without waiting for the
 * screen. */
async function steps(game, seats) {
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  const { table, recorded } = record(game, seats);
  let socket;
  await page.routeWebSocket(/\/ws$/, (opened) => {
    socket = opened;
    opened.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.t === 'hello') opened.send(JSON.stringify({ t: 'hello', server: '0', wire: 2, boot: 'a' }));
      if (message.t === 'sit')
        opened.send(
          JSON.stringify({
            ...table,
            table: 'bench',
            name: game,
            status: 'running',
            options: {},
            pack: 'default',
            public: false,
            watch: 'public',
            takeback: 'allow',
            clock: { kind: 'none' },
            steps: 0,
            made: 0,
            opener: true,
            watchers: 0,
            thinking: [],
          }),
        );
    });
  });
  await page.addInitScript(() => {
    localStorage.setItem('ochre.prefs', JSON.stringify({ lang: 'en', helper: false, calm: true, pace: 'once' }));
    const Real = window.WebSocket;
    window.took = [];
    // Measures how long the page works on each message, its effects included.
    window.WebSocket = class extends Real {
      set onmessage(take) {
        super.onmessage = (event) => {
          const began = performance.now();
          take(event);
          queueMicrotask(() =>
            queueMicrotask(() =>
              queueMicrotask(
                () => String(event.data).startsWith('{"t":"step"') && window.took.push(performance.now() - began),
              ),
            ),
          );
        };
      }
    };
  });
  await page.goto(`${server.url}/t/bench#abcdefghijklmnopqrstuvwx23`);
  await page.locator('.where h1').waitFor();
  await page.waitForTimeout(500);
  for (const step of recorded) {
    socket.send(JSON.stringify({ ...step, table: 'bench' }));
    await page.waitForTimeout(25);
  }
  const took = (await page.evaluate(() => window.took)).slice(3);
  console.log(
    `page  ${game}: a step is drawn in ${middle(took).toFixed(1)} ms of script (median of ${took.length}; 95 %: ${high(took).toFixed(1)} ms; limit 16)`,
  );
  await browser.close();
}

try {
  if (!existsSync(join(root, 'web/dist/index.html'))) throw new Error('the page is not built');
  await firstScreen();
  for (const [game, seats] of Object.entries(GAMES)) await steps(game, seats);
} finally {
  await server.stop();
}
