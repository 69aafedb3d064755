import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clear, find, instead, press, recordingsOf, show as showBoard } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { GameEvent, Move } from '../../lib/wire';
import Board from './Board.svelte';
import { KINDS, outcomeOf } from './decided';
import { barsOf, cardRange, withTicks } from './sum';
import { readTable, type SpearsStep, type WireContest } from './view';
import { verdictOf } from './verdict';

const everyStep = recordingsOf('spears').flatMap((recording) =>
  (recording.steps as SpearsStep[]).map((step, i, all) => ({ recording, step, before: all[i - 1] ?? null })),
);
type Found = (typeof everyStep)[number];

afterEach(clear);

function show({ recording, step, before }: Found, pick: Picker, play?: (move: Move) => void) {
  showBoard(Board, { step, before, me: recording.me, seats: recording.seats, pick, ...(play ? { play } : {}) });
}
function offer(step: SpearsStep): Picker {
  const pick = new Picker();
  pick.offer(step.moves);
  return pick;
}
const drawn = () => document.querySelector('.sum');

interface Compared extends GameEvent {
  kind: string;
  what: number;
  first: number;
  second: number;
}

/** The last thing that the story of a step says was decided. */
function decided(step: SpearsStep): Compared | null {
  const events = step.story.flatMap((told) => told.events) as unknown as Compared[];
  return events.filter((event) => event.kind === 'compared' || event.kind === 'unfought').at(-1) ?? null;
}

describe('what a contest came to', () => {
  it('is what the story tells, in every recorded play', () => {
    const seen = new Set<string>();
    for (const found of everyStep) {
      const told = decided(found.step);
      if (!told || found.step.view.over) continue;
      const { contest } = found.step.view;
      const kind = told.kind === 'unfought' ? 'fight' : KINDS[told.what]!;
      expect(contest?.kind).toBe(kind);
      expect(contest?.result?.outcome).toBe(outcomeOf(told));
      if (told.kind === 'compared') {
        expect([contest?.result?.first, contest?.result?.second]).toEqual([told.first, told.second]);
        const bars = barsOf(readTable(found.step.view), readTable(found.step.view).contest!);
        const cards = contest!.result!.cards ?? 0;
        expect(bars.map((bar) => bar.total + (bar.cards ? cards : 0))).toEqual([told.first, told.second]);
      }
      show(found, offer(found.step));
      expect(drawn()?.getAttribute('data-outcome')).toBe(outcomeOf(told));
      const totals = [...document.querySelectorAll('.sum .big')].map((one) => Number(one.textContent));
      if (told.kind === 'compared') expect(totals).toEqual([told.first, told.second]);
      clear();
      seen.add(kind);
    }
    expect([...seen].sort()).toEqual(['block', 'defence', 'fight', 'hunt']);
  }, 600000);

  // The view knows the hunt alone: the block is shown while it is told.
  it('is shown one after the other where a block decides who hunts', () => {
    const twice = everyStep.flatMap((found) =>
      found.step.story.flatMap((entry) => {
        const events = entry.events as Compared[];
        const [first, second] = events.filter((event) => event.kind === 'compared');
        return first && second && found.before?.view.phase === 'CARDS' ? [{ found, events, first, second }] : [];
      }),
    );
    expect(twice.length).toBeGreaterThan(0);
    for (const { found, events, first, second } of twice) {
      const shownWhile = (told: GameEvent | null) => {
        const { recording, step, before } = found;
        showBoard(Board, { step, before, told, me: recording.me, seats: recording.seats, pick: offer(step) });
        const totals = [...document.querySelectorAll('.sum .big')].map((one) => Number(one.textContent));
        const outcome = drawn()?.getAttribute('data-outcome');
        clear();
        return { outcome, totals };
      };
      const block = { outcome: outcomeOf(first), totals: [first.first, first.second] };
      const hunt = { outcome: outcomeOf(second), totals: [second.first, second.second] };
      expect(shownWhile(events.find((event) => event.kind === 'revealed')!)).toEqual(block);
      expect(shownWhile(first)).toEqual(block);
      expect(shownWhile(second)).toEqual(hunt);
      expect(shownWhile(null)).toEqual(hunt);
    }
  });

  // A hunt, a block, a fight, nobody to fight, a defence: each as it may end, whatever was won before.
  it.each([
    ['hunt', 'won', /taken/],
    ['hunt', 'tied', /gets away/],
    ['hunt', 'lost', /gets away/],
    ['block', 'won', /block fails/],
    ['block', 'tied', /nobody hunts/],
    ['block', 'lost', /block wins/],
    ['fight', 'won', /changes hands/],
    ['fight', 'tied', /stays/],
    ['fight', 'lost', /stays/],
    ['fight', 'unfought', /Nobody defends/],
    ['defence', 'won', /one vigor/],
    ['defence', 'lost', /two vigor/],
  ] as const)('%s %s', (kind, outcome, words) => {
    const found = everyStep.find(({ step }) => step.view.contest?.kind === kind)!;
    const number = outcome === 'won' ? 5 : outcome === 'lost' ? 3 : 4;
    const result = { outcome, first: number, second: 4 };
    const view = {
      contest: { ...found.step.view.contest!, result, chain: null, open: null } as WireContest,
      value: { hunt: [9, 1], block: null, fight: null, def: null } as SpearsStep['view']['value'],
    };
    const step = instead(found.step, view, [['done', 'button:done']]);
    expect(verdictOf(readTable(step.view).contest!, [number, 4])[0]).toMatch(words);
    show({ ...found, step }, offer(step));
    expect(drawn()?.getAttribute('data-outcome')).toBe(outcome);
    expect(document.body.textContent).toMatch(words);
  });
});

