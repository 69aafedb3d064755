import { afterEach, describe, expect, it, vi } from 'vitest';
import { clear, find, press, recordingsOf, show as showBoard, walk } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { Move } from '../../lib/wire';
import type { Recording } from '../../workshop/fixtures';
import Board from './Board.svelte';
import { drawingOf, nameIn } from './art';
import { around, list, parseTotal, parseUnits, readTable, signed, type SpearsStep } from './view';

const recordings = recordingsOf('spears');
const stepsOf = (recording: Recording) => recording.steps as SpearsStep[];
const everyStep = recordings.flatMap((recording) => stepsOf(recording).map((step) => ({ recording, step })));

afterEach(clear);

function show(
  recording: Recording,
  step: SpearsStep,
  pick: Picker,
  more: { play?: (move: Move) => void; why?: (move: string) => void; still?: boolean } = {},
) {
  const steps = stepsOf(recording);
  showBoard(Board, {
    step,
    before: steps[steps.indexOf(step) - 1] ?? null,
    me: recording.me,
    seats: recording.seats,
    pick,
    ...more,
  });
}
function offer(step: SpearsStep): Picker {
  const pick = new Picker();
  pick.offer(step.moves);
  return pick;
}

/** One move of each kind. */
function sample(moves: Move[]): Move[] {
  const kinds = new Map(
    moves.map((move) => [move.touch.map((id) => (id.startsWith('button') ? id : id.split(':')[0])).join(' '), move]),
  );
  return [...kinds.values()];
}

describe('reading the view', () => {
  it('reads the short forms', () => {
    expect(list('-')).toEqual([]);
    expect(list('p01 p02')).toEqual(['p01', 'p02']);
    expect(parseUnits('h1 (h2) g1')).toEqual({ active: new Set(['h1', 'g1']), turned: new Set(['h2']) });
    expect(parseUnits('-')).toEqual({ active: new Set(), turned: new Set() });
    expect(parseTotal('m1 b0 t12')).toEqual({ meat: 1, bone: 0, trophy: 12 });
    expect([signed(-1), signed(0), signed(2)]).toEqual(['−1', '0', '+2']);
  });

  it('loses nothing: units, prey and secrets of every recorded step', () => {
    for (const { recording, step } of everyStep) {
      const table = readTable(step.view);
      const { view } = step;
      expect(table.tribes.map((tribe) => tribe.key).join(' ')).toBe(view.seats);
      for (const tribe of table.tribes) {
        const words = tribe.units
          .filter((unit) => unit.state !== 'deck')
          .map((unit) => (unit.state === 'turned' ? `(${unit.code})` : unit.code));
        expect(words.join(' ') || '-').toBe(view.units[tribe.key]);
        expect(tribe.units.length).toBe(9);
        expect(tribe.pile.map((prey) => prey.id).join(' ') || '-').toBe(view.own[tribe.key]);
        const sum = (what: 'meat' | 'bone' | 'trophy') => tribe.pile.reduce((total, prey) => total + prey[what], 0);
        expect(tribe.total).toEqual({ meat: sum('meat'), bone: sum('bone'), trophy: sum('trophy') });
        if (tribe.seat !== recording.me && !view.over) {
          expect(tribe.team).toBeNull();
          expect(tribe.hand === null || tribe.handSize === 0).toBe(true);
          expect(tribe.placedValue).toBeNull();
        }
      }
      const prey = [
        ...table.row,
        ...table.unseen,
        ...table.queue,
        ...table.tribes.flatMap((tribe) => tribe.pile),
      ].filter((one) => one !== null);
      expect(new Set(prey.map((one) => one.id)).size).toBe(24);
      for (const one of prey) expect(one.names?.['en']?.length).toBeGreaterThan(2);
      expect(table.row.length).toBe(5);
    }
  });

  it('roles come from the order of the tokens; three players have only two', () => {
    const four = readTable(stepsOf(recordings.find((one) => one.file === 'spears.jsonl')!)[20]!.view);
    expect(four.tribes.map((tribe) => tribe.role).sort()).toEqual(['chief', 'flutist', 'seer', 'shaman']);
    const three = readTable(stepsOf(recordings.find((one) => one.file === 'spears-3.jsonl')!)[20]!.view);
    expect(
      three.tribes
        .map((tribe) => tribe.role)
        .filter(Boolean)
        .sort(),
    ).toEqual(['chief', 'shaman']);
  });

  it('I sit below, the others around me in the order of seats', () => {
    const table = readTable(everyStep.find(({ step }) => step.view.seats.length === 7)!.step.view);
    const { own, others } = around(table, 'p3');
    expect(own?.seat).toBe('p3');
    expect(others.map((tribe) => tribe.seat)).toEqual(['p4', 'p1', 'p2']);
    expect(around(table, null)).toMatchObject({ own: null, others: { length: 4 } });
  });

  it('every prey has a drawing, also those of other packs', () => {
    const table = readTable(everyStep[0]!.step.view);
    const drawings = new Set(table.unseen.concat(table.row.filter((one) => one !== null)).map(drawingOf));
    expect(drawings.size).toBe(24);
    expect(drawingOf({ names: { en: 'Snow snail' }, power: 9 })).toBe('#sp-a-mammoth');
    expect(nameIn({ en: 'Fox', fr: 'Renard' }, 'fr', 'p05')).toBe('Renard');
    expect(nameIn(null, 'fr', 'p05')).toBe('p05');
  });
});

