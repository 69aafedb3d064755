// The board as everybody may see it, beside the page: for pictures that are shown around while secrets are kept.
import { flushSync, mount, unmount } from 'svelte';
import { boardOf } from '../games/boards';
import { Picker } from '../lib/picker.svelte';
import type { TableStore } from '../lib/table.svelte';
import type { Step } from '../lib/wire';

/** Frames until what is mounted has been laid out. */
const frames = (n: number): Promise<void> =>
  n ? new Promise<void>((done) => requestAnimationFrame(() => done())).then(() => frames(n - 1)) : Promise.resolve();

/** Members in any order. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
  );
}

/** What is on the board without the secrets of whoever looks at it; the step itself where it shows none. */
export async function publicStep(table: TableStore, step: Step): Promise<Step> {
  if (!table.me || table.newest?.over) return step;
  const past = await table.publicAt(step.step);
  if (!past) throw new Error('what everybody may see cannot be had');
  if (isSame(past.view, step.view)) return step;
  const { view, scores } = past;
  return { ...step, view, scores, story: past.story, asked: [], ask: 0, question: null, moves: [], undoable: 0 };
}

/** Draws another board of the same size out of sight for as long as `use` needs it. */
export async function beside<T>(table: TableStore, step: Step, cell: Element, use: (at: Element) => Promise<T>) {
  const Board = await boardOf(table.info?.game ?? '');
  const { width, height } = cell.getBoundingClientRect();
  const target = document.createElement('div');
  target.className = 'board';
  target.inert = true;
  target.setAttribute('aria-hidden', 'true');
  Object.assign(target.style, {
    position: 'fixed',
    left: '-300vw',
    top: '0',
    width: `${width}px`,
    height: `${height}px`,
  });
  cell.append(target);
  const { seats } = table;
  const props = { step, before: null, told: null, me: null, seats, pick: new Picker(), calm: true, why() {} };
  const drawn = mount(Board, { target, props });
  try {
    flushSync();
    await frames(2);
    return await use(target);
  } finally {
    void unmount(drawn);
    target.remove();
  }
}
