// Pictures of every page and board at three widths into docs/images, small enough for the repository.
// Tables are shown from recordings, so that the pictures are the same every time.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, root, serveDist } from './browser.mjs';
import { KEY, mock, TABLE } from './mock.mjs';

const OUT = join(root, 'docs/images');
const WIDTHS = { 390: 844, 820: 1180, 1440: 900 };
const seat = `/t/${TABLE}#${KEY}`;
const CHATS = [
  { seat: 'p2', name: 'Flint', text: 'That one looks like bait.' },
  { seat: 'p1', name: 'Mira', text: 'I know. I like bait.' },
];
const PUBLIC = [
  {
    table: 'aaaaaaaaaaab',
    game: 'spears',
    name: '',
    status: 'waiting',
    watch: 'public',
    clock: { kind: 'none' },
    seats: [
      { seat: 'p1', kind: 'person', name: 'Noor' },
      { seat: 'p2', kind: 'person', name: 'Iris' },
      { seat: 'p3', kind: 'bot', name: 'level:3' },
      { seat: 'p4', kind: 'open' },
    ],
  },
  {
    table: 'aaaaaaaaaaac',
    game: 'valley',
    name: '',
    status: 'waiting',
    watch: 'public',
    clock: { kind: 'days', days: 1 },
    seats: [
      { seat: 'p1', kind: 'person', name: 'Jonas' },
      { seat: 'p2', kind: 'open' },
    ],
  },
  {
    table: 'aaaaaaaaaaad',
    game: 'tribes',
    name: '',
    status: 'running',
    watch: 'public',
    clock: { kind: 'none' },
    seats: [
      { seat: 'p1', kind: 'person', name: 'Amara' },
      { seat: 'p2', kind: 'person', name: 'Tom' },
      { seat: 'p3', kind: 'bot', name: 'level:4' },
    ],
  },
];
const MINE = [{ table: TABLE, key: KEY, game: 'dice', seat: 'p1', at: 1, seen: 0 }];

/** name: path, options of the mock, theme, and what to touch before the picture. */
const PAGES = {
  home: { path: '/', mock: { file: 'dice', at: 14, tables: PUBLIC }, mine: MINE },
  'home-dark': { path: '/', mock: { file: 'dice', at: 14, tables: PUBLIC }, mine: MINE, theme: 'dark', widths: [1440] },
  setup: { path: '/new/valley' },
  rules: { path: '/rules/dice' },
  dice: { path: seat, mock: { file: 'dice', at: 14, chats: CHATS }, touch: ['c4'] },
  'dice-dark': {
    path: seat,
    mock: { file: 'dice', at: 14, chats: CHATS },
    touch: ['c4'],
    theme: 'dark',
    widths: [1440],
  },
  valley: { path: seat, mock: { file: 'valley', at: 22 }, tile: true },
  tribes: { path: seat, mock: { file: 'tribes', at: 35 } },
  spears: { path: seat, mock: { file: 'spears', phase: 'CARDS' } },
  'spears-night': { path: seat, mock: { file: 'spears', phase: 'ACTION' }, theme: 'dark', widths: [1440] },
  over: { path: seat, mock: { file: 'tribes', at: -1, extra: { status: 'over' } }, widths: [1440] },
};

mkdirSync(OUT, { recursive: true });
const server = await serveDist();
const browser = await openBrowser({ reducedMotion: 'reduce' });
const only = process.argv[2];
for (const [name, shot] of Object.entries(PAGES)) {
  if (only && !name.startsWith(only)) continue;
  for (const width of shot.widths ?? Object.keys(WIDTHS).map(Number)) {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width, height: WIDTHS[width] });
    await mock(page, shot.mock ?? {});
    await page.addInitScript(
      ({ prefs, mine }) => {
        localStorage.setItem('ochre.prefs', JSON.stringify(prefs));
        localStorage.setItem('ochre.tables', JSON.stringify(mine));
      },
      {
        prefs: { lang: 'en', helper: false, calm: true, pace: 'once', name: 'Mira', theme: shot.theme ?? 'light' },
        mine: shot.mine ?? [],
      },
    );
    await page.goto(server.url + shot.path, { waitUntil: 'networkidle' });
    if (shot.path === seat) await page.locator('.board > *').last().waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const id of shot.touch ?? []) await page.locator(`.stage [data-touch="${id}"]`).first().click();
    if (shot.tile) await page.locator('.stage .domino.can [data-touch^="tile:"]:visible').first().click();
    await page.waitForTimeout(400);
    const file = join(OUT, `page-${name}-${width}.webp`);
    // Chromium writes WebP itself; a quality of 72 keeps lines crisp and files small.
    const session = await browser.context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 72 });
    writeFileSync(file, Buffer.from(data, 'base64'));
    console.log(`shots  ${file.slice(root.length + 1)}  ${Math.round(statSync(file).size / 1000)} kB`);
    await page.close();
  }
}
await browser.close();
server.close();
