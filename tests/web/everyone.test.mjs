// For everyone: French, a phone, the keyboard alone, no barriers found by axe, and honest answers when something is
// missing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { need, openBrowser } from './browser.mjs';
import { Player, Server, until } from './table.mjs';

const axe = need('axe-core');
let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(prefs = {}, size = { width: 1440, height: 900 }) {
  const page = await browser.context.newPage();
  await page.setViewportSize(size);
  // Once per tab: what the page writes itself later must stay.
  await page.addInitScript(
    (kept) => {
      if (!sessionStorage.getItem('begun')) localStorage.setItem('ochre.prefs', JSON.stringify(kept));
      sessionStorage.setItem('begun', 'yes');
    },
    { lang: 'en', helper: false, pace: 'once', ...prefs },
  );
  return new Player(page);
}
const bots = (n) => Array.from({ length: n }, () => ({ kind: 'bot', bot: 'level:1' }));
const SEATS = { dice: 2, valley: 3, tribes: 3, spears: 4 };

async function barriers(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  // On a board a button is a drawing: the numbers painted on a card are not its label, its name says them in words.
  for (const violation of serious)
    if (violation.id === 'label-content-name-mismatch')
      violation.nodes = violation.nodes.filter(({ html }) => !/data-touch=|class="other /.test(html));
  return serious
    .filter(({ nodes }) => nodes.length)
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1] ?? ''})`)
          .join(' | ')}`,
    );
}

