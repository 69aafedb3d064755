import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clear, click, find, instead, pointAt, recordingsOf, show as showBoard, walk } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { Move, Step } from '../../lib/wire';
import Board from './Board.svelte';
import { neighbours, readCave, readLaid, readPut, readView, steakFood, type RawView } from './view';

const recordings = recordingsOf('valley');
afterEach(clear);
function show(step: Step<RawView>, me: string | null, pick: Picker, why = (_move: string) => {}, still = false): void {
  pick.offer(step.moves);
  showBoard(Board, { step, me, pick, why, still });
}
const all = recordings.flatMap(({ steps, me }) => steps.map((step) => ({ step: step as Step<RawView>, me })));
const asked = all.filter(({ step }) => step.ask > 0);

describe('the view', () => {
  it('reads caves, tiles and moves as they are written', () => {
    expect(readCave('Bc 6/4', 0)).toEqual({ name: 'k1', edge: 'B', gate: 'c5', high: 6, low: 4 });
    expect(readCave('R4 17/15', 4)).toEqual({ name: 'k5', edge: 'R', gate: 'h4', high: 17, low: 15 });
    expect(readLaid('HF1@k3a3')).toEqual({ id: 'HF1', scenes: ['H', 'F'], at: ['k3', 'a3'], old: false });
    expect(readPut('bon:B=RX1@e3e4', {})).toMatchObject({ id: 'RX1', verb: 'bon:B=', at: ['e3', 'e4'] });
    const pays = { 'lay:': { e3: 2, e4: 1, k4: 7 }, 'new:': { k4: 5 } };
    expect(readPut('lay:RX1@e3k4', pays)?.pays).toEqual({ food: [{ at: 'e3', food: 2 }], sum: 2, shelter: 7 });
    expect(readPut('new:RX1@e3k4', pays)?.pays).toEqual({ food: [], sum: 0, shelter: 5 });
    expect(readPut('bon:F=p2.c4', pays)).toBeNull();
  });

  it('reads every recorded step: 40 squares, 6 caves, 2 waterfalls, every token in one place', () => {
    for (const { step } of all) {
      const view = readView(step.view);
      expect(view.seats.length).toBe(step.view.players);
      for (const seat of view.seats) {
        expect(seat.squares.length).toBe(40);
        expect(seat.caves.length).toBe(6);
        expect(seat.falls.length).toBe(2);
        for (const tile of seat.laid) expect(neighbours(seat, tile.at[0])).toContain(tile.at[1]);
      }
    }
  });

  it('neighbours share a side, and caves have only their gate', () => {
    const seat = readView(all[0]!.step.view).seats[0]!;
    expect(neighbours(seat, 'd3').sort()).toEqual(['c3', 'd2', 'd4', 'e3']);
    for (const cave of seat.caves) {
      expect(neighbours(seat, cave.name)).toEqual([cave.gate]);
      expect(neighbours(seat, cave.gate)).toContain(cave.name);
    }
    expect(steakFood([1, 3, 5, 7, 10], 0)).toBe(0);
    expect(steakFood([1, 3, 5, 7, 10], 9)).toBe(10);
  });

  it('the food preview is what the game then pays', () => {
    let checked = 0;
    for (const { steps } of recordings)
      for (let at = 1; at < steps.length; at++) {
        const [before, after] = [steps[at - 1] as Step<RawView>, steps[at] as Step<RawView>];
        const told = after.story[0];
        const put = told ? readPut(told.move, before.view.pays) : null;
        if (!put || after.story.length !== 1 || after.step !== before.step + 1) continue;
        const place = Number(told!.seat.slice(1)) - 1;
        const [old, now] = [readView(before.view).seats[place]!, readView(after.view).seats[place]!];
        const pays = put.pays;
        const fights = before.view.fight_on[put.id]?.filter((seat) => seat !== place + 1).length ?? 0;
        if (fights) continue;
        expect(now.food - old.food, `${told!.move} in step ${after.step}`).toBe(pays.sum);
        if (after.view.phase !== 'BONUS' && !before.view.entering) expect(now.shelter - old.shelter).toBe(pays.shelter);
        checked++;
      }
    expect(checked).toBeGreaterThan(5);
  });

  it('a bear pays for the tiles it touches', () => {
    let checked = 0;
    for (const { step, me } of asked)
      for (const move of step.moves) {
        const found = /^bon:F=(p\d)\.(..)$/.exec(move.m);
        const said = found && /(\d+) shelter/.exec(move.words ?? '');
        if (!found || !said) continue;
        const seat = readView(step.view).seats[Number(found[1]!.slice(1)) - 1]!;
        expect(seat.bearsPay[found[2]!], `${me} ${move.m}`).toBe(Number(said[1]));
        checked++;
      }
    expect(checked).toBeGreaterThan(3);
  });
});

