import { describe, expect, it } from 'vitest';
import { base64ToHex } from './bytes';
import { clockWords, left } from './clock';
import { check, commitmentOf, keyOf, numberBelow, wordsOf } from './fair';
import { speak, t, tn, preferred } from './i18n.svelte';
import { forget, mine, mineAt, remember } from './mine.svelte';
import { read } from './router.svelte';
import { seatsOf } from './seats';

describe('addresses', () => {
  it('name pages', () => {
    expect(read('/', '')).toEqual({ page: 'home' });
    expect(read('/new/dice', '')).toEqual({ page: 'setup', game: 'dice' });
    expect(read('/rules/valley', '#4.10')).toEqual({ page: 'rules', game: 'valley', rule: '4.10' });
    expect(read('/t/k5wq3tgmd7ra', '#abcdefghijklmnopqrstuvwx23')).toEqual({ page: 'table', table: 'k5wq3tgmd7ra', key: 'abcdefghijklmnopqrstuvwx23' });
    expect(read('/t/k5wq3tgmd7ra', '#story')).toMatchObject({ key: null });
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
    expect(t('Your turn. Where does the {0} on {1} go?', { 0: 4, 1: 'd4' })).toBe('Your turn. Where does the 4 on d4 go?');
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

describe('seats', () => {
  it('have a name and a colour in any case', () => {
    const seats = seatsOf(
      [
        { seat: 'p1', kind: 'person', name: '' },
        { seat: 'p2', kind: 'bot', bot: 'level:3', name: 'level:3' },
        { seat: 'p3', kind: 'person', name: 'Ama' },
        { seat: 'p4', kind: 'open', name: '' },
      ],
      'p1',
    );
    expect(seats.map((seat) => seat.name)).toEqual(['You', 'Granite', 'Ama', 'free seat']);
    expect(seats.map((seat) => seat.colour)).toEqual([0, 1, 2, 3]);
  });
});

describe('fair chance', () => {
  // The worked example of docs/fair.md.
  const seed = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
  const shares = { p1: '6f63687265' };
  it('agrees with the worked example', () => {
    expect(commitmentOf(seed)).toBe('cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6');
    const key = keyOf(seed, shares);
    expect(base64ToHex(btoa(String.fromCharCode(...key)))).toBe('855299fb2309c826fcf8657d40fd6e3b3f800b7ff1fd7828fe45012f973f2de4');
    expect(wordsOf(key, 0, 2).map((word) => word.toString(16))).toEqual(['c1288e3e', '8553b9f9']);
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((draw) => numberBelow(key, draw, 6))).toEqual([2, 4, 3, 2, 1, 3, 4, 5]);
  });
  const log = (more: { seed?: string; share?: string; end?: number } = {}) =>
    `ochre 1\ngame pebble\nfair ${commitmentOf(seed)}\nshare p1 ${more.share ?? shares.p1}\n\n* deal:4\np1 play:4\n* deal:2\n\nreveal ${more.seed ?? seed}\nend ${more.end ?? 3}\n`;
  it('finds nothing wrong with a sound log', () => {
    expect(check(log(), commitmentOf(seed), { seat: 'p1', share: shares.p1 })).toMatchObject({ promise: true, sameAsTold: true, mine: true, whole: true, shares: ['p1'] });
    expect(check(log(), undefined, null)?.draws.map((draw) => draw.move)).toEqual(['deal:4', 'deal:2']);
  });
  it('finds another seed, another promise, another share and a cut', () => {
    expect(check(log({ seed: '00'.repeat(32) }), undefined, null)?.promise).toBe(false);
    expect(check(log(), 'cb2f', null)?.sameAsTold).toBe(false);
    expect(check(log({ share: '00' }), undefined, { seat: 'p1', share: shares.p1 })?.mine).toBe(false);
    expect(check(log({ end: 4 }), undefined, null)?.whole).toBe(false);
    expect(check('ochre 1\n', undefined, null)).toBeNull();
  });
});
