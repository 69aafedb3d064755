import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Picker } from './picker.svelte';
import type { Move } from './wire';

const moves = (...lists: string[]): Move[] => lists.map((list, i) => ({ m: `m${i}`, touch: list.split(' ') }));

function offered(list: Move[]): Picker {
  const pick = new Picker();
  pick.offer(list);
  return pick;
}

describe('the picker', () => {
  it('walks to a move by its touches', () => {
    const pick = offered(moves('a b', 'a c', 'd'));
    expect([...pick.can].sort()).toEqual(['a', 'd']);
    pick.touch('a');
    expect([...pick.can].sort()).toEqual(['b', 'c']);
    expect(pick.over).toHaveLength(2);
    expect(pick.ready).toBeNull();
    pick.touch('c');
    expect(pick.ready?.m).toBe('m1');
    expect(pick.certain).toBe(true);
  });
  it('is not certain while a longer move is possible', () => {
    const pick = offered(moves('a', 'a b'));
    pick.touch('a');
    expect(pick.ready?.m).toBe('m0');
    expect(pick.certain).toBe(false);
  });
  it('leaves moves with the same touches to the words', () => {
    const pick = offered(moves('a b', 'a b'));
    pick.touch('a');
    pick.touch('b');
    expect(pick.ready).toBeNull();
    expect(pick.complete.map((move) => move.m)).toEqual(['m0', 'm1']);
  });
  it('puts a thing down when it is touched again', () => {
    const pick = offered(moves('a b c'));
    pick.touch('a');
    pick.touch('b');
    pick.touch('a');
    expect(pick.picked).toEqual([]);
  });
  it('goes back only as far as needed', () => {
    const pick = offered(moves('a b x', 'a c x', 'd e'));
    pick.touch('a');
    pick.touch('b');
    pick.touch('c');
    expect(pick.picked).toEqual(['a', 'c']);
    pick.touch('d');
    expect(pick.picked).toEqual(['d']);
  });
  it('says when something leads nowhere', () => {
    const pick = offered(moves('a b'));
    pick.touch('z');
    expect(pick.refused).toEqual({ id: 'z' });
    expect(pick.picked).toEqual([]);
    pick.touch('a');
    expect(pick.refused).toBeNull();
  });
  it('keeps what is picked when new moves still begin with it', () => {
    const pick = offered(moves('a b', 'c'));
    pick.touch('a');
    pick.offer(moves('a d'));
    expect(pick.picked).toEqual(['a']);
    pick.offer(moves('c'));
    expect(pick.picked).toEqual([]);
  });

  const touches = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 4 });
  const lists = fc.uniqueArray(touches, { minLength: 1, maxLength: 12, selector: (list) => list.join(' ') });
  it('holds its laws whatever is touched', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'z'), { maxLength: 20 }), (found, path) => {
        const list = found.map((touch, i) => ({ m: `m${i}`, touch }));
        const pick = offered(list);
        for (const id of path) {
          pick.touch(id);
          // What is picked always leads somewhere, and `can` is exactly what leads on.
          expect(pick.over.length).toBeGreaterThan(0);
          for (const move of pick.over) expect(move.touch.slice(0, pick.picked.length)).toEqual(pick.picked);
          for (const next of pick.can)
            expect(list.some((move) => move.touch.join(' ').startsWith([...pick.picked, next].join(' ')))).toBe(true);
          if (pick.ready) expect(pick.ready.touch).toEqual(pick.picked);
        }
      }),
    );
  });
  it('reaches every move by its own touches', () => {
    fc.assert(
      fc.property(lists, (found) => {
        const list = found.map((touch, i) => ({ m: `m${i}`, touch }));
        for (const move of list) {
          const pick = offered(list);
          // A thing that comes twice in a row would be put down: the board never names it so.
          if (move.touch.some((id, i) => move.touch.indexOf(id) !== i)) continue;
          move.touch.forEach((id) => pick.touch(id));
          expect(pick.ready?.m).toBe(move.m);
        }
      }),
    );
  });
});