// A decision that one recording has is not looked for in the next.
const walked = new Set<string>();
describe.each(recordings.filter((recording) => recording.me !== null))('$file', (recording) => {
  it('shows everything that moves point at, and every path picks its move', () => {
    for (const step of stepsOf(recording)) {
      const what = `${step.view.phase} ${step.ask > 0}`;
      if (walked.has(what)) continue;
      walked.add(what);
      const pick = offer(step);
      show(recording, step, pick);
      expect(document.querySelectorAll('.prey').length).toBeGreaterThan(0);
      for (const move of sample(step.moves)) walk(pick, move);
      const live = new Set(
        [...document.querySelectorAll('.can[data-touch]')].map((one) => one.getAttribute('data-touch')),
      );
      for (const id of live) expect(pick.can.has(id!)).toBe(true);
      clear();
    }
  }, 600000);
});

describe('at the table', () => {
  const at = (phase: string) =>
    everyStep.find(({ step }) => step.ask > 0 && step.view.phase === phase && step.moves.length > 2)!;

  it('units are ticked in any order and sent in the order of the server', () => {
    const { recording, step } = at('HUNT_UNITS');
    const units = step.moves.filter((move) => move.touch[0]!.startsWith('unit:'));
    const pick = offer(step);
    const played: string[] = [];
    show(recording, step, pick, { play: (move) => played.push(move.m) });
    press(find(units.at(-1)!.touch[0]!));
    press(find(units[0]!.touch[0]!));
    expect(pick.picked).toEqual([]);
    expect(document.querySelectorAll('.seg.ghost').length).toBe(2);
    press(document.querySelector('.choices .strong'));
    expect(played).toEqual([units[0]!.m]);
  });

  it('a card is lifted, not placed, and the sum answers', () => {
    const { recording, step } = at('CARDS');
    const pick = offer(step);
    const play = vi.fn();
    show(recording, step, pick, { play });
    press(find('card:+1') ?? find('card:0'));
    expect(pick.picked.length).toBe(1);
    expect(play).not.toHaveBeenCalled();
    expect(document.querySelector('.said')!.textContent).toMatch(/with your/);
    expect(document.body.textContent).toMatch(/No talk while cards are down/);
  });

  it('what others placed is nowhere on the page', () => {
    for (const { recording, step } of everyStep.filter((one) => one.step.view.phase === 'CARDS').slice(0, 6)) {
      show(recording, step, offer(step));
      const slots = document.querySelectorAll('.slot:not(.open)').length;
      expect(slots).toBe(readTable(step.view).tribes.filter((tribe) => tribe.placed).length);
      expect(document.querySelectorAll('.face').length).toBe(0);
      clear();
    }
  });

  it('when all have chosen the cards are shown sorted, with their sum', () => {
    const found = everyStep.find(({ recording, step }) => {
      const steps = stepsOf(recording);
      const before = steps[steps.indexOf(step) - 1];
      return (
        before &&
        before.step + 1 === step.step &&
        before.view.phase === 'CARDS' &&
        step.view.phase !== 'CARDS' &&
        step.view.rounds.length === before.view.rounds.length + 1
      );
    })!;
    show(found.recording, found.step, offer(found.step));
    expect(document.querySelectorAll('.face').length).toBe(readTable(found.step.view).tribes.length);
    expect(document.body.textContent).toMatch(/All have chosen/);
  });

  it('a prey of the other time explains itself', () => {
    const found = everyStep.find(
      ({ step }) =>
        step.ask > 0 &&
        step.view.phase === 'ACTION' &&
        readTable(step.view).row.some((prey) => prey && prey.time !== step.view.time),
    )!;
    const why = vi.fn();
    show(found.recording, found.step, offer(found.step), { why });
    const asleep = readTable(found.step.view).row.find((prey) => prey && prey.time !== found.step.view.time)!;
    press(find(asleep.touch));
    expect(why).toHaveBeenCalledWith(`hunt:${asleep.id}`);
  });

  it('a picture has nothing to touch', () => {
    const { recording, step } = at('PLAY');
    show(recording, step, offer(step), { still: true });
    expect(document.querySelectorAll('button').length).toBe(0);
  });

  it('at the end teams, goals and winners are told', () => {
    const { recording, step } = everyStep.find((one) => one.step.view.over)!;
    show(recording, step, offer(step));
    expect(document.querySelector('.middle h2')!.textContent).toMatch(/Winners|Nobody wins/);
    expect(document.body.textContent).toMatch(/Survivor/);
  });
});
