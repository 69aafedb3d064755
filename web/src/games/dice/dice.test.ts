import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clear, click, find, pointAt, recordingsOf, show as showBoard, walk } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { Move } from '../../lib/wire';
import Board from './Board.svelte';
import { follow, nothing } from './follow';
import { guide } from './guide';
import { colourOf, parseMove, placeOf, squareAt, turnsFor, unitOfByte, type DiceStep } from './view';

const recordings = recordingsOf('dice');
afterEach(clear);
function show(step: DiceStep, me: string | null, pick: Picker, why = (_move: string) => {}) {
  showBoard(Board, { step, me, pick, why });
}

describe('places', () => {
  it('a board turned for a seat has its corner below on the left, and nothing is lost', () => {
    expect(placeOf('a1', 8, 0)).toEqual([0, 7]);
    expect(placeOf('a8', 8, turnsFor('4i', 'p2'))).toEqual([0, 7]);
    expect(placeOf('h8', 8, turnsFor('4t', 'p3'))).toEqual([0, 7]);
    expect(placeOf('h1', 8, turnsFor('4i', 'p4'))).toEqual([0, 7]);
    expect(placeOf('h8', 8, turnsFor('2', 'p2'))).toEqual([0, 7]);
    for (const size of [6, 8, 10])
      for (let turns = 0; turns < 4; turns++)
        for (let column = 0; column < size; column++)
          for (let row = 0; row < size; row++)
            expect(placeOf(squareAt(column, row, size, turns)!, size, turns)).toEqual([column, row]);
    expect(squareAt(8, 0, 8, 0)).toBeNull();
  });

  it('partners share a colour, others do not', () => {
    expect(colourOf('4t', 'p3')).toBe('w');
    expect(colourOf('4i', 'p3')).toBe('r');
    expect(colourOf('2', 'p2')).toBe('b');
  });

  it('reads moves and units as they are written', () => {
    expect(parseMove('a2a3')).toEqual({ from: 'a2', to: 'a3', kind: 'slide', target: null });
    expect(parseMove('a10r')).toEqual({ from: 'a10', to: 'a10', kind: 'rotate', target: null });
    expect(parseMove('c5+d6')).toEqual({ from: 'c5', to: 'd6', kind: 'ally', target: null });
    expect(parseMove('d4d6=h10')).toEqual({ from: 'd4', to: 'd6', kind: 'slide', target: 'h10' });
    expect(parseMove('resign')).toBeNull();
    expect(unitOfByte(1 * 64 + 32 + 16 + 5)).toEqual({ owner: 'b', ally: true, diagonal: true, value: 5 });
  });
});

describe('following stones', () => {
  it('a stone that slides stays the same stone, one that is taken is lost', () => {
    for (const { steps } of recordings) {
      let at = follow(nothing, steps[0]! as DiceStep);
      for (const step of steps.slice(1) as DiceStep[]) {
        const before = at;
        at = follow(at, step);
        expect(new Set(at.stones.map((stone) => stone.id)).size).toBe(step.view.units.length);
        if (step.step !== before.n + 1) continue;
        const said = parseMove(step.story.at(-1)!.move)!;
        const id = before.stones.find((stone) => stone.square === said.from)!.id;
        if (said.kind === 'slide' && !said.target)
          expect(at.stones.find((stone) => stone.square === said.to)!.id).toBe(id);
        const gone = before.stones.length - at.stones.length - (said.kind === 'ally' ? 1 : 0) - (said.target ? 1 : 0);
        expect(at.lost.length - before.lost.length).toBe(gone);
      }
    }
  });
});

describe.each(recordings)('$file', ({ steps, me }) => {
  it('shows everything that moves point at, and every path picks its move', () => {
    // Every other step: what is asked is the same from turn to turn.
    for (const step of (steps as DiceStep[]).filter((_, i) => i % 2 === 0)) {
      const pick = new Picker();
      pick.offer(step.moves);
      show(step, me, pick);
      expect(document.querySelectorAll('.piece').length).toBe(step.view.units.length);
      const martyrs = step.moves.filter((move) => move.touch.length > 2);
      const some = [...step.moves.filter((_, i) => i % 13 === 0).slice(0, 5), martyrs[0], martyrs.at(-1)].filter(
        (move) => move !== undefined,
      );
      for (const move of some) walk(pick, move);
      clear();
    }
  });
});

