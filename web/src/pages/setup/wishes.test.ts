import { describe, expect, it } from 'vitest';
import { agreed, choicesFor, helpOf, usual, type Chair, type ClockWish } from './wishes';

const mode = {
  name: 'mode',
  title: 'Sides',
  about: '',
  default: '2',
  choices: ['2', '4t', '4i'],
  phrases: ['two players', 'two teams', 'each alone'],
  choice_seats: [[2], [4], [4]],
};
const first = {
  name: 'first',
  title: 'Who begins',
  about: '',
  default: 'p1',
  offer: 'random',
  choices: ['p1', 'p3', 'random'],
  phrases: ['the first seat', 'the third seat', 'the lot'],
  choice_seats: [[2, 4], [4], [2, 4]],
};
const chairs = (...kinds: Chair['kind'][]): Chair[] => kinds.map((kind) => ({ kind, bot: '' }));
const clock = (kind: ClockWish['kind']): ClockWish => ({ kind, seconds: 60, minutes: 10, increment: 5, days: 3 });
const open = { hints: null, standins: null, takeback: null };

describe('wishes for a table', () => {
  it('offers what can be with so many seats', () => {
    expect(choicesFor(mode, 4).map(({ phrase }) => phrase)).toEqual(['two teams', 'each alone']);
    expect(choicesFor(first, 2).map(({ choice }) => choice)).toEqual(['p1', 'random']);
    expect([usual(mode, 2), usual(mode, 4), usual(first, 2)]).toEqual(['2', '4t', 'random']);
  });
  it('names what differs from the offer, and nothing that cannot be', () => {
    expect(agreed([mode, first], {}, 2)).toEqual({});
    expect(agreed([mode, first], {}, 4)).toEqual({ mode: '4t' });
    expect(agreed([mode, first], { first: 'p1' }, 2)).toEqual({ first: 'p1' });
    expect(agreed([mode, first], { first: 'p3', mode: '4i' }, 2)).toEqual({});
  });
  it('helps who plays alone, and nobody against people and time', () => {
    const terms = (...kinds: Chair['kind'][]) => helpOf(open, chairs(...kinds), clock('none')).terms;
    expect(terms('me', 'bot')).toEqual({ hints: 'allow', standins: 'allow', takeback: 'allow' });
    expect(terms('me', 'open')).toEqual({ hints: 'never', standins: 'never', takeback: 'allow' });
    const timed = helpOf({ hints: true, standins: true, takeback: true }, chairs('me', 'open'), clock('game'));
    expect(timed.terms).toEqual({ hints: 'never', standins: 'allow', takeback: 'never' });
    expect(timed.barred).toEqual({ hints: true, standins: false, takeback: true });
    expect(helpOf(open, chairs('me', 'bot'), clock('game')).terms.takeback).toBe('allow');
  });
});
