// The workshop of lessons: a file that somebody writes is checked in the page as the program checks it, and played.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser, root } from './browser.mjs';
import { HerePlayer } from './here.mjs';
import { solve } from './lesson.mjs';
import { OCHRE, Server } from './table.mjs';

const LONG = { timeout: 600000 };
const lessons = () => JSON.parse(readFileSync(join(root, 'lessons/dice.json'), 'utf8'));

/** What `ochre lesson check` has against a text. */
function programSays(folder, text, lang) {
  const path = join(folder, 'lessons.json');
  writeFileSync(path, text);
  const { stderr } = spawnSync(OCHRE, ['lesson', 'check', path, '--lang', lang], { encoding: 'utf8' });
  return stderr.trim().split(`${path}: `)[1] ?? stderr.trim();
}

test('lessons are checked as the program checks them, and played, offline and in French too', LONG, async () => {
  const server = await Server.start();
  const fresh = await openBrowser({ serviceWorkers: 'allow' });
  const folder = mkdtempSync(join(tmpdir(), 'ochre-lessons-'));
  try {
    const player = await HerePlayer.come(fresh.context);
    const { page, wrong } = player;
    await page.goto(`${server.url}/workshop/lessons`);
    const field = page.getByRole('textbox', { name: 'The text of the lessons' });
    const spoil = (how) => {
      const file = lessons();
      how(file.lessons);
      return JSON.stringify(file, null, 1);
    };
    const troubles = [
      '{"game": "dice",',
      spoil((all) => delete all[2].tasks[0].ask.fr),
      spoil((all) => (all[0].tasks[0].accept = ['a1a9'])),
      spoil((all) => (all[1].id = all[0].id)),
      spoil((all) => (all[0].tasks[0].start.position = { fen: 'nonsense' })),
    ];
    for (const text of troubles) {
      await field.fill(text);
      await page.getByRole('button', { name: 'Check' }).click();
      const due = programSays(folder, text, 'en');
      assert.ok(due, 'the program has something against it');
      await page.getByRole('alert').getByText(due, { exact: true }).waitFor();
    }
    // A file, which is right: its first lesson is called otherwise, so that it is this one that is played.
    const mine = lessons();
    mine.lessons = mine.lessons.slice(0, 2);
    mine.lessons[0].id = 'mine';
    mine.lessons[0].title = { en: 'A lesson of mine', fr: 'Une leçon à moi' };
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(mine));
    await page.locator('input[type=file]').setInputFiles(join(folder, 'mine.json'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/^Nothing is wrong: lessons: 2, tasks: \d+, moves answered: \d+\.$/).waitFor();
    await player.kept();
    player.expectLoss = true;
    await fresh.context.setOffline(true);
    await page.getByRole('link', { name: 'A lesson of mine' }).click();
    for (const task of mine.lessons[0].tasks) {
      await solve(page, task);
      await page.keyboard.press('Enter'); // the focus is on what goes on
    }
    await page.getByText(mine.lessons[1].tasks[0].ask.en, { exact: true }).waitFor();
    assert.match(page.url(), /\/workshop\/lessons\/[\w-]+$/);
    const learnt = await page.evaluate(() => JSON.parse(localStorage.getItem('ochre.prefs')).learnt);
    assert.ok(!JSON.stringify(learnt ?? {}).includes('mine'), 'a draft is not remembered as learnt');
    // Back to the text, which is still there. What checks it is kept once it was fetched: without a network, in French.
    await page.getByRole('link', { name: 'Back' }).click();
    await fresh.context.setOffline(false);
    await page.evaluate(() => {
      const prefs = JSON.parse(localStorage.getItem('ochre.prefs'));
      localStorage.setItem('ochre.prefs', JSON.stringify({ ...prefs, lang: 'fr' }));
    });
    await page.reload();
    const french = page.getByRole('textbox', { name: 'Le texte des leçons' });
    assert.equal(JSON.parse(await french.inputValue()).lessons[0].id, 'mine');
    await page.getByRole('button', { name: 'Contrôler' }).click();
    await page.getByText(/^Tout est juste/).waitFor();
    await fresh.context.setOffline(true);
    await page.reload();
    await french.fill(troubles[2]);
    await page.getByRole('button', { name: 'Contrôler' }).click();
    await page
      .getByRole('alert')
      .getByText(programSays(folder, troubles[2], 'fr'), { exact: true })
      .waitFor();
    assert.deepEqual(wrong, []);
  } finally {
    await fresh.context.setOffline(false);
    rmSync(folder, { recursive: true });
    await fresh.close();
    await server.stop();
  }
});
