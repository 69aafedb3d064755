import { afterEach, describe, expect, it, vi } from 'vitest';
import { clear, click, instead, recordingsOf, show as showBoard, walk } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { Move, Step } from '../../lib/wire';
import Board from './Board.svelte';
import { centre, frame } from './hex';
import { readCounts, readLand, readNeeds, readRow, readView, type RawView } from './view';

const KINDS = { G: 'Goat', H: 'Horse', W: 'Wheat', O: 'Gold', I: 'Incense' };
const recordings = recordingsOf('tribes');
afterEach(clear);
function show(step: Step<RawView>, me: string | null, pick: Picker, why = (_move: string) => {}, still = false): void {
  pick.offer(step.moves);
  showBoard(Board, { step, me, pick, why, still });
}
const all = recordings.flatMap(({ steps, me }) => steps.map((step) => ({ step: step as Step<RawView>, me })));
const asked = all.filter(({ step }) => step.ask > 0);

describe('the view', () => {
  it('reads land, rows and counts as they are written', () => {
    expect(readLand('d4:G2 e4:W! d5:O!13 c4:I', KINDS)).toEqual([
      { name: 'd4', resource: 'G', kind: 'Goat', spent: false, members: 2 },
      { name: 'e4', resource: 'W', kind: 'Wheat', spent: true, members: 0 },
      { name: 'd5', resource: 'O', kind: 'Gold', spent: true, members: 13 },
      { name: 'c4', resource: 'I', kind: 'Incense', spent: false, members: 0 },
    ]);
    expect(readLand('', KINDS)).toEqual([]);
    expect(() => readLand('d4:Q', KINDS)).toThrow();
    const event = { name: 'Rhino', text: 'Run.', epoch: 1 };
    const row = readRow('P M+ E(12) rhino(1)', [0, 1, 2, 3], { rhino: event });
    expect(row.map((tile) => tile.action)).toEqual(['procreate', 'move', 'explore', null]);
    expect(row.map((tile) => tile.hand)).toEqual([false, true, false, false]);
    expect(row.map((tile) => tile.shells)).toEqual([0, 0, 12, 1]);
    expect(row.map((tile) => tile.price)).toEqual([0, 1, 2, 3]);
    expect(row[3]!.event).toBe(event);
    expect(readNeeds('1.1:+ 3.4:+?-')).toEqual({ '1.1': ['have'], '3.4': ['have', 'wild', 'lack'] });
    expect(readNeeds('')).toEqual({});
    expect(readCounts('G10 H0 W2 O1 I9')).toEqual({ G: 10, H: 0, W: 2, O: 1, I: 9 });
  });

  it('reads every recorded step, and nothing is lost: shells, land, members, stones', () => {
    for (const { step } of all) {
      const view = readView(step.view);
      expect(view.seats.length).toBe(step.view.players);
      const shells =
        view.seats.reduce((sum, seat) => sum + seat.shells, 0) +
        view.row.reduce((sum, tile) => sum + tile.shells, 0) +
        step.view.box;
      expect(shells).toBe(20);
      for (const tile of view.row) expect(tile.action !== null || tile.event !== null, tile.id).toBe(true);
      const land = view.seats.reduce((sum, seat) => sum + seat.land.length, 0);
      const count = (counts: Record<string, number>) => Object.values(counts).reduce((sum, each) => sum + each, 0);
      if (view.phase !== 'SETUP') expect(land + count(view.bag) + count(view.hand)).toBe(50);
      for (const seat of view.seats)
        expect(seat.members + seat.reserve + (view.lifted && view.actor === seat.place ? 1 : 0)).toBe(15);
      const stones = view.slots.flatMap((slot) => slot.stones);
      for (const seat of view.seats)
        expect(stones.filter((place) => place === seat.place).length).toBe(12 - seat.stones);
      for (const slot of view.slots) expect(slot.board !== null).toBe(step.view.grid[slot.name] !== undefined);
    }
  });

  it('frames the cells', () => {
    expect(centre('d4')).toEqual({ x: 0, y: 0 });
    expect(frame(['d4']).w).toBeLessThan(frame(['d4', 'e4']).w);
  });

  it('takes from the view what the rules know: where land may come, what deeds need, prices', () => {
    for (const { step } of all) {
      const view = readView(step.view);
      for (const seat of view.seats) {
        const land = new Set(seat.land.map((each) => each.name));
        if (land.size) expect(seat.border.length).toBeGreaterThan(0);
        expect(seat.border.some((name) => land.has(name))).toBe(false);
        for (const slot of view.slots)
          expect(seat.needs[slot.name]?.length, slot.name).toBe(slot.board ? slot.board.need : undefined);
      }
      expect(view.row.length).toBe(step.view.prices.length);
      if (view.phase === 'LAY' && step.ask) {
        const places = new Set(step.moves.map((move) => move.touch[1]!.slice(6)));
        expect([...places].sort()).toEqual([...view.seats[view.actor!]!.border].sort());
      }
    }
  });
});

