// The package for JavaScript, made as `npm pack` makes it: do the examples of docs/examples run, in node and on a page, and does
// `ochre verify` prove what it played? OCHRE is the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
if (!existsSync(join(root, 'build-module/ochre.wasm'))) {
  console.log('the module was not compiled (OCHRE_PAGE=no)');
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), 'ochre-package-'));
after(() => rmSync(folder, { recursive: true }));

execFileSync(join(root, 'scripts/npm'), [join(folder, 'made')], { stdio: 'inherit' });
const packed = readdirSync(folder).find((name) => /^ochre-play-\d.*\.tgz$/.test(name));
const home = join(folder, 'node_modules/ochre-play');
mkdirSync(home, { recursive: true });
execFileSync('tar', ['-xzf', join(folder, packed), '-C', home, '--strip-components=1']);
const { Ochre, Refused } = await import(pathToFileURL(join(home, 'ochre.js')).href);
const ochre = await Ochre.start();
const SEED = '07'.repeat(32);

function playOut(game, level, seats) {
  const play = ochre.open({ game, seed: SEED, ...(seats ? { seats } : {}) });
  while (!play.isOver) for (const seat of play.asked) play.move(seat, play.think(seat, level, 5).move);
  return play;
}

test('the example for node', () => {
  copyFileSync(join(root, 'docs/examples/play.mjs'), join(folder, 'play.mjs'));
  for (const game of ['dice', 'valley', 'tribes', 'spears']) {
    const said = execFileSync(process.execPath, [join(folder, 'play.mjs'), game], { encoding: 'utf8' });
    assert.match(said, new RegExp(`^${game}: over after \\d+ moves.*\n\\d+ draws of chance, fair: true\nA changed log`));
  }
});

for (const game of ['dice', 'valley', 'tribes', 'spears'])
  test(`ochre verify proves a log of ${game}`, () => {
    const play = playOut(game, 'level:2');
    const file = join(folder, `${game}.log`);
    writeFileSync(file, play.log());
    const said = execFileSync(process.env.OCHRE, ['verify', file, '--lang', 'en'], { encoding: 'utf8' });
    assert.match(said, /./);
    writeFileSync(file, play.log().replace(/^reveal 07/m, 'reveal 08'));
    assert.throws(() => execFileSync(process.env.OCHRE, ['verify', file], { stdio: 'pipe' }));
    assert.throws(() => ochre.verify(readFileSync(file, 'utf8')), Refused);
  });

for (const game of ['dice', 'valley', 'tribes', 'spears'])
  test(`the review of ${game} is the program's`, () => {
    // A part of a play is enough: every step thinks from a seed of its own.
    const play = ochre.open({ game, seed: SEED });
    for (let n = 0; n < 14 && !play.isOver; n++) {
      const seat = play.asked[0];
      play.move(seat, play.think(seat, 'level:1', n).move);
    }
    const log = play.log('everybody', { reveal: true });
    const file = join(folder, `${game}-part.log`);
    writeFileSync(file, log);
    for (const lang of ['en', 'fr']) {
      const wish = ['review', file, '--json', '--depth', 'quick', '--seed', '7', '--lang', lang];
      const said = execFileSync(process.env.OCHRE, wish, { encoding: 'utf8' });
      const review = ochre.review(log, { depth: 'quick', seed: 7, lang });
      assert.deepEqual(review, JSON.parse(said));
      assert.ok(review.whole && review.steps.some((step) => step.grade));
    }
    const stopped = ochre.review(log, { depth: 'quick', progress: (done) => done < 3 });
    assert.equal(stopped.whole, false);
    assert.equal(stopped.steps.length, 3);
  });

test('of a damaged log what is sound is reviewed, and the line is named', () => {
  const sound = 'ochre 1\ngame dice\nrules 1\nseats 2\n\np1 g2g3\np2 g7g6\n';
  const { wrong, ...review } = ochre.review(sound + 'p1 z9z9\n', { depth: 'quick' });
  assert.match(wrong, /^line 8/);
  assert.deepEqual(review, ochre.review(sound, { depth: 'quick' }));
});

test('what cannot be reviewed is refused with its place', () => {
  assert.throws(() => ochre.review('ochre 1\ngame dice\nrules 1\nseats 2\n\np1 nonsense\n'), /line 6/);
  const none = ochre.open({ game: 'dice', seed: SEED }).log('everybody', { reveal: true });
  assert.throws(() => ochre.review(none), Refused);
});

test('same seed, same play; a log goes on; what is hidden stays hidden', () => {
  assert.equal(playOut('spears', 'level:1', 3).log(), playOut('spears', 'level:1', 3).log());
  const play = ochre.open({ game: 'valley', seed: SEED });
  for (let n = 0; n < 5; n++) play.move(play.asked[0], play.moves(play.asked[0])[0].m);
  const again = ochre.load(play.log('everybody', { reveal: true }));
  assert.deepEqual(again.look('everybody').view, play.look('everybody').view);
  const move = play.moves(play.asked[0])[0].m;
  play.move(play.asked[0], move);
  again.move(again.asked[0], move);
  assert.deepEqual(again.look('everybody').view, play.look('everybody').view);
  assert.doesNotMatch(play.log('nobody'), /reveal|0707/);
});

test('what is wrong is refused with words', () => {
  assert.throws(() => ochre.open({ game: 'chess' }), { name: 'Refused', message: /no such game/ });
  assert.throws(() => ochre.open({ game: 'dice', options: { size: '99' } }), Refused);
  assert.throws(() => ochre.open({ game: 'dice', seed: 'x' }), { message: /64/ });
  assert.throws(() => ochre.load('no log'), Refused);
  const play = ochre.open({ game: 'dice' });
  assert.throws(() => play.move(0, 'a2a9'), Refused);
  assert.throws(() => play.move(1, 'a7a6'), { rule: 'turn' });
  assert.throws(() => play.think(0, 'level:99'), Refused);
  play.close();
  assert.throws(() => play.look(), /closed/);
});

test('the example for a page', { skip: !existsSync('/usr/bin/chromium-headless-shell') && 'no chromium' }, async () => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const server = createServer((asked, answer) => {
    const name = asked.url.slice(1);
    const file = name === 'play.html' ? join(root, 'docs/examples/play.html') : join(home, name);
    answer.writeHead(existsSync(file) ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'text/plain' });
    answer.end(existsSync(file) ? readFileSync(file) : '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { chromium } = createRequire(join(root, 'web/package.json'))('playwright-core');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/play.html`);
    await page.waitForFunction(() => document.getElementById('result').textContent !== '');
    assert.ok((await page.locator('#story li').count()) > 20);
  } finally {
    await browser.close();
    server.close();
  }
});
