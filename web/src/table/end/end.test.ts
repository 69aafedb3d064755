// How an end is told: who, why, by how much, and what the picture of the score measures.
import { beforeEach, describe, expect, it } from 'vitest';
import { recording } from '../../../test/server';
import { speak } from '../../lib/i18n.svelte';
import { isDraw, moodOf } from '../../lib/outcome';
import { seatsOf } from '../../lib/seats';
import type { Over, Seat, Told } from '../../lib/wire';
import { wrap } from './card';
import { picture } from './counted';
import { asked } from './rematch.svelte';
import { verdict, type Ended } from './verdict';

const NAMES = ['Mira', 'Noor', 'Iris', 'Flint'];

function ended(over: Partial<Over>, me: string | null = 'p1', count = 2, story: Told[] = []): Ended {
  const seats: Seat[] = NAMES.slice(0, count).map((name, i) => ({ seat: `p${i + 1}`, kind: 'person', name }));
  const whole = { winners: [], reason: 'the stack is empty', ranks: [], payoffs: [], scores: null, ...over } as Over;
  return { over: whole, seats: seatsOf(seats, me), me, story };
}
function last(name: string, me?: string | null): Ended {
  const { table, steps } = recording(name);
  const step = steps.at(-1)!;
  const who = me === undefined ? table.me : me;
  return { game: table.game, over: step.over!, seats: seatsOf(table.seats, who), me: who, story: step.story };
}
const score = (seat: string, ...parts: [string, number][]) => ({
  seat,
  name: seat,
  score: parts.reduce((sum, [, points]) => sum + points, 0),
  parts: parts.map(([name, points]) => ({ name, points })),
});

const THREE = {
  winners: ['p1'],
  reason: 'the events of the Bronze Age have run their course',
  ranks: [1, 3, 2],
  payoffs: [1, 0, 0],
  scores: [
    score('p1', ['points held', 22], ['exploration', 0], ['movement', 6]),
    score('p2', ['points held', 11], ['exploration', 0], ['movement', 4]),
    score('p3', ['points held', 19], ['exploration', 0], ['movement', 7]),
  ],
};

const tower = (seat: string, food: number, shelter: number) =>
  score(seat, ['food', food], ['shelter', shelter], ['without the stronger', -Math.max(food, shelter)]);
const TOWERS = {
  winners: ['p1'],
  draw: false,
  ranks: [1, 2],
  payoffs: [1, 0],
  scores: [tower('p1', 33, 31), tower('p2', 11, 18)],
};
const SHARED = {
  winners: ['p2', 'p3'],
  draw: true,
  ranks: [3, 1, 1],
  payoffs: [0, 0.5, 0.5],
  scores: [tower('p1', 12, 20), tower('p2', 26, 30), tower('p3', 31, 26)],
};

