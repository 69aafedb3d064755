import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../hall/testing';
import { Ochre } from '../hall/play';
import { LessonPlay } from '../learn/play.svelte';
import type { Lessons, Words } from '../learn/lessons';
import { read } from '../lib/router.svelte';
import { Checker } from './check';
import { Draft } from './draft.svelte';

const lessonsWasm = new WebAssembly.Module(readFileSync(join(__dirname, '../gen/lessons.wasm')));
const GAMES = ['dice', 'valley', 'tribes', 'spears'];
const textOf = (game: string) => readFileSync(join(__dirname, `../../../lessons/${game}.json`), 'utf8');

/** One lesson of dice, spoilt in some way. */
function spoilt(how: (lessons: Lessons) => void): string {
  const lessons = JSON.parse(textOf('dice')) as Lessons;
  how(lessons);
  return JSON.stringify(lessons);
}

let checker: Checker;
beforeAll(async () => {
  checker = await Checker.start(lessonsWasm);
});

describe('the check of lessons', () => {
  it.each(GAMES)('finds nothing in those of %s', (game) => {
    const lessons = JSON.parse(textOf(game)) as Lessons;
    expect(checker.check(textOf(game), 'en')).toMatchObject({ game, lessons: lessons.lessons.length });
  });

  it('says what is wrong with its place, in the language that is spoken', () => {
    const cut = checker.check('{"game": "dice",', 'en');
    expect(cut).toHaveProperty('why', expect.stringMatching(/line 1, column \d+/));
    const nameless = spoilt(({ lessons }) => {
      delete (lessons[1]!.tasks[0]!.right as Partial<Words>).fr;
    });
    expect(checker.check(nameless, 'en')).toEqual({ why: '/lessons/1/tasks/0/right/fr: is missing' });
    const french = checker.check(nameless, 'fr') as { why: string };
    expect(french.why).toMatch(/^\/lessons\/1\/tasks\/0\/right\/fr/);
    expect(french.why).not.toMatch(/is missing/);
    const insoluble = spoilt(({ lessons }) => (lessons[0]!.tasks[0]!.accept = ['a1a9']));
    expect(checker.check(insoluble, 'en')).toHaveProperty('why', expect.stringMatching(/cannot be solved so/));
    expect(checker.check(insoluble, 'fr')).toHaveProperty('why', expect.not.stringMatching(/cannot be solved so/));
  });

  it('is none the worse for whatever it is given', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '"',
      '\u0000',
      '{}',
      '['.repeat(100_000),
      `{"game":"${'x'.repeat(100_000)}"}`,
    ])
      expect(checker.check(text, 'en')).toHaveProperty('why');
    expect(checker.check(textOf('dice'), 'en')).toHaveProperty('game', 'dice');
  });
});

describe('a draft', () => {
  it('is kept in the window, and has lessons when nothing is wrong', () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
    const draft = new Draft(store);
    draft.text = '{';
    draft.check(checker, 'en');
    expect(draft.lessons).toBeNull();
    expect(draft.checked).toHaveProperty('why');
    draft.text = textOf('dice');
    draft.check(checker, 'en');
    expect(draft.lessons?.game).toBe('dice');
    expect(new Draft(store).text).toBe(textOf('dice'));
    const full = new Draft({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    full.text = textOf('dice');
    full.check(checker, 'en');
    expect(full.lessons?.game).toBe('dice');
  });

  it('is played as any lesson is', async () => {
    const draft = new Draft({ getItem: () => null, setItem() {} });
    draft.text = spoilt(({ lessons }) => (lessons[0]!.id = 'mine'));
    draft.check(checker, 'fr');
    const play = new LessonPlay('dice', draft.lessons!.lessons[0]!, await Ochre.start(compiled));
    play.show();
    play.play(play.pick.ghost!);
    expect(play.said?.is).toBe('right');
    play.close();
  });

  it('has an address', () => {
    expect(read('/workshop/lessons', '')).toEqual({ page: 'workshop', lesson: null });
    expect(read('/workshop/lessons/mine', '')).toEqual({ page: 'workshop', lesson: 'mine' });
    expect(read('/workshop', '')).toMatchObject({ page: 'lost' });
  });
});
