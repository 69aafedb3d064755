// A play looked back upon where the browser cannot weigh moves: the server does it, and the page is the same.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { HerePlayer } from './here.mjs';
import { OCHRE, Server, until } from './table.mjs';

const LONG = { timeout: 600000 };

function aLog(folder, game, seats) {
  const logs = join(folder, game);
  execFileSync(OCHRE, ['sim', game, '--seats', seats, '--games', '1', '--seed', '3', '--logs', logs], {
    stdio: 'ignore',
  });
  return readFileSync(join(logs, readdirSync(logs)[0]), 'utf8');
}

/** As if it had been saved then. */
function cut(log, most) {
  const [head, moves, end] = log.split('\n\n');
  const reveal = end.split('\n').find((line) => line.startsWith('reveal '));
  return `${head}\n\n${moves.split('\n').slice(0, most).join('\n')}\n\n${reveal}\nend ${most}\n`;
}

async function withServer(how, ...options) {
  const server = await Server.start(...options);
  const fresh = await openBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'ochre-review-'));
  try {
    await how({ server, folder, context: fresh.context });
  } finally {
    rmSync(folder, { recursive: true });
    await fresh.close();
    await server.stop();
  }
}

/** What the server is asked and answers about reviews. */
function overhear(page) {
  const heard = [];
  page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url());
    if (!pathname.startsWith('/api/reviews')) return;
    const asked = { method: answer.request().method(), path: pathname, status: answer.status() };
    heard.push(asked);
    asked.text = await answer.text().catch(() => '');
  });
  return heard;
}

async function paste(page, url, log, { field = 'The log of a play', button = 'Review' } = {}) {
  await page.goto(`${url}/review`);
  await page.getByRole('textbox', { name: field }).fill(log);
  await page.getByRole('button', { name: button, exact: true }).click();
}

test('without WebAssembly the server reviews the play: the same review, and the same page', LONG, () =>
  withServer(async ({ server, folder, context }) => {
    const { page, wrong } = await HerePlayer.come(context);
    await page.addInitScript(() => delete window.WebAssembly);
    const heard = overhear(page);
    await paste(page, server.url, 'ochre 1\ngame dice\nrules 1\nseats 2\n\np1 z9z9\n');
    await page.getByText(/line 6/).waitFor();
    const log = cut(aLog(folder, 'tribes', 'random,random'), 32);
    await page.getByRole('textbox', { name: 'The log of a play' }).fill(log);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('slider', { name: /^Chances of all seats/ }).waitFor();
    await page.getByText('Look deeper').waitFor({ timeout: 300000 });
    writeFileSync(join(folder, 'a.log'), log);
    const due = execFileSync(OCHRE, ['review', join(folder, 'a.log'), '--json', '--lang', 'en'], { encoding: 'utf8' });
    const result = heard.find(({ path }) => path.endsWith('/result'));
    assert.equal(`${result.text}\n`, due, 'byte for byte');
    const bad = JSON.parse(due).steps.find((step) => step.grade === 'mistake' || step.grade === 'blunder');
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    if (bad.n > 1) await page.locator(`.told [data-n="${bad.n}"].on`).waitFor();
    await page.locator('.arrows .good').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show how' }).click();
    await page.getByRole('button', { name: 'Back to the move' }).click();
    // Deeper: the first review is let go of.
    await page.getByText('Look deeper').click();
    await page.getByRole('button', { name: 'Stop here' }).click();
    await page.getByText(/^Stopped after/).waitFor();
    const begun = heard.filter(({ method, path }) => method === 'POST' && path === '/api/reviews');
    assert.equal(begun.length, 3, 'a refused one, one, and a deeper one');
    assert.ok(heard.some(({ method, status }) => method === 'DELETE' && status === 200));
    // The refused log is the only thing the browser itself complains about.
    assert.deepEqual(
      wrong.filter((words) => !/status of 400/.test(words)),
      [],
    );
  }),
);

test('a module that cannot be fetched is the same; the review can be stopped, in French', LONG, () =>
  withServer(async ({ server, folder, context }) => {
    const { page } = await HerePlayer.come(context, { lang: 'fr' });
    await context.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: '' }));
    const heard = overhear(page);
    const log = aLog(folder, 'tribes', 'random,random,random,random');
    await paste(page, server.url, log, { field: 'Le journal d’une partie', button: 'Revoir' });
    await page.getByText(/^Coup \d+ sur \d+$/).waitFor();
    await page.getByRole('button', { name: /^(Arrêtez|S’arrêter) là$/ }).click();
    await page.getByText(/^Arrêté après \d+ sur \d+$/).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.told [data-n="2"].on').waitFor();
    const about = heard.find(({ path }) => path.endsWith('/about'));
    assert.ok(about, 'the server told of the play');
    const state = await (await fetch(server.url + about.path.replace('/about', ''))).json();
    assert.equal(state.state, 'stopped');
    assert.ok(state.done < state.steps);
    // Whoever leaves the review lets go of it.
    await page.goto('about:blank');
    await until(async () => (await fetch(server.url + about.path)).status === 404, 'the review is forgotten');
  }),
);

test('where neither can, the page says so in one sentence and gives the log', LONG, () =>
  withServer(
    async ({ server, folder, context }) => {
      const { page } = await HerePlayer.come(context);
      await page.addInitScript(() => delete window.WebAssembly);
      const log = cut(aLog(folder, 'dice', 'random,random'), 6);
      await paste(page, server.url, log);
      await page.getByText('This server does not review plays.').waitFor();
      await page.getByRole('button', { name: 'Save the log' }).waitFor();
      await context.route('**/api/reviews**', (route) => route.abort());
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(/^Moves can be weighed neither by this browser nor, just now, by a server/).waitFor();
      // And again, once there is somebody.
      await context.unroute('**/api/reviews**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('This server does not review plays.').waitFor();
    },
    '--reviews',
    '0',
  ),
);