describe('the end', () => {
  beforeEach(() => speak('en'));

  it('says who won and by how much', () => {
    expect(verdict(ended(THREE, 'p1', 3))).toMatchObject({
      mood: 'won',
      title: 'You win.',
      why: 'You have 28 points, 2 more than Iris.',
      because: 'The events of the Bronze Age have run their course',
    });
    expect(verdict(ended(THREE, 'p2', 3))).toMatchObject({
      mood: 'lost',
      title: 'Mira wins.',
      why: 'Mira has 28 points, you have 15.',
    });
    expect(verdict(ended(THREE, null, 3))).toMatchObject({ mood: 'watched', why: 'Mira has 28 points, Iris has 26.' });
  });
  it('one more is one more, and a tie that was broken says so', () => {
    const win = { winners: ['p1'], ranks: [1, 2], payoffs: [1, 0] };
    const by = (a: number, b: number) =>
      verdict(ended({ ...win, scores: [score('p1', ['x', a - 1], ['y', 1]), score('p2', ['x', b], ['y', 0])] })).why;
    expect(by(20, 19)).toBe('You have 20 points, one more than Noor.');
    expect(by(19, 19)).toBe('Both have 19; the tie is broken by the rules.');
  });
  it('names the side that was too low, where only the lower counts', () => {
    const said = verdict(ended(TOWERS, 'p2'));
    expect(said.why).toBe('Mira has 31 points, you have 11. Your weaker side: food, 11.');
  });
  it('a single number is told as a result', () => {
    expect(verdict(last('dice-small')).why).toBe('Sum of values: 15 to 0.');
  });
  it('a draw is nobody’s victory', () => {
    expect(verdict(last('dice'))).toMatchObject({
      mood: 'drawn',
      title: 'Nobody yields.',
      why: 'You 7, Flint 13: it is a draw all the same.',
    });
    expect(verdict(ended(SHARED, 'p1', 3))).toMatchObject({ mood: 'lost', title: 'Noor and Iris draw.' });
    expect(verdict(ended(SHARED, 'p2', 3))).toMatchObject({
      mood: 'drawn',
      title: 'You and Iris draw.',
      why: 'You and Iris have 26 each. It is a draw.',
    });
    for (const name of ['dice', 'dice-4i', 'dice-4t'])
      expect(`${verdict(last(name)).title} ${verdict(last(name)).why}`, name).not.toMatch(/victory|wins?\b/);
  });
  it('a team wins together', () => {
    const team = ended({ winners: ['p1', 'p3'], ranks: [1, 3, 1, 3], payoffs: [1, 0, 1, 0] }, 'p3', 4);
    expect(isDraw(team.over)).toBe(false);
    expect(verdict(team)).toMatchObject({ mood: 'won', title: 'You and Mira win.' });
    expect(verdict({ ...team, me: 'p2' })).toMatchObject({ mood: 'lost', title: 'Mira and Iris win.' });
  });
  it('believes the server about a draw', () => {
    const said = { winners: ['p1', 'p2'], ranks: [1, 1], payoffs: [0.5, 0.5] };
    expect(isDraw(ended({ ...said, draw: false } as Partial<Over>).over)).toBe(false);
    expect(isDraw(ended({ ...said, draw: true } as Partial<Over>).over)).toBe(true);
  });
  it('without points the story has the last word, and nobody may win', () => {
    expect(verdict({ ...last('spears'), game: '' }).why).toBe('West wins, as Amasser.');
    expect(verdict(ended({ winners: [], draw: false }))).toMatchObject({ mood: 'nobody', title: 'Nobody wins.' });
    expect(moodOf({ over: last('spears').over, me: 'p4' })).toBe('won');
  });
  it('tells of me first, then of other teams that won', () => {
    const won = verdict(last('spears'));
    expect(won.mood).toBe('won');
    expect(won.title).toMatch(/^You, .+ and .+ win\.$/);
    expect(won.why).toBe('You win with North, as Survivors. West wins, as Amasser.');
    // Whoever won as another team: the same sentences the other way round.
    expect(verdict(last('spears', 'p4')).why).toMatch(/^West wins, as Amasser\. .+ as Survivors\.$/);
    const lost = verdict(last('spears', 'p2'));
    expect(lost.mood).toBe('lost');
    expect(lost.why).toMatch(/^South was the Dominator\. .+ as Survivors\. West wins, as Amasser\.$/);
    expect(verdict(last('spears-watch')).why).toBe('East and North win, as Survivors. West wins, as Amasser.');
    // Nobody: what I was, and what was lacking.
    expect(verdict(last('spears-3')).why).toBe('You were a Survivor. The Survivors needed 8 meat and had 7.');
  });
  it('says who gave up', () => {
    const told: Told = { step: 9, seat: 'p2', move: 'resign', sentences: ['Noor resigns.'], events: [] };
    const win = { winners: ['p1'], ranks: [1, 2], payoffs: [1, 0], reason: 'by resignation' };
    expect(verdict(ended(win, 'p1', 2, [told])).why).toBe('Noor gave up.');
    expect(verdict(ended(win, 'p2', 2, [told])).why).toBe('You gave up.');
  });
  it('a rematch is announced, by name where the server says who', () => {
    const { table } = recording('dice');
    const seats = seatsOf(table.seats, 'p1');
    expect(asked(table, seats, 'p1')).toBeNull();
    const wished = { ...table, rematch: 'k5wq3tgmd7rb' };
    expect(asked(wished, seats, 'p1')!.words).toBe('A table for another game stands ready.');
    const by = (rematch_by: string) => asked({ ...wished, rematch_by } as typeof wished, seats, 'p1')!.words;
    expect(by('p2')).toBe('Flint would play again.');
    expect(by('p1')).toBe('You would play again. The others are told.');
  });
});

describe('the picture of a score', () => {
  it('has the best first, parts without points left out, and one scale', () => {
    const { over, seats } = ended(THREE, 'p1', 3);
    const drawn = picture(over, seats);
    expect(drawn.kind).toBe('bars');
    expect(drawn.rows.map((row) => row.total)).toEqual([28, 26, 15]);
    for (const row of drawn.rows) {
      const sum = row.parts.reduce((all, part) => all + part.points, 0);
      expect(sum).toBe(row.total);
      expect(sum + row.rest).toBe(28);
    }
    expect(drawn.legend.map(({ name }) => name)).toEqual(['points held', 'movement']);
  });
  it('knows two towers of which the lower counts, without knowing the game', () => {
    const { over, seats } = ended(SHARED, 'p1', 3);
    const drawn = picture(over, seats);
    expect(drawn.kind).toBe('lower');
    expect(drawn.rows.every((row) => row.parts.length === 2)).toBe(true);
    expect(drawn.most).toBe(31);
  });
  it('shows what everybody had where nothing is added up', () => {
    const drawn = picture(last('spears').over, last('spears').seats);
    expect(drawn.kind).toBe('bars');
    expect(drawn.rows.every((row) => row.total === null)).toBe(true);
    expect(picture(ended({ scores: null }).over, []).kind).toBe('none');
  });
  it('breaks lines between words', () => {
    expect(wrap('one two three', 7, (line) => line.length)).toEqual(['one two', 'three']);
    expect(wrap('unbreakable', 3, (line) => line.length)).toEqual(['unbreakable']);
  });
});