describe('at the board', () => {
  const asked = recordings.find((one) => one.steps.some((step) => step.ask && step.moves.length > 20))!;
  const step = asked.steps.find((one) => one.ask && one.moves.length > 20)! as DiceStep;

  it('says why a square cannot be reached, and picks nothing', () => {
    const pick = new Picker();
    pick.offer(step.moves);
    const why = vi.fn();
    show(step, asked.me, pick, why);
    const from = step.moves[0]!.touch[0]!;
    click(from);
    const far = step.view.units.find(
      (unit) => !pick.can.has(unit.square) && !step.moves.some((move) => move.touch[0] === unit.square),
    )!;
    click(far.square);
    expect(why).toHaveBeenCalledWith(`${from}${far.square}`);
    expect(pick.picked).toEqual([from]);
  });

  it('is played with the keyboard alone', () => {
    const pick = new Picker();
    pick.offer(step.moves);
    show(step, asked.me, pick);
    const move: Move = step.moves.find((one) => one.touch.length === 2 && one.touch[1] === 'rotate')!;
    const square = document.querySelector<SVGElement>(`[data-touch="${move.touch[0]}"]`)!;
    square.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    flushSync();
    expect(pick.picked).toEqual([move.touch[0]]);
    square.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    expect(pick.ready?.m).toBe(move.m);
    square.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(pick.picked).toEqual([]);
    flushSync();
    expect(document.querySelectorAll('svg [tabindex="0"]').length).toBe(1);
    square.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    flushSync();
    expect(document.activeElement?.getAttribute('data-touch')).not.toBe(move.touch[0]);
  });

  it('tells every square in words', () => {
    const pick = new Picker();
    pick.offer(step.moves);
    show(step, asked.me, pick);
    for (const one of document.querySelectorAll('[role="button"]'))
      expect(one.getAttribute('aria-label')).toMatch(/^[a-j]\d+: ./);
  });

  it('Enter after the mouse does not undo what was touched', () => {
    const martyr = (recordings.flatMap((one) => one.steps) as DiceStep[]).find((one) =>
      one.moves.some((move) => move.m.includes('=')),
    )!;
    const move = martyr.moves.find((one) => one.m.includes('='))!;
    const pick = new Picker();
    pick.offer(martyr.moves);
    show(martyr, 'p1', pick);
    find(move.touch[0]!)!.focus(); // reached with the keys before
    for (const id of move.touch) pointAt(id);
    expect(pick.ready?.m).toBe(move.m);
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(pick.ready?.m).toBe(move.m);
  });
});

describe('what the guide says is what the table plays', () => {
  const steps = recordings.flatMap((one) => one.steps) as DiceStep[];
  const step = steps.find((one) => one.moves.some((move) => move.m.includes('=')))!;
  function said(view: Partial<DiceStep['view']>, touches: number) {
    const pick = new Picker();
    pick.offer(step.moves);
    for (const id of step.moves.find((one) => one.m.includes('='))!.touch.slice(0, touches)) pick.touch(id);
    return guide.decision!({ ...step, view: { ...step.view, ...view } }, 'p1', pick);
  }

  it("the martyr's right: both leave, or both change sides", () => {
    expect(said({ martyr: 'remove' }, 2).help).toContain('both leave the board');
    expect(said({ martyr: 'swap' }, 2).help).toContain('change sides');
    expect(said({ martyr: 'swap' }, 2).help).not.toContain('leave');
    expect(said({ martyr: 'swap' }, 2).kind).not.toBe(said({ martyr: 'remove' }, 2).kind);
  });

  it('the largest value, and whether stones join', () => {
    for (const faces of [2, 6, 9]) {
      expect(said({ faces }, 2).ask).toContain(`becomes a ${faces}.`);
      expect(said({ faces }, 2).help).toContain(`grows to ${faces} `);
      expect(said({ faces }, 0).help).toContain(`up to ${faces}.`);
    }
    expect(said({ ally: true }, 0).help).toContain('may join');
    expect(said({ ally: false }, 0).help).not.toContain('join');
  });

  it('every move comes in words, and no two moves of a step in the same', () => {
    for (const one of steps) {
      const words = one.moves.map((move) => move.words!);
      expect(new Set(words).size).toBe(words.length);
      for (const text of words) expect(text).toMatch(/^(Slide|Turn|Take|Join) .*[^.]$/);
    }
  });
});