// A decision that one recording has is not looked for in the next.
const walked = new Set<string>();
describe.each(recordings)('$file', ({ steps, me }) => {
  it('shows everything that moves point at, nothing else, and every path picks its move', { timeout: 600000 }, () => {
    const known =
      /^(tile:[A-Z]{2}\d|token:[A-Z]|used:[A-Z]|scene:[A-Z]|fight:(p\d|[A-Z]{2}\d)|button:(done|stop)|steaks:\d+|p\d\.[a-hkw]\d)$/;
    for (const step of steps as Step<RawView>[]) {
      // One move of every kind in every phase, the last of its kind: it is the furthest away.
      const fresh = new Map<string, Move>();
      for (const move of step.moves) {
        const kind = `${step.view.phase} ${move.m
          .split(/[:=]/)
          .slice(0, 2)
          .join()
          .replace(/[A-Z]{2}\d.*/, '')} ${move.touch.map((id) => id.slice(0, 3)).join()}`;
        if (!walked.has(kind)) fresh.set(kind, move);
      }
      if (!fresh.size && walked.has(step.view.phase)) continue;
      walked.add(step.view.phase);
      const pick = new Picker();
      show(step, me, pick);
      for (const [kind, move] of fresh) {
        walked.add(kind);
        walk(pick, move);
      }
      for (const one of document.querySelectorAll('[data-touch]'))
        expect(one.getAttribute('data-touch')).toMatch(known);
      clear();
    }
    expect(walked.size).toBeGreaterThan(10);
  });

  it('everything touchable can be reached by keyboard and has a name', () => {
    const step = steps.find((one) => one.ask && one.moves.length > 5)! as Step<RawView>;
    const pick = new Picker();
    show(step, me, pick);
    pick.touch(step.moves[0]!.touch[0]!);
    flushSync();
    for (const one of document.querySelectorAll('[data-touch]')) {
      expect(one.tagName === 'BUTTON' || one.getAttribute('tabindex') === '0').toBe(true);
      expect(one.getAttribute('aria-label') || one.textContent?.trim()).toBeTruthy();
    }
  });
});

describe('rare decisions', () => {
  const { step, me } = asked.find(({ step }) => step.view.phase === 'MAIN')!;
  it('whose Fight token goes off first', () => {
    const pick = new Picker();
    const tile = step.view[me as 'p1']!.pool[0]!;
    show(
      instead(step, { phase: 'FIGHT', laying: `lay:${tile}@a1a2` }, [
        ['hit:p2', 'fight:p2'],
        ['hit:p1', 'fight:p1'],
      ]),
      me,
      pick,
    );
    walk(pick, pick.moves[0]!);
    walk(pick, pick.moves[1]!);
  });
  it('nothing can be laid any more', () => {
    const pick = new Picker();
    show(instead(step, {}, [['stop', 'button:stop']]), me, pick);
    walk(pick, pick.moves[0]!);
  });
  it('a used token comes back', () => {
    const pick = new Picker();
    const seat = { ...step.view[me as 'p1']!, used: ['C', 'H'] };
    show(
      instead(step, { phase: 'BONUS', bonuses: 'R', [me as 'p1']: seat }, [
        ['bon:R=uC', 'scene:R', 'used:C'],
        ['bon:R=uH', 'scene:R', 'used:H'],
      ]),
      me,
      pick,
    );
    walk(pick, pick.moves[1]!);
  });
  it('a Fight token is taken back while bonus cards are shown', () => {
    const pick = new Picker();
    const tile = step.view.common[0]!;
    show(
      instead(step, { phase: 'BONUS', bonuses: 'X', fight_on: { [tile]: [Number(me!.slice(1))] } }, [
        ['done', 'button:done'],
        [`bon:X=${tile}`, 'scene:X', `tile:${tile}`],
        [`recall:${tile}`, `fight:${tile}`],
      ]),
      me,
      pick,
    );
    expect(find('scene:X')).toBeTruthy();
    walk(pick, pick.moves[2]!);
  });
  it('the token of the Fight and what is put on tiles have names of their own', () => {
    const pick = new Picker();
    const seat = { ...step.view[me as 'p1']!, held: ['X'] };
    show(instead(step, { [me as 'p1']: seat }, [['use:X=RW1', 'token:X', 'tile:RW1']]), me, pick);
    expect(find('token:X')?.getAttribute('aria-label')).toMatch(/^Fight Mountain token: Put a Fight token/);
  });
  it('an own bear is chased away', () => {
    const pick = new Picker();
    const free = readView(step.view).seats[Number(me!.slice(1)) - 1]!.squares.find((square) =>
      step.view[me as 'p1']!.laid.every((put) => !put.includes(square.name)),
    )!;
    const seat = { ...step.view[me as 'p1']!, bears: [free.name] };
    show(
      instead(step, { phase: 'BONUS', bonuses: 'F', [me as 'p1']: seat }, [
        [`bon:F=-${free.name}`, 'scene:F', `${me}.${free.name}`],
      ]),
      me,
      pick,
    );
    walk(pick, pick.moves[0]!);
  });
});

