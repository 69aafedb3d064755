// measure.mjs [GAME or RECORDING] [WxH …] [--en] [--dark] [--all] [--shots FOLDER]: recorded plays on every usual
// screen, and what of the decisive is not on it. The test of the same question is fits.test.mjs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, serveDist } from './browser.mjs';
import { KEY, live, recording, TABLE } from './mock.mjs';

export const SIZES = [
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [820, 1180],
  [390, 844],
  [844, 390],
  [720, 450], // 1440x900 at 200 %
];
export const FILES = {
  dice: ['dice', 'dice-small', 'dice-4i', 'dice-4t'],
  valley: ['valley-2', 'valley', 'valley-4'],
  tribes: ['tribes-2', 'tribes', 'tribes-4'],
  spears: ['spears-3', 'spears', 'spears-watch'],
};
/** What must be in sight on every screen, besides the question, the buttons and the clock; by game. One of a list
 * "a | b" is enough. */
const OWN = {
  dice: ['.board-drawing'],
  valley: ['.big svg', '.mine .score, .under .choices', '.own .tiles | .choices | .hint'],
  tribes: ['.t-row .line', '.t-land .map svg | .t-grid .grid'],
  spears: ['.prey, .offer', '.middle', '.own | .secret'],
};
/** What must not be higher than its frame. */
const SPILL = ['.middle', '.own', '.secret', '.under', '.t-row', '.t-land', '.t-grid', '.t-tracks'];
/** Frames that something may stick out of: below, or at the sides. */
const INSIDE = [
  ['.choices .btn', '.middle'],
  ['.t-row .tile b', '.tile'],
  ['.spot .res', '.spot'],
  ['.loot .res', '.loot > *'],
  ['.board-card .spaces', '.board-card'],
];
const LONG = 'La Scène de cette tuile ne rencontre pas sa pareille ici ; les cases qui brillent conviennent toutes.';
/** How much may be beyond the edge: rounding, and shadows. */
const SLACK = 2;

/** The first and the last step of every phase in which the seat is asked, with `isAll` as many in which others are;
 * with `isShort` only the last, where most lies on the table. */
export function telling(steps, isAll = false, isShort = false) {
  const by = new Map();
  for (const step of steps.filter((one) => !one.over)) {
    if (step.ask === 0 && !isAll && steps.some((one) => one.ask > 0)) continue;
    const phase = `${step.view.phase} ${step.ask > 0}`;
    const seen = by.get(phase) ?? [];
    by.set(phase, isShort ? [step] : [seen[0] ?? step, step]);
  }
  return [...new Set([...by.values()].flat())];
}

/** Clocks that run: the widest they can be. */
export function clocksOf({ seats }) {
  return {
    clock: { kind: 'game', seconds: 5400, increment: 30 },
    clocks: Object.fromEntries(seats.map(({ seat }, i) => [seat, { left: 4210 - 7 * i, running: i === 0 }])),
  };
}

/** A table of a recording in a browser, and what tells its next step. */
export async function openTable(context, url, file, prefs = {}) {
  const page = await context.newPage();
  const { table } = recording(file);
  // Whoever asks why hears a long sentence.
  // The longest name that a computer has.
  const seats = table.seats.map((seat) => (seat.seat === table.me ? seat : { ...seat, name: 'Genévrier' }));
  const extra = { ...clocksOf(table), seats };
  const say = await live(page, file, extra, ({ t, id, move }) => {
    if (t === 'why') void say({ t, id, move, can: false, rule: '4.4', why: LONG });
  });
  const kept = { lang: 'fr', helper: false, calm: true, name: 'Mira', pace: 'once', ...prefs };
  await page.addInitScript((all) => localStorage.setItem('ochre.prefs', JSON.stringify(all)), kept);
  await page.goto(`${url}/t/${TABLE}#${KEY}`);
  return {
    page,
    /** Any message of the server. */
    send: say,
    async tell(step) {
      await say(step);
      await page.locator(`.board [data-step="${step.step}"], .board > *`).last().waitFor({ state: 'attached' });
      await settled(page);
    },
    async resize(width, height) {
      await page.setViewportSize({ width, height });
      await settled(page);
    },
  };
}