describe('the sum', () => {
  it('bars are as long as the server says, whoever is in them', () => {
    for (const { step } of everyStep) {
      const table = readTable(step.view);
      if (!table.contest) continue;
      const bars = barsOf(table, table.contest);
      for (const bar of bars)
        if (bar.kind === 'side') expect(bar.segments.reduce((total, one) => total + one.power, 0)).toBe(bar.total);
      expect(bars.filter((bar) => bar.cards).length).toBe(table.contest.kind === 'defence' ? 0 : 1);
    }
  });

  it('ticked units add what the server says: the Warrior of a block, the Ambusher in support, what is paid for', () => {
    const { step } = everyStep.find((one) => one.step.view.contest?.chain)!;
    const table = readTable(step.view);
    const tribe = table.tribes.find((one) => one.key === step.view.contest!.chain!.seat)!;
    const chain = { seat: tribe.key, side: 1 as const, most: 2, adds: { w1: [3, 4], a1: [2, 2] } as never };
    const contest = { ...table.contest!, chain };
    const bars = barsOf(table, contest);
    const longer = withTicks(bars, contest, tribe, ['w1', 'a1'], ['w1']);
    expect(longer[0]).toEqual(bars[0]);
    expect(longer[1].total).toBe(bars[1].total + 4 + 2);
    expect(longer[1].segments.filter((one) => one.ghost).map((one) => one.power)).toEqual([4, 2]);
  });

  it('no more units are ticked than the server allows', () => {
    const found = everyStep.find(
      (one) => one.step.ask > 0 && Object.keys(one.step.view.contest?.chain?.adds ?? {})[2],
    )!;
    const contest = found.step.view.contest!;
    const step = {
      ...found.step,
      view: { ...found.step.view, contest: { ...contest, chain: { ...contest.chain!, most: 1 } } },
    };
    show({ ...found, step }, offer(step), () => {});
    const units = step.moves.filter((move) => move.touch.length === 1 && move.touch[0]!.startsWith('unit:'));
    for (const unit of units) press(find(unit.touch[0]!));
    expect(document.querySelectorAll('.seg.ghost').length).toBe(1);
  });

  it('knows what the cards can do', () => {
    expect(cardRange({ own: [-1, 1], others: [-3, 3] }, null)).toEqual([-4, 4]);
    expect(cardRange({ own: [-1, 1], others: [-3, 3] }, 1)).toEqual([-2, 4]);
  });
});

/** As a mouse does it: the thing has the focus, then it is clicked. */
function mouse(element: HTMLElement) {
  element.focus();
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  flushSync();
}
function enter(): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
  flushSync();
  return event;
}

describe('Enter after a click', () => {
  const at = (phase: string) =>
    everyStep.find(({ step }) => step.ask > 0 && step.view.phase === phase && step.moves.length > 2)!;

  it('does not put a lifted card back: it is left to the button that says so', () => {
    const found = at('CARDS');
    const pick = offer(found.step);
    show(found, pick);
    mouse(find(found.step.moves[0]!.touch[0]!)!);
    expect(pick.ready?.m).toBe(found.step.moves[0]!.m);
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    enter();
    window.removeEventListener('keydown', heard);
    expect(pick.ready?.m).toBe(found.step.moves[0]!.m);
    const target = heard.mock.calls[0]![0].target as HTMLElement;
    expect(target.closest('button, a, [role="button"], [tabindex]')).toBeNull(); // then the table plays what is ready
  });

  it('sends the units that are ticked', () => {
    const found = at('HUNT_UNITS');
    const unit = found.step.moves.find((move) => move.touch[0]!.startsWith('unit:'))!;
    const play = vi.fn();
    show(found, offer(found.step), play);
    mouse(find(unit.touch[0]!)!);
    expect(document.querySelectorAll('.seg.ghost').length).toBe(1);
    enter();
    expect(play.mock.calls.map(([move]) => (move as Move).m)).toEqual([unit.m]);
  });

  it('touches a thing that was reached by the keyboard', () => {
    const found = at('CARDS');
    const pick = offer(found.step);
    show(found, pick);
    find(found.step.moves[0]!.touch[0]!)!.focus();
    enter();
    expect(pick.ready?.m).toBe(found.step.moves[0]!.m);
  });
});

describe('words', () => {
  it('every recorded step is told, and every move has words, without codes of cards', () => {
    for (const { step } of everyStep) {
      for (const told of step.story) expect(told.sentences.length).toBeGreaterThan(0);
      const said = [...step.story.flatMap((told) => told.sentences), ...step.moves.map((move) => move.words ?? '')];
      for (const words of said) {
        expect(words).not.toBe('');
        expect(words).not.toMatch(/\b[hgwmap]\d|\be\d/);
      }
    }
  });
});
