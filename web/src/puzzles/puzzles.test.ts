import { readFileSync } from 'node:fs';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Step } from '../lib/wire';
import { bookOf, byId, idOf, logOf, PUZZLE_GAMES, wordOf, type Book } from './books';
import { dayOf, gameOfDay, placeOfDay, recall, remember, streak, weekdayOf, withDay, withDone } from './days';
import { PuzzleStore, type Setter } from './store.svelte';
import { isTheme } from './themes';
import type { FromSetter, ToSetter } from './setter';

const shipped = (game: string) => JSON.parse(readFileSync(`../puzzles/${game}.json`, 'utf8')) as Book;

describe('books', () => {
  it('has those of the four games, and words for all of their themes', () => {
    expect(PUZZLE_GAMES).toEqual(['dice', 'spears', 'tribes', 'valley']);
    for (const game of PUZZLE_GAMES)
      for (const puzzle of shipped(game).puzzles) expect(isTheme(puzzle.theme)).toBe(true);
  });
  it('names every puzzle once', () => {
    for (const game of PUZZLE_GAMES) {
      const book = shipped(game);
      const ids = book.puzzles.map((puzzle) => idOf(book, puzzle));
      expect(new Set(ids).size).toBe(ids.length);
      for (const puzzle of book.puzzles) expect(byId(book, idOf(book, puzzle))).toBe(puzzle);
    }
  });
  it('writes the log of the moves before', () => {
    const book = {
      game: 'pebble',
      rules: 1,
      seats: 2,
      plays: [{ number: 4, moves: '*deal:4 1play:4 2play:1' }],
      puzzles: [],
    } as Book;
    const puzzle = { play: 0, at: 2 } as Book['puzzles'][number];
    expect(logOf(book, puzzle)).toBe('ochre 1\ngame pebble\nrules 1\nseats 2\n\n* deal:4\np1 play:4\n');
    expect(wordOf('2a2-a3')).toEqual({ seat: 'p2', m: 'a2-a3' });
  });
  it('asks again for what could not be fetched', async () => {
    await expect(bookOf('dice', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const book = { game: 'dice' };
    const found = await bookOf('dice', () => Promise.resolve({ ok: true, json: async () => book } as Response));
    expect(found).toBe(book);
  });
});

describe('days', () => {
  beforeEach(() => localStorage.clear());
  it('gives everybody the same puzzle on the same date', () => {
    const day = dayOf(new Date(2026, 10, 18, 23, 59));
    expect(day).toBe(dayOf(new Date(2026, 10, 18, 0, 1)));
    expect(dayOf(new Date(2026, 10, 19))).toBe(day + 1);
    expect(weekdayOf(day)).toBe(2); // a Wednesday
    expect(gameOfDay(day, ['a', 'b', 'c'])).not.toBe(gameOfDay(day + 1, ['a', 'b', 'c']));
    const places = Array.from({ length: 400 }, (_, i) => placeOfDay(day + i, 100));
    expect(places.every((place) => place >= 0 && place < 100)).toBe(true);
    expect(new Set(places).size).toBeGreaterThan(80);
  });
  it('counts days in a row', () => {
    expect(streak([], 10)).toBe(0);
    expect(streak([8, 9], 10)).toBe(2);
    expect(streak([8, 9, 10], 10)).toBe(3);
    expect(streak([7, 8], 10)).toBe(0);
    expect(streak([5, 9, 10], 10)).toBe(2);
  });
  it('remembers, whatever stands there', () => {
    remember(withDone(withDay(recall(), 10), 'dice', '3.14'));
    expect(recall()).toEqual({ days: [10], done: { dice: ['3.14'] } });
    expect(withDay(recall(), 10)).toEqual(recall());
    for (const odd of ['{', 'null', '{"days":7}', '[]']) {
      localStorage.setItem('ochre.puzzles', odd);
      expect(recall()).toEqual({ days: [], done: {} });
    }
  });
});

describe('a puzzle', () => {
  const moves = ['a', 'b', 'c'].map((m) => ({ m, words: m, touch: [m, `${m}2`] }));
  const start = { step: 2, moves, view: 0 } as unknown as Step;
  const after = { step: 3, moves: [], view: 1 } as unknown as Step;
  const book = shipped('dice');
  const puzzle = { ...book.puzzles[0]!, best: 'b', next: 'a' };
  let asked: ToSetter[] = [];
  let setter: Setter;
  const hear = (data: FromSetter) => setter.onmessage!({ data } as MessageEvent<FromSetter>);
  function open() {
    asked = [];
    const store = new PuzzleStore(() => {
      setter = { postMessage: (message) => asked.push(message), terminate: () => {}, onmessage: null, onerror: null };
      return setter;
    });
    store.open(book, puzzle, 'en');
    hear({ n: 1, step: start, line: [{ seat: 'p1', m: 'b', words: 'b', step: after }] });
    flushSync();
    return store;
  }

  it('says what is not the best, and goes on', () => {
    const store = open();
    expect(asked[0]!.log).toBe(logOf(book, puzzle));
    store.try(moves[0]!);
    expect(store.stand).toBe('open');
    expect(store.wrong?.m).toBe('a');
    store.try(moves[1]!);
    expect([store.stand, store.tries, store.wrong, store.at]).toEqual(['found', 2, null, 0]);
    expect(store.shown).toBe(after);
    store.go(-1);
    expect(store.shown).toBe(start);
    store.go(7);
    expect(store.at).toBe(0);
  });
  it('nudges with the first thing to touch', () => {
    const store = open();
    store.nudge();
    expect(store.pick.picked).toEqual(['b']);
    expect(store.stand).toBe('open');
  });
  it('can be given up, once', () => {
    const store = open();
    store.giveUp();
    expect([store.stand, store.at]).toEqual(['shown', -1]);
    store.try(moves[1]!);
    expect(store.stand).toBe('shown');
  });
  it('does not hear what was asked for before, and is unable when it must be', () => {
    const store = open();
    store.open(book, puzzle, 'en');
    hear({ n: 1, step: start, line: [] });
    expect(store.stand).toBe('waiting');
    hear({ n: 2, why: 'no' });
    expect(store.stand).toBe('unable');
    const none = new PuzzleStore(() => {
      throw new Error('no workers');
    });
    none.open(book, puzzle, 'en');
    expect(none.stand).toBe('unable');
  });
});