/** Two frames: what a step or a size changes has been laid out. */
export const settled = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
  );

/** In the page: what is not where it should be, in words. */
function look({ own, spill, inside, ids, slack, isSeated }) {
  const wrong = [];
  const { innerWidth: width, innerHeight: height } = window;
  const page = document.documentElement;
  if (page.scrollWidth > width) wrong.push(`the page is ${page.scrollWidth} px wide`);
  if (page.scrollHeight > height) wrong.push(`the page is ${page.scrollHeight} px high`);
  const named = (thing) =>
    thing.getAttribute('data-touch') ??
    `${thing.tagName.toLowerCase()}.${(thing.getAttribute('class') ?? '').split(' ')[0]}`;
  const isThere = (thing) => thing.getClientRects().length > 0 && getComputedStyle(thing).visibility !== 'hidden';
  /** How far a thing is cut off, by the screen or by what scrolls around it. */
  function cutOff(thing) {
    const box = thing.getBoundingClientRect();
    let room = { left: 0, top: 0, right: width, bottom: height };
    for (let at = thing.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const frame = at.getBoundingClientRect();
      room = {
        left: Math.max(room.left, frame.left),
        top: Math.max(room.top, frame.top),
        right: Math.min(room.right, frame.right),
        bottom: Math.min(room.bottom, frame.bottom),
      };
    }
    return Math.max(room.left - box.left, room.top - box.top, box.right - room.right, box.bottom - room.bottom, 0);
  }
  const isWhole = (thing) => isThere(thing) && cutOff(thing) <= slack;
  function check(name, things) {
    const there = things.filter(isThere);
    if (!there.length) return wrong.push(`${name} is not there`);
    for (const thing of there) if (!isWhole(thing)) wrong.push(`${name} is cut off by ${Math.round(cutOff(thing))} px`);
  }
  const all = (selector) => [...document.querySelectorAll(`.shell :is(${selector})`)];
  check('the question', all('.ask'));
  for (const button of all('.acts .btn')) if (isThere(button)) check(`"${button.textContent.trim()}"`, [button]);
  check('the tabs', all('.tabs, .tabs-row, .moves-col'));
  const clocks = all('.clk').filter(isThere);
  if (isSeated && !clocks.some((clock) => isWhole(clock) && clock.matches('.mine *, .me *'))) {
    const whole = clocks.filter(isWhole).length;
    if (!whole || whole < clocks.length) wrong.push(`${whole} of ${clocks.length} clocks are in sight`);
  }
  for (const one of own) {
    const things = one
      .split('|')
      .map((selector) => [...document.querySelectorAll(`.stage .board :is(${selector})`)].filter(isThere));
    const there = things.find((list) => list.length);
    check(one, there ?? []);
    const small = there?.find((thing) => {
      const box = thing.getBoundingClientRect();
      return box.width < 40 || box.height < 24;
    });
    if (small) wrong.push(`${one} is tiny`);
  }
  for (const thing of all(spill.join(', ')))
    if (isThere(thing) && thing.scrollHeight > thing.clientHeight + slack)
      wrong.push(`${named(thing)} spills: ${thing.scrollHeight} px in ${thing.clientHeight}`);
  for (const [inner, outer] of inside)
    for (const thing of all(inner)) {
      const [box, frame] = [thing, thing.closest(outer)].map((one) => one?.getBoundingClientRect());
      if (!frame || !isThere(thing)) continue;
      const beyond = Math.max(box.bottom - frame.bottom, box.right - frame.right, frame.left - box.left);
      if (beyond > slack) wrong.push(`${inner} is ${Math.round(beyond)} px outside ${outer}`);
    }
  for (const id of ids) {
    const things = [...document.querySelectorAll(`.stage [data-touch="${CSS.escape(id)}"]`)].filter(isThere);
    if (!things.length) wrong.push(`${id} is not there`);
    else if (!things.some(isWhole)) wrong.push(`${id} is cut off by ${Math.round(Math.min(...things.map(cutOff)))} px`);
  }
  for (const frame of all('.stage, .stage .board, .stage .board *')) {
    const { overflowX, overflowY } = getComputedStyle(frame);
    if (!isThere(frame)) continue;
    if (/auto|scroll/.test(overflowY) && frame.scrollHeight > frame.clientHeight + slack)
      wrong.push(`${named(frame)} scrolls: ${frame.scrollHeight} px in ${frame.clientHeight}`);
    if (/auto|scroll/.test(overflowX) && frame.scrollWidth > frame.clientWidth + slack)
      wrong.push(`${named(frame)} scrolls sideways: ${frame.scrollWidth} px in ${frame.clientWidth}`);
  }
  for (const thing of all('*')) {
    if (!thing.textContent?.trim() || thing.closest('.vh, .story-box, .chat-box, .moves-box, .seat .note, .bar .sub'))
      continue;
    const style = getComputedStyle(thing);
    const isShort = style.textOverflow === 'ellipsis' && thing.scrollWidth > thing.clientWidth + 1;
    const isClamped = style.webkitLineClamp !== 'none' && thing.scrollHeight > thing.clientHeight + 2;
    const isCut = thing.matches('.btn, .tab') && thing.scrollWidth > thing.clientWidth + slack;
    if (isThere(thing) && thing.clientWidth > 1 && (isShort || isClamped || isCut))
      wrong.push(`"${thing.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}" is shortened (${named(thing)})`);
  }
  return [...new Set(wrong)];
}

