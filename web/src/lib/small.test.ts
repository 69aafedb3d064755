import { describe, expect, it } from 'vitest';
import { botSeat, botShort, nameOf, TEMPERS, temperOf, temperWords, withTemper } from './bots';
import { clockWords, left } from './clock';
import { speak, t, tn, preferred } from './i18n.svelte';
import { forget, mine, mineAt, remember } from './mine.svelte';
import { read } from './router.svelte';
import { seatsOf } from './seats';

describe('addresses', () => {
  it('name pages', () => {
    expect(read('/', '')).toEqual({ page: 'home' });
    expect(read('/new/dice', '')).toEqual({ page: 'setup', game: 'dice' });
    expect(read('/rules/valley', '#4.10')).toEqual({ page: 'rules', game: 'valley', rule: '4.10' });
    expect(read('/puzzles', '')).toEqual({ page: 'puzzles', game: null, id: '' });
    expect(read('/puzzles/dice', '#3.41')).toEqual({ page: 'puzzles', game: 'dice', id: '3.41' });
    expect(read('/t/k5wq3tgmd7ra', '#abcdefghijklmnopqrstuvwx23')).toEqual({
      page: 'table',
      house: 'server',
      table: 'k5wq3tgmd7ra',
      key: 'abcdefghijklmnopqrstuvwx23',
    });
    expect(read('/t/k5wq3tgmd7ra', '#story')).toMatchObject({ key: null });
    expect(read('/here/k5wq3tgmd7ra', '')).toMatchObject({ page: 'table', house: 'here', table: 'k5wq3tgmd7ra' });
    expect(read('/elsewhere', '')).toEqual({ page: 'lost', path: '/elsewhere' });
    expect(read('/t/%zz', '')).toMatchObject({ page: 'table' });
  });
});

describe('time', () => {
  it('is told in digits', () => {
    expect(left(252)).toBe('4:12');
    expect(left(3751)).toBe('1:02:31');
    expect(left(-3)).toBe('0:00');
    expect(left(3 * 86400)).toBe('3 days');
  });
  it('is told in words', () => {
    expect(clockWords({ kind: 'game', seconds: 600, increment: 5 })).toBe('10 min + 5 s');
    expect(clockWords({ kind: 'days', days: 1 })).toBe('a move a day');
    expect(clockWords({ kind: 'none' })).toBe('');
  });
});

describe('words', () => {
  it('fill their gaps and count', async () => {
    expect(t('Your turn. Where does the {0} on {1} go?', { 0: 4, 1: 'd4' })).toBe(
      'Your turn. Where does the 4 on d4 go?',
    );
    expect(tn('{0} move', '{0} moves', 0)).toBe('0 moves');
    await speak('fr');
    expect(t('Your turn')).toBe('À vous');
    expect(tn('{0} move', '{0} moves', 0)).toBe('0 coup');
    expect(tn('{0} move', '{0} moves', 2)).toBe('2 coups');
    expect(t('a sentence that nobody has translated')).toBe('a sentence that nobody has translated');
    await speak('en');
  });
  it('come in the language the browser asks for', () => {
    expect(preferred(['de-DE', 'fr-CA', 'en'])).toBe('fr');
    expect(preferred(['hu'])).toBe('en');
  });
});

describe('my tables', () => {
  it('are remembered, the latest first, and forgotten', () => {
    localStorage.clear();
    remember({ table: 'one', key: 'k1', at: 1 });
    remember({ table: 'two', key: 'k2', at: 2 });
    remember({ table: 'one', seen: 7, at: 3 });
    expect(mine().map((one) => one.table)).toEqual(['one', 'two']);
    expect(mineAt('one')).toMatchObject({ key: 'k1', seen: 7 });
    forget('one');
    expect(mineAt('one')).toBeUndefined();
  });
});

describe('computers', () => {
  it('have a level and a temper', () => {
    expect(temperOf('level:4')).toBe('');
    expect(temperOf('level:4/bold')).toBe('bold');
    expect(withTemper('level:4/bold', 'patient')).toBe('level:4/patient');
    expect(withTemper('level:4/bold', '')).toBe('level:4');
    expect(withTemper('greedy', 'bold')).toBe('greedy');
    expect(botShort('level:4/hoarding')).toBe('level 4, hoarding');
    expect(botShort('level:4')).toBe('level 4');
    expect(botShort('greedy')).toBe('greedy');
  });
  it('have names of their own, one for each place', () => {
    const names = TEMPERS.flatMap((temper) => [0, 1, 2, 3].map((place) => nameOf(temper, place)));
    expect(new Set(names).size).toBe(16);
    expect(temperWords('bold', 0)).toBe('Lynx, bold: takes and dares');
    expect(botSeat('level:4/bold', 'Lynx')).toEqual({ kind: 'bot', bot: 'level:4/bold', name: 'Lynx' });
    expect(botSeat('level:4', 'Flint')).toEqual({ kind: 'bot', bot: 'level:4' });
  });
});

describe('seats', () => {
  it('have a name and a colour in any case', () => {
    const seats = seatsOf(
      [
        { seat: 'p1', kind: 'person', name: '' },
        { seat: 'p2', kind: 'bot', bot: 'level:3', name: 'Granite' },
        { seat: 'p3', kind: 'person', name: 'Ama' },
        { seat: 'p4', kind: 'open', name: '' },
      ],
      'p1',
    );
    expect(seats.map((seat) => seat.name)).toEqual(['You', 'Granite', 'Ama', 'free seat']);
    expect(seats.map((seat) => seat.colour)).toEqual([0, 1, 2, 3]);
  });
});
