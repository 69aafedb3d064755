import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clear, find, recordingsOf, show as showBoard } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { Step } from '../../lib/wire';
import { questionOf } from '../pages';
import Board from './Board.svelte';
import { guide } from './guide';
import { readLand, type RawView } from './view';

const KINDS = { G: 'Goat', H: 'Horse', W: 'Wheat', O: 'Gold', I: 'Incense' };
const asked = recordingsOf('tribes')
  .flatMap(({ steps, me }) => steps.map((step) => ({ step: step as Step<RawView>, me })))
  .filter(({ step }) => step.ask > 0);
afterEach(clear);
function show(step: Step<RawView>, me: string | null, pick: Picker): void {
  pick.offer(step.moves);
  showBoard(Board, { step, me, pick });
}

describe('words', () => {
  it('every move has words of its own, and what is asked is told', () => {
    for (const { step } of asked) {
      const words = step.moves.map((move) => move.words);
      for (const each of words) expect(each, step.view.phase).toMatch(/^[A-Z].*[^.]$/);
      expect(new Set(words).size, `${step.view.phase}: ${words.join(' | ')}`).toBe(words.length);
      const pick = new Picker();
      pick.offer(step.moves);
      expect(questionOf('tribes', step, null, pick)).toBe(step.question);
    }
  });

  it('the sentence follows what is touched', () => {
    const { step } = asked.find(({ step }) => step.view.phase === 'LAY')!;
    const pick = new Picker();
    pick.offer(step.moves);
    const move = step.moves[0]!;
    pick.touch(move.touch[0]!);
    expect(guide.decision!(step, null, pick).ask).toBe(
      `Lay ${KINDS[move.touch[0]!.slice(5) as 'G']}: touch a glowing place.`,
    );
    pick.touch(move.touch[1]!);
    expect(guide.decision!(step, null, pick).ask).toBe(`${move.words}.`);
  });

  it('nobody is told of an empty bag where an event lets renew', () => {
    const renewing = asked.filter(({ step }) => step.view.phase === 'RENEW');
    expect(renewing.length).toBeGreaterThan(0);
    for (const { step } of renewing) {
      const pick = new Picker();
      pick.offer(step.moves);
      expect(`${step.question} ${guide.decision!(step, null, pick).help}`).not.toContain('bag');
    }
  });

  it('things on the board are called by the move they mean, and land by its cell', () => {
    const { step, me } = asked.find(({ step }) => step.view.phase === 'LAY')!;
    show(step, me, new Picker());
    for (const place of document.querySelectorAll('.t-land path[data-touch]'))
      expect(place.getAttribute('aria-label')).toMatch(/^Lay \w+ on [a-h][1-8]$/);
    const letter = 'ABCD'[Number(me!.slice(1)) - 1] as 'A';
    const cells = [...document.querySelectorAll('.t-land .map text.cell')].map((each) => each.textContent);
    expect(cells).toEqual(readLand(step.view[letter]!.land, KINDS).map((land) => land.name));
  });
});

describe('the mouse, then Enter', () => {
  function clickWithMouse(element: HTMLElement): void {
    element.focus();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    flushSync();
  }
  /** As a browser does it: a button that has the focus is clicked by Enter. */
  function enter(): void {
    const target = document.activeElement ?? document.body;
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    if (target.dispatchEvent(key) && target.tagName === 'BUTTON')
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    flushSync();
  }

  it.each(['LAY', 'MODE'])('%s: what was clicked stays picked, and the shell hears Enter', (phase) => {
    const { step, me } = asked.find(
      ({ step }) => step.view.phase === phase && (phase === 'LAY' || step.moves.some((move) => move.m.startsWith('C'))),
    )!;
    const move = step.moves.find((each) => (phase === 'LAY' ? true : /^C\d\.\d$/.test(each.m)))!;
    const pick = new Picker();
    show(step, me, pick);
    clickWithMouse(find(move.touch.at(-1)!)!);
    expect(pick.ready?.m).toBe(move.m);
    expect(document.activeElement).toBe(document.body);
    const heard = vi.fn();
    window.addEventListener('keydown', heard, { once: true });
    enter();
    expect(pick.ready?.m).toBe(move.m);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('by the keys alone, Enter touches what has the focus, which keeps it', () => {
    const { step, me } = asked.find(({ step }) => step.view.phase === 'LAY')!;
    const pick = new Picker();
    show(step, me, pick);
    const place = find(step.moves[0]!.touch[1]!)!;
    place.focus();
    enter();
    expect(pick.ready?.m).toBe(step.moves[0]!.m);
    expect(document.activeElement).toBe(place);
  });
});
