// How fast are tables of one's own device? Printed by `make bench-page`: until the first move can be made, how long
// level 7 thinks about one, and how much memory the workers take.
//
// What else the machine does is not measured: time is that of the processor, of the page and its workers; four times as
// much is what a processor needs that is four times slower.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARGS, need } from './browser.mjs';
import { makeHere, newSite, until } from './here.mjs';
import { Host } from './site.mjs';

const { chromium } = need('playwright-core');
const GAMES = { dice: 2, valley: 3, tribes: 3, spears: 4 };
const SLOWER = 4;
const TICK_MS = 10; // of the kernel's books
const FIRST_MS = 1500;
const THOUGHT_MS = 3000;
const MEMORY_MB = 200;
const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const site = newSite();
const host = await Host.start(site.site);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
const system = await browser.newBrowserCDPSession();
const missed = [];

/** Milliseconds that the pages and their workers have had of the processor. They wait for each other, so that it is as
 * if one did it all; what the browser compiles and paints beside them is not counted. */
async function worked() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  let spent = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      const stat = readFileSync(`/proc/${id}/task/${thread}/stat`, 'utf8');
      const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(thread) === id || stat.includes('(DedicatedWorker)'))
        spent += TICK_MS * (Number(numbers[11]) + Number(numbers[12]));
    }
  }
  return spent;
}

/** What was open before has come to its end. */
async function rest() {
  for (let before = -1, now = await worked(); now !== before;) {
    before = now;
    await new Promise((done) => setTimeout(done, 20 * TICK_MS));
    now = await worked();
  }
}

/** The workers of this site tell how large the memory of their modules is. */
const TELL = `const start = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const made = await start(...given);
    const channel = new BroadcastChannel('memory');
    channel.onmessage = ({ data }) => data === 'how much?' && channel.postMessage(made.exports.memory.buffer.byteLength);
    return made;
  };\n`;
for (const name of readdirSync(join(site.site, 'assets')))
  if (/^(worker|thinker)-.*\.js$/.test(name)) {
    const path = join(site.site, 'assets', name);
    writeFileSync(path, TELL + readFileSync(path, 'utf8'));
  }

/** A fresh profile. */
async function open() {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('ochre.prefs', JSON.stringify({ lang: 'en', helper: false, calm: true, pace: 'once' }));
    window.sizes = [];
    new BroadcastChannel('memory').onmessage = ({ data }) => typeof data === 'number' && window.sizes.push(data);
  });
  return { context, page };
}

const canMove = (page) => page.waitForSelector('.board [data-touch]', { state: 'attached' });

/** A table of this device is opened, with nothing at hand but what the browser keeps of it: until one can move. */
async function firstMove() {
  const times = [];
  for (let run = 0; run < 5; run++) {
    const { context, page } = await open();
    await page.goto(host.url);
    const table = await makeHere(page, host.url, {
      game: 'dice',
      seats: [{ kind: 'me' }, { kind: 'bot', bot: 'level:1' }],
    });
    const devtools = await context.newCDPSession(page);
    await page.goto('about:blank');
    await devtools.send('Network.clearBrowserCache');
    await rest();
    const before = await worked();
    await page.goto(`${host.url}#/here/${table}`);
    await canMove(page);
    times.push(SLOWER * ((await worked()) - before));
    await context.close();
  }
  const time = middle(times);
  console.log(
    `here  a first move can be made after ${time.toFixed(0)} ms ` +
      `(median of 5 cold loads, processor ${SLOWER} times slower; limit ${FIRST_MS})`,
  );
  if (time > FIRST_MS) missed.push('the first move');
}

/** Level 7 alone: the longest and the usual thought of its first moves, and the memory then. */
async function thoughts(game, seats) {
  const { context, page } = await open();
  const thought = [];
  let began = 0;
  await page.exposeFunction('heard', async (text) => {
    const { t, step = 0 } = JSON.parse(text);
    if (t !== 'step' || step === 0) return;
    const now = await worked();
    if (began) thought.push(SLOWER * (now - began));
    began = now;
  });
  await page.addInitScript(() => {
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => data.t === 'said' && window.heard(data.text));
      }
    };
  });
  await page.goto(`${host.url}#/new/${game}`);
  await page.getByRole('button', { name: /^Watch computers/ }).click();
  await page.getByRole('button', { name: `${seats} seats` }).click();
  for (const level of await page.getByLabel('How well does it play?').all()) await level.selectOption('level:7');
  await page.getByRole('button', { name: 'Begin to play' }).click();
  await until(() => thought.length >= 12, `${game} is played`, 300000);
  // A worker that thinks answers between two thoughts.
  const sizes = await until(async () => {
    await page.evaluate(() => {
      window.sizes = [];
      new BroadcastChannel('memory').postMessage('how much?');
    });
    await page.waitForTimeout(3000);
    const found = await page.evaluate(() => window.sizes);
    return found.length >= 2 && found;
  }, 'the workers say how large they are');
  const memory = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  await context.close();
  const [usual, most] = [middle(thought), Math.max(...thought)];
  console.log(
    `here  ${game}: level 7 thinks for ${usual.toFixed(0)} ms (median of ${thought.length} moves, processor ${SLOWER} times slower; ` +
      `at most ${most.toFixed(0)}; limit ${THOUGHT_MS}); memory of the workers ${memory.toFixed(0)} MB (limit ${MEMORY_MB})`,
  );
  if (most > THOUGHT_MS) missed.push(`level 7 in ${game}`);
  if (memory > MEMORY_MB) missed.push(`memory in ${game}`);
}

try {
  await firstMove();
  for (const [game, seats] of Object.entries(GAMES)) await thoughts(game, seats);
  if (missed.length) console.log(`here  missed: ${missed.join(', ')}`);
} finally {
  await browser.close();
  await host.stop();
  site.remove();
}