// A decision that one recording has is not looked for in the next.
const walked = new Set<string>();
describe.each(recordings)('$file', ({ steps, me }) => {
  it('shows everything that moves point at, nothing else, and every path picks its move', { timeout: 600000 }, () => {
    const known = /^(row:\d+|act|stop|board:[1-3]\.[1-4]|cell:[A-D][a-h][1-8]|land:[GHWOI]|option:\d|layout:\d)$/;
    for (const step of steps as Step<RawView>[]) {
      const fresh = new Map<string, Move>();
      for (const move of step.moves) {
        const kind = `${step.view.phase} ${move.touch.map((id) => id.split(':')[0]).join()}`;
        if (!walked.has(kind)) fresh.set(kind, move);
      }
      if (!fresh.size && walked.has(step.view.phase)) continue;
      walked.add(step.view.phase);
      const pick = new Picker();
      show(step, me, pick);
      const players = readView(step.view).seats.length;
      expect(document.querySelectorAll('.minis .other').length).toBe(players - 1);
      for (const [kind, move] of fresh) {
        walked.add(kind);
        walk(pick, move);
        walk(
          pick,
          step.moves.find(
            (each) =>
              each.touch.length === move.touch.length && each.touch[0]!.split(':')[0] === move.touch[0]!.split(':')[0],
          )!,
        );
      }
      for (const one of document.querySelectorAll('[data-touch]'))
        expect(one.getAttribute('data-touch')).toMatch(known);
      clear();
    }
    expect(walked.size).toBeGreaterThan(10);
  });

  it('everything touchable can be reached by keyboard and has a name', () => {
    for (const phase of ['TAKE', 'STEP', 'LAY'] as const) {
      const step = steps.find((one) => one.ask && (one as Step<RawView>).view.phase === phase) as
        Step<RawView> | undefined;
      if (!step) continue;
      show(step, me, new Picker());
      for (const one of document.querySelectorAll('[data-touch]')) {
        expect(one.tagName === 'BUTTON' || one.getAttribute('tabindex') === '0').toBe(true);
        expect(one.getAttribute('aria-label') || one.textContent?.trim()).toBeTruthy();
      }
      clear();
    }
  });
});

describe('rare decisions', () => {
  const { step, me } = asked.find(({ step }) => step.view.phase === 'TAKE')!;
  const letter = 'ABCD'[Number(me!.slice(1)) - 1]!;
  const event = { strange: { name: 'Strange', text: 'Choose.', epoch: 2 } };
  it('an event that lets choose', () => {
    const pick = new Picker();
    show(
      instead(step, { phase: 'PICK', turn: letter, tile: 'strange', events: { ...step.view.events, ...event } }, [
        ['#1', 'option:1'],
        ['#2', 'option:2'],
      ]),
      me,
      pick,
    );
    walk(pick, pick.moves[0]!);
    walk(pick, pick.moves[1]!);
  });
  it('start land is arranged', () => {
    const pick = new Picker();
    show(
      instead(step, { phase: 'ARRANGE', turn: letter }, [
        ['S:GWO', 'layout:1'],
        ['S:WGO', 'layout:2'],
      ]),
      me,
      pick,
    );
    walk(pick, pick.moves[1]!);
  });
  it.each([
    ['LIFT', '-'],
    ['LOSE', '-'],
    ['RENEW', 'r'],
    ['WITHER', 'x'],
    ['WILD', 'x'],
  ])('%s', (phase, sign) => {
    const pick = new Picker();
    const cell = readLand(step.view[letter as 'A']!.land, KINDS)[0]!.name;
    show(
      instead(step, { phase: phase as RawView['phase'], turn: letter }, [
        [`${sign}${cell}`, `cell:${letter}${cell}`],
        ['.', 'stop'],
      ]),
      me,
      pick,
    );
    walk(pick, pick.moves[0]!);
    walk(pick, pick.moves[1]!);
  });
  it('a member in hand: where it came from is marked', () => {
    const pick = new Picker();
    const cells = readLand(step.view[letter as 'A']!.land, KINDS).map((land) => land.name);
    show(
      instead(step, { phase: 'DROP', turn: letter, lifted: cells[0]! }, [
        [`+${cells[1]}`, `cell:${letter}${cells[1]}`],
      ]),
      me,
      pick,
    );
    expect(document.querySelector('.from')).not.toBeNull();
    walk(pick, pick.moves[0]!);
  });
});

describe('at the board', () => {
  it('says why a tile of the row is too dear, and why a board cannot be completed', () => {
    const { step, me } = asked.find(({ step }) => step.view.phase === 'TAKE')!;
    const why = vi.fn();
    show({ ...step, moves: step.moves.slice(0, 1) }, me, new Picker(), why);
    click('row:3');
    expect(why).toHaveBeenCalledWith('T3');
    clear();
    const mode = asked.find(({ step }) => step.view.phase === 'MODE')!;
    show({ ...mode.step, moves: mode.step.moves.slice(0, 1) }, mode.me, new Picker(), why);
    click('board:1.1');
    expect(why).toHaveBeenLastCalledWith('C1.1');
  });

  it('land is laid with one touch: the kind is taken up by itself', () => {
    const { step, me } = asked.find(({ step }) => step.view.phase === 'LAY')!;
    const pick = new Picker();
    show(step, me, pick);
    const first = step.moves[0]!;
    click(first.touch[1]!);
    expect(pick.ready?.m).toBe(first.m);
    expect(document.querySelector('.ghost')).not.toBeNull();
  });

  it('events are told in words, and the last round is announced', () => {
    const { step, me } = asked.find(({ step }) => readView(step.view).row.some((tile) => tile.event))!;
    const event = readView(step.view).row.find((tile) => tile.event)!.event!;
    show({ ...step, view: { ...step.view, final: true } }, me, new Picker());
    expect(document.body.textContent).toContain(event.text);
    expect(document.body.textContent).toContain('Last round');
  });

  it('somebody who watches, and a still picture, can touch nothing of a move', () => {
    const { step, me } = asked.find(({ step }) => step.view.phase === 'LAY')!;
    show({ ...step, ask: 0, moves: [] }, null, new Picker());
    expect(document.querySelectorAll('.can, .place, .glow').length).toBe(0);
    clear();
    show(step, me, new Picker(), undefined, true);
    expect(document.querySelectorAll('.place').length).toBeGreaterThan(0);
    expect(document.querySelectorAll('[data-touch], [tabindex], .play button').length).toBe(0);
  });
});
