// Boards on recorded steps, touched as people touch them.
import { readdirSync, readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { expect } from 'vitest';
import type { Board, BoardProps } from '../src/games/board';
import type { Picker } from '../src/lib/picker.svelte';
import type { Move, Step } from '../src/lib/wire';
import { readRecording, type Recording } from '../src/workshop/fixtures';

const FOLDER = 'fixtures/';
const SEATS = ['Mira', 'Flint', 'Noor', 'Iris'].map((name, i) => ({
  seat: `p${i + 1}`,
  kind: 'person' as const,
  name,
  colour: i,
}));

export function recordingsOf(game: string): Recording[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(game) && name.endsWith('.jsonl'))
    .map((name) => readRecording(name, readFileSync(FOLDER + name, 'utf8')));
}

let shown: ReturnType<typeof mount> | undefined;

/** Takes the board away; after every test. */
export function clear(): void {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
}

type Given = Pick<BoardProps, 'step' | 'me' | 'pick'> & Partial<BoardProps>;

/** Draws a step; what is not given is four people, no step before, no motion. */
export function show(board: Board, given: Given): void {
  const props = { before: null, seats: SEATS, calm: true, why() {}, ...given };
  shown = mount(board, { target: document.body, props });
  flushSync();
}

export const find = (id: string) => document.querySelector<HTMLElement>(`[data-touch="${id}"]`);

export function press(element: Element | null): void {
  element!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  flushSync();
}

export const click = (id: string) => press(find(id));

/** As a mouse does it: pressing gives the focus to what can have it, unless somebody prevents that. */
export function pointAt(id: string): void {
  const element = find(id)!;
  if (element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })))
    element.closest<HTMLElement>('[tabindex], button')?.focus();
  press(element);
}

/** Every touch of a move leads on, is there, and in the end the move is meant. */
export function walk(pick: Picker, move: Move): void {
  for (const id of move.touch) {
    expect(pick.can.has(id), `${move.m}: ${id} leads on`).toBe(true);
    expect(find(id), `${move.m}: ${id} is there`).not.toBeNull();
    click(id);
  }
  expect(pick.ready?.m).toBe(move.m);
  pick.cancel();
  flushSync();
}

/** A recorded step with another decision: some are too rare to be recorded. */
export function instead<V extends object>(step: Step<V>, view: Partial<V>, moves: [string, ...string[]][]): Step<V> {
  return {
    ...step,
    ask: 1,
    view: { ...step.view, ...view },
    moves: moves.map(([m, ...touch]) => ({ m, touch, words: m })),
  };
}
