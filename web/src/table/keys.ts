// The keyboard at a table. It listens before the board does: what ends a showing or confirms a move must not be taken
// for something else.
import type { TableStore } from '../lib/table.svelte';
import type { Move } from '../lib/wire';
import { noClick } from './drag';

export interface Hands {
  table: TableStore;
  /** Letters and digits are short cuts. */
  hasShortCuts(): boolean;
  isDialogOpen(): boolean;
  /** The n-th move of the list. */
  nth(n: number): Move | undefined;
  mean(move: Move): void;
  play(move: Move): void;
}

const PASSING = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph']);

export class Keys {
  #hands: Hands;
  /** What was used last on the board: after a click Enter means the button, with keys it means what has the focus. */
  #isPointing = false;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  pointed(): void {
    this.#isPointing = true;
  }

  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || PASSING.has(event.key)) {
      if (event.key === 'Tab') this.#isPointing = false;
      return;
    }
    const target = event.target instanceof Element ? event.target : document.body;
    if (this.#hands.isDialogOpen() || target.closest('dialog, select, textarea, input:not([type="range"])')) return;
    if (this.#act(event, target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** True when the key has done its work. */
  #act(event: KeyboardEvent, target: Element): boolean {
    const { table } = this.#hands;
    if (table.past) return this.#review(event.key);
    if (table.isShow) return this.#lead(event.key, target);
    if (table.director.isPlaying && !target.closest('[data-still]')) {
      const hasChanged = table.director.skip();
      // What was not yet to be seen cannot be meant.
      if (hasChanged || /^[1-9]$/.test(event.key)) return true;
    }
    if (event.key === 'Escape' && (table.pick.picked.length || table.pick.ghost)) {
      table.pick.cancel();
      return true;
    }
    if (event.key === 'Enter') return this.#confirm(target);
    return this.#hands.hasShortCuts() && this.#shortCut(event.key);
  }

  #review(key: string): boolean {
    const { table } = this.#hands;
    if (key === 'ArrowLeft') void table.lookBy(-1);
    else if (key === 'ArrowRight') void table.lookBy(1);
    else if (key === 'Home') void table.look(0);
    else if (key === 'Escape') table.lookEnds();
    else return false;
    return true;
  }

  /** A play of computers: the space bar stops it, the arrow leads it on. */
  #lead(key: string, target: Element): boolean {
    const { director } = this.#hands.table;
    if (key === 'ArrowRight' && director.isPlaying) {
      director.pause();
      director.next();
      return true;
    }
    if (key !== ' ' || target.closest('button, a')) return false;
    if (director.isPaused) director.goOn();
    else director.pause();
    return true;
  }

  #confirm(target: Element): boolean {
    const { table, play } = this.#hands;
    const ready = table.pick.ready;
    if (!ready || table.pending) return false;
    const isFree = target.closest('button, a, [role="button"], [tabindex]') === null;
    if (!isFree && !(this.#isPointing && target.closest('.board'))) return false;
    play(ready);
    return true;
  }

  #shortCut(key: string): boolean {
    const { table, nth, mean } = this.#hands;
    if (/^[1-9]$/.test(key)) {
      const move = nth(Number(key) - 1);
      if (move) mean(move);
      return !!move;
    }
    if (key === 'h' && table.isMyTurn) void table.askHint();
    else if (key === 'u' && table.step?.undoable) table.undo();
    else return false;
    return true;
  }
}

/** Where a touch does not end the showing: what leads it, reads it, or has nothing to do with the board. */
const APART = '[data-still], .bar, .chat-box, .story-box, .pacing, .tool, .now, .tabs, .tabs-row, .wish, dialog';

/** A pointer goes down at the table: straight to now, and where the board has changed under it, the click is not
 * meant for what stands there now. */
export function touchEndsShow(event: PointerEvent, table: TableStore): void {
  const target = event.target instanceof Element ? event.target : null;
  if (!table.director.isPlaying || table.isShow || table.past || target?.closest(APART)) return;
  if (!table.director.skip()) return;
  // A touch that becomes no click must not cost the next one.
  window.addEventListener('pointerup', noClick, { once: true });
}