test('one click from the first page to a game', { timeout: 300000 }, async () => {
  const player = await open();
  const { page } = player;
  await page.goto(server.url);
  await page.getByText('No fire is lit yet.').waitFor();
  await page.locator('article', { hasText: 'Sapiens: dice' }).getByRole('button', { name: 'Play now' }).click();
  await until(() => player.isAsked, 'a question');
  assert.equal(await page.title(), 'Your turn · Sapiens: dice · Ochre');
  await player.byWords(3);
  // Home again: the table is there, with my turn first.
  await page.getByRole('link', { name: 'To all games and tables' }).click();
  await page.locator('.mine').getByText('Your turn').first().waitFor();
  await page.locator('.mine a').first().click();
  await page.getByText('Your turn. Choose a stone.').waitFor();
  // Something that leads nowhere is never a lost click.
  await page.locator('.stage [data-touch="d5"]').first().dispatchEvent('click');
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('French, switched at once and remembered', { timeout: 300000 }, async () => {
  const player = await open();
  const { page } = player;
  const made = await server.make({ game: 'valley', seats: [{ kind: 'me' }, ...bots(1)] });
  await page.goto(server.url + made.seats[0].link);
  await until(() => player.isAsked, 'a question');
  await page.goto(server.url);
  await page.getByRole('button', { name: 'FR, Français' }).click();
  await page.getByText('Quatre jeux d’avant l’écriture.').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await page.reload();
  await page.getByText('Quatre jeux d’avant l’écriture.').waitFor();
  await page.locator('.mine a').first().click();
  await page
    .getByText('Les coups en mots')
    .or(page.getByRole('tab', { name: 'Coups' }))
    .first()
    .waitFor();
  await until(
    () => player.isAsked && / en [a-k]\d|nourriture|Réserve/.test(player.step.moves[0].words),
    'the words of the game are French',
  );
  await page.goto(`${server.url}/rules/valley`);
  await page.getByRole('heading', { level: 2, name: /Le matériel/ }).waitFor();
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('a phone: board, sentence and moves without scrolling', { timeout: 300000 }, async () => {
  for (const game of Object.keys(SEATS)) {
    const player = await open({}, { width: 390, height: 844 });
    const { page } = player;
    const made = await server.make({ game, seats: [{ kind: 'me' }, ...bots(SEATS[game] - 1)] });
    await page.goto(server.url + made.seats[0].link);
    await until(() => player.isAsked, 'a question');
    await page.locator('.board [data-touch]').first().waitFor({ state: 'attached' });
    for (const what of ['.ask', '.board', '.tabs']) {
      const box = await page.locator(what).first().boundingBox();
      assert.ok(box && box.y < 844 && box.x >= -1 && box.x + box.width <= 391, `${game}: ${what} is on the screen`);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${game}: nothing sticks out`);
    await player.byWords(1);
    await page.locator('#tab-story').click();
    await page.locator('.story li').first().waitFor();
    await page.locator('#tab-seats').click();
    assert.equal(await page.locator('.seats .seat').count(), SEATS[game]);
    for (const tab of await page.locator('.tabs .tab').all())
      assert.ok((await tab.boundingBox()).height >= 44, 'a tab is large enough for a finger');
    assert.deepEqual(player.wrong, []);
    await page.close();
  }
});

test('the keyboard alone', { timeout: 300000 }, async () => {
  const player = await open();
  const { page } = player;
  await page.goto(server.url);
  // From the first page to a table without the mouse.
  const wanted = () =>
    page.evaluate(
      () => document.activeElement?.textContent?.includes('Play now') && document.activeElement.tagName === 'BUTTON',
    );
  for (let i = 0; i < 60 && !(await wanted()); i++) await page.keyboard.press('Tab');
  assert.ok(await wanted(), 'a game can be reached with the tab key');
  await page.keyboard.press('Enter');
  await until(() => player.isAsked, 'a question');
  // A digit chooses from the list.
  let { ask } = player.step;
  await page.locator('ol.moves .move').nth(1).waitFor();
  await page.keyboard.press('2');
  await until(() => player.isAsked && player.step.ask !== ask, 'the digit played a move');
  // The board itself: focus, Enter, focus, Enter.
  ({ ask } = player.step);
  const move = player.step.moves.find((one) => /^[a-h]\d[a-h]\d$/.test(one.m));
  for (const id of move.touch) {
    await page.locator(`.stage [data-touch="${id}"]`).first().focus();
    await page.keyboard.press('Enter');
  }
  await until(() => player.isAsked && player.step.ask !== ask, 'the board played a move');
  // H asks for a hint, Escape puts back, dialogs close with Escape.
  await page.evaluate(() => document.activeElement?.blur());
  await page.getByText('Your turn. Choose a stone.').waitFor();
  await page.keyboard.press('h');
  await page.locator('.hint').getByRole('button', { name: 'Play it' }).waitFor();
  await page.getByRole('button', { name: 'More about this table' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('axe finds nothing serious on any page', { timeout: 600000 }, async () => {
  const found = [];
  for (const theme of ['light', 'dark']) {
    const player = await open({ theme, calm: true });
    const { page } = player;
    const look = async (name) => {
      for (const barrier of await barriers(page)) found.push(`${theme} ${name}: ${barrier}`);
    };
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Around the fire' }).waitFor();
    await look('home');
    await page.goto(`${server.url}/new/dice`);
    await page.getByText('Who sits at the table?').waitFor();
    await look('setup');
    await page.goto(`${server.url}/rules/spears`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await look('rules');
    // Every board in one of the two; with OCHRE_LONG=1 in both.
    for (const [at, [game, seats]] of Object.entries(SEATS).entries()) {
      if (process.env.OCHRE_LONG !== '1' && at % 2 === Number(theme === 'light')) continue;
      const made = await server.make({ game, seats: [{ kind: 'me' }, ...bots(seats - 1)] });
      player.forget();
      await page.goto(server.url + made.seats[0].link);
      await until(() => player.isAsked, 'a question');
      await page.locator('.board [data-touch]').first().waitFor({ state: 'attached' });
      await look(game);
    }
    await page.getByRole('button', { name: 'More about this table' }).click();
    await look('dialog');
    assert.deepEqual(player.wrong, []);
    await page.close();
  }
  assert.deepEqual(found, []);
});

test('what is missing is said', { timeout: 300000 }, async () => {
  const player = await open();
  const { page } = player;
  await page.goto(`${server.url}/t/aaaaaaaaaaaa`);
  await page.getByText('This table is gone.').waitFor();
  await page.goto(`${server.url}/nowhere`);
  await page.getByText('Nothing is painted on this wall.').waitFor();
  const made = await server.make({ game: 'dice', seats: [{ kind: 'me' }, ...bots(1)] });
  await page.goto(`${server.url}/t/${made.table}#aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await page.getByText('This link no longer opens the seat.').waitFor();
  await page.getByRole('button', { name: 'Watch instead' }).click();
  await until(() => player.step && player.step.ask === 0, 'watching');
  assert.deepEqual(player.wrong, []);
  await page.close();
});

test('the first screen is small and cached', { timeout: 120000 }, async () => {
  // Somebody who was never here: small pictures of one's tables are drawn by their boards.
  const context = await browser.context.browser().newContext();
  const page = await context.newPage();
  const player = new Player(page);
  let script = 0;
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) script += Number((await response.allHeaders())['content-length'] ?? 0);
    if (response.url().includes('/assets/'))
      assert.match(response.headers()['cache-control'] ?? '', /immutable|max-age=\d{5}/);
  });
  // What is fetched when the page rests counts too.
  const rests = page.waitForResponse((response) => response.url().includes('/News-') && response.url().endsWith('.js'));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await rests;
  await page.waitForLoadState('networkidle');
  assert.ok(script > 0 && script < 120000, `${script} bytes of script`);
  assert.deepEqual(player.wrong, []);
  await context.close();
});