describe('at the board', () => {
  const { step, me } = asked.find(
    ({ step }) => step.view.phase === 'MAIN' && step.moves.filter((move) => move.m.startsWith('lay')).length > 4,
  )!;

  it('a touched tile shows its places with what they pay, and turns where it can', () => {
    const pick = new Picker();
    show(step, me, pick);
    const lay = step.moves.find((move) => move.m.startsWith('lay'))!;
    click(lay.touch[0]!);
    const pips = document.querySelectorAll('.pip[role="button"]');
    const seams = new Set(
      step.moves.filter((move) => move.touch[0] === lay.touch[0]).map((move) => [...move.touch.slice(1)].sort().join()),
    );
    expect(pips.length).toBe(seams.size);
    pips[0]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
    expect(pick.ready?.m).toMatch(/^lay:/);
    expect(document.querySelector('.ghost')).not.toBeNull();
  });

  it('says why a tile cannot lie there', () => {
    const pick = new Picker();
    const why = vi.fn();
    const idle = instead(step, {}, [['stop', 'button:stop']]);
    const pool = idle.view[me as 'p1']!.pool;
    show({ ...idle, moves: step.moves.filter((move) => move.touch[0] !== `tile:${pool[0]}`) }, me, pick, why);
    click(`tile:${pool[0]}`);
    expect(pick.picked).toEqual([]);
    const svg = document.querySelector<SVGSVGElement>('.big svg')!;
    // jsdom draws nothing: one unit of the drawing is one pixel here.
    (svg as unknown as { getScreenCTM(): unknown }).getScreenCTM = () => ({
      inverse: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
    });
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 795, clientY: 450 }));
    flushSync();
    expect(why).toHaveBeenCalledTimes(1);
    expect(why.mock.calls[0]![0]).toMatch(new RegExp(`^lay:${pool[0]}@h5..$`));
    expect(document.querySelector('.wrong')).not.toBeNull();
  });

  it('somebody who watches, and a still picture, can touch nothing of a move', () => {
    show({ ...step, ask: 0, moves: [] }, null, new Picker());
    expect(document.querySelectorAll('.can').length).toBe(0);
    clear();
    show(step, me, new Picker(), undefined, true);
    expect(document.querySelectorAll('[data-touch], [tabindex], .play button').length).toBe(0);
  });

  it('a still picture glows where something was touched', () => {
    const pick = new Picker();
    show(step, me, pick, undefined, true);
    pick.touch(step.moves.find((move) => move.m.startsWith('lay'))!.touch[0]!);
    flushSync();
    expect(document.querySelectorAll('.pip').length).toBeGreaterThan(0);
    expect(document.querySelectorAll('[data-touch], [tabindex], .play button').length).toBe(0);
  });
});

describe('the key that turns a tile', () => {
  it('turns it, but not while somebody writes', () => {
    const found = asked
      .map(({ step, me }) => {
        const both = step.moves.find(
          (move) =>
            /^(lay|new):/.test(move.m) &&
            step.moves.some(
              (other) =>
                other.touch[0] === move.touch[0] &&
                other.touch[1] === move.touch[2] &&
                other.touch[2] === move.touch[1],
            ),
        );
        return both ? { step, me, both } : null;
      })
      .find((one) => one !== null)!;
    const pick = new Picker();
    show(found.step, found.me, pick);
    found.both.touch.forEach((id) => pick.touch(id));
    flushSync();
    expect(document.querySelector('.turn')).not.toBeNull();
    const input = document.body.appendChild(document.createElement('input'));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    expect(pick.ready?.m).toBe(found.both.m);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    expect(pick.picked.slice(1)).toEqual([found.both.touch[2], found.both.touch[1]]);
  });
});

describe('Enter after the mouse', () => {
  it('plays what was touched instead of putting it back', () => {
    const found = asked.find(({ step }) => step.moves.some((move) => move.m.startsWith('lay:')))!;
    const move = found.step.moves.find((one) => one.m.startsWith('lay:'))!;
    const pick = new Picker();
    show(found.step, found.me, pick);
    find(move.touch[0]!)!.focus();
    for (const id of move.touch) pointAt(id);
    expect(pick.ready?.m).toBe(move.m);
    expect(document.activeElement).toBe(document.body);
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    flushSync();
    expect(pick.ready?.m).toBe(move.m);
  });
});