/** What of the decisive is not in sight now. */
export function misfits(page, file, step) {
  const { table } = recording(file);
  const own = OWN[table.game].filter((one) => table.me || !/own|secret|mine/.test(one));
  const ids = [...new Set(step.ask > 0 ? step.moves.map((move) => move.touch[0]).filter(Boolean) : [])];
  return page.evaluate(look, {
    own,
    spill: SPILL,
    inside: INSIDE,
    ids: ids.filter((id) => !/^button:/.test(id)),
    slack: SLACK,
    isSeated: !!table.me,
  });
}

async function main(args) {
  const flag = (name) => args.includes(name);
  const shots = flag('--shots') ? args[args.indexOf('--shots') + 1] : null;
  const sizes = args.filter((arg) => /^\d+x\d+$/.test(arg)).map((arg) => arg.split('x').map(Number));
  const files = Object.entries(FILES).flatMap(([game, list]) =>
    list.filter((file) => args.includes(game) || args.includes(file) || !args.some((arg) => FILES[arg])),
  );
  const only = args.filter((arg) => /^[A-Z_]+$/.test(arg));
  const server = await serveDist();
  const browser = await openBrowser({ reducedMotion: 'reduce' });
  const named = files.filter((file) => args.includes(file) && !FILES[file]);
  for (const file of named.length ? named : files) {
    const prefs = { lang: flag('--en') ? 'en' : 'fr', theme: flag('--dark') ? 'dark' : 'light' };
    const { page, tell, resize } = await openTable(browser.context, server.url, file, prefs);
    const found = new Map();
    for (const step of telling(recording(file).steps, flag('--all'))) {
      if (only.length && !only.includes(step.view.phase)) continue;
      await tell(step);
      for (const [width, height] of sizes.length ? sizes : SIZES) {
        await resize(width, height);
        for (const one of await misfits(page, file, step)) {
          const key = `${width}x${height}: ${one}`;
          found.set(key, [...(found.get(key) ?? []), `${step.view.phase}${step.ask ? '' : '-'}`]);
        }
        if (!shots) continue;
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: join(shots, `${file}-${width}x${height}-${step.view.phase}-${step.step}.png`) });
      }
    }
    for (const [what, phases] of [...found].sort()) console.log(`${file} ${what}  (${[...new Set(phases)].join(' ')})`);
    if (!found.size) console.log(`${file} fits`);
    await page.close();
  }
  await browser.close();
  server.close();
}
if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
