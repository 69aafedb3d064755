// Lessons as the page plays them: every task of every game can be solved here too, and what is wrong is answered.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Ochre } from '../hall/play';
import { compiled } from '../hall/testing';
import { speak } from '../lib/i18n.svelte';
import { prefs } from '../lib/prefs.svelte';
import { read } from '../lib/router.svelte';
import { fits, judge, lessonsOf, made, minutesOf, seedOf, solution, type Lessons } from './lessons';
import { LessonPlay } from './play.svelte';
import { done, isDone, nextOf } from './progress';
import { rockFor, trail } from './trail';

const FOLDER = '../lessons/';
const all = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(FOLDER + name, 'utf8')) as Lessons);
const dice = all.find(({ game }) => game === 'dice')!;
let ochre: Ochre;
beforeAll(async () => {
  ochre = await Ochre.start(compiled);
});

const lesson = (id: string) => dice.lessons.find((one) => one.id === id)!;
const begin = (id: string) => new LessonPlay('dice', lesson(id), ochre);
const legal = (play: LessonPlay, m: string) => play.step!.moves.find((move) => move.m === m)!;

describe.each(all)('the lessons of $game', ({ game, lessons }) => {
  it.each(lessons)('$id is solved as it is shown', (one) => {
    const play = new LessonPlay(game, one, ochre);
    for (const task of one.tasks) {
      expect(play.task).toBe(task);
      expect(play.step!.moves.length).toBeGreaterThan(0);
      play.play(solution(task, play.step!.moves)!);
      expect(play.said!.is).toBe('right');
      play.next();
    }
    play.close();
  });

  it.each(lessons)('$id can be begun at any task, and answers every move', (one) => {
    const play = new LessonPlay(game, one, ochre);
    one.tasks.forEach((task, n) => {
      play.skipTo(n);
      const step = play.step!.step;
      for (const move of play.step!.moves) {
        const { is, say } = judge(task, move.m);
        expect(say, `${one.id} ${n} ${move.m}`).not.toBeNull();
        if (is === 'right') continue;
        play.play(move);
        expect(play.said).toMatchObject({ is: 'wrong', words: say });
        expect(play.step!.step).toBe(step);
        play.retry();
        expect(play.said).toBeNull();
      }
    });
    play.close();
  });
});

describe('a lesson under way', () => {
  it('lets one see the own move before it is answered', () => {
    const play = begin('turning');
    play.play(legal(play, 'c3r'));
    expect(play.step!.asked).toEqual(['p2']);
    expect(play.pick.can.size).toBe(0);
    expect(play.next()).toBe(true);
    expect(play.step!.asked).toEqual(['p1']);
    play.play(legal(play, 'c3e5'));
    expect(play.next()).toBe(false);
    play.close();
  });

  it('says in its own words or in those of the rules why a move is forbidden', async () => {
    const play = begin('slide');
    play.why('b2b6');
    expect(play.words).toBe('Four squares are too far for a 3.');
    play.retry();
    play.why('b2c3');
    expect(play.said!.rule).toMatch(/^3/);
    expect(play.words).not.toBe('');
    await speak('fr');
    play.retry();
    play.why('b2b6');
    expect(play.words).toBe('Quatre cases, c’est trop loin pour un 3.');
    await speak('en');
    play.close();
  });

  it('shows what is wanted without doing it, and begins anew', () => {
    const play = begin('taking');
    play.show();
    expect(play.pick.ghost!.m).toBe('b3e3');
    expect(play.said).toBeNull();
    play.play(legal(play, 'b3e3'));
    play.again();
    expect(play.n).toBe(0);
    expect(legal(play, 'b3e3')).toBeDefined();
    play.close();
  });
});

describe('small things', () => {
  it('patterns', () => {
    expect(fits('b3*', 'b3e3')).toBe(true);
    expect(fits('*c3', 'e3c3')).toBe(true);
    expect(fits('.', 'x')).toBe(false);
    expect(fits('+h1', '+h1')).toBe(true);
    expect(fits('new:*k6*', 'new:RC1@k6g5')).toBe(true);
    expect(made('p2>+d4')).toEqual({ seat: 1, move: '+d4' });
    expect(seedOf()).toBe('1'.padStart(64, '0'));
  });
  it('progress is kept', () => {
    expect(nextOf('dice', dice.lessons)!.id).toBe('stones');
    done('dice', 'stones');
    done('dice', 'stones');
    expect(prefs.learnt).toEqual(['dice.stones']);
    expect(isDone('dice', 'stones')).toBe(true);
    expect(nextOf('dice', dice.lessons)!.id).toBe('slide');
    expect(JSON.parse(localStorage.getItem('ochre.prefs')!).learnt).toEqual(['dice.stones']);
  });
  it('addresses', () => {
    expect(read('/learn/dice/slide', '')).toEqual({ page: 'learn', game: 'dice', lesson: 'slide' });
    expect(read('/learn/dice', '')).toEqual({ page: 'learn', game: 'dice', lesson: null });
    expect(read('/learn', '')).toEqual({ page: 'learn', game: null, lesson: null });
  });
  it('a path fits its rock, and no stone lies on another', () => {
    for (const isSmall of [false, true])
      for (let count = 2; count <= 13; count++) {
        const { w, h, at } = rockFor(count, isSmall);
        expect(at).toHaveLength(count);
        at.forEach(([x, y], k) => {
          expect(x > 60 && x < w - 60 && y > 60 && y < h - 60, `${count} ${k}`).toBe(true);
          for (const [a, b] of at.slice(0, k)) expect(Math.hypot(x - a, y - b)).toBeGreaterThan(96);
        });
        expect(trail(at).startsWith('M')).toBe(true);
      }
  });
  it('files are fetched when they are wanted', async () => {
    expect((await lessonsOf('dice'))!.lessons).toHaveLength(dice.lessons.length);
    expect(await lessonsOf('chess')).toBeNull();
    expect(minutesOf(dice.lessons)).toBeGreaterThan(9);
  });
});
