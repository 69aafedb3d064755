// Whatever can be touched twice in a row can also be dragged: from the first thing to the second, with mouse, finger or
// pen. It knows no board: things are found by data-touch, and the picker says what leads where. Touch and touch again
// works as before, because a drag begins only after some pixels.
import type { Picker } from '../lib/picker.svelte';
import { lift, type Lifted } from './lifted';

/** Less is a click by an unsteady hand. */
const STARTS = 6;

interface Drag {
  id: string;
  thing: Element;
  pointer: number;
  x: number;
  y: number;
  /** What was picked before. */
  picked: string[];
  lifted: Lifted | null;
}

function touchOf(node: EventTarget | null): Element | null {
  return node instanceof Element ? node.closest('[data-touch]') : null;
}

/** Would touching it lead to something else that can be touched? */
function leadsOn(pick: Picker, id: string): boolean {
  const { picked } = pick;
  if (picked.at(-1) === id) return pick.can.size > 0;
  const depth = pick.can.has(id) ? picked.length : 0;
  return pick.moves.some(
    ({ touch }) =>
      touch[depth] === id && touch.length > depth + 1 && picked.slice(0, depth).every((one, i) => touch[i] === one),
  );
}

/** Lets things in `root` be dragged. Returns how to stop. */
export function draggable(root: HTMLElement, pick: () => Picker, isCalm: () => boolean): () => void {
  let drag: Drag | null = null;

  function down(event: PointerEvent) {
    const thing = touchOf(event.target);
    const id = thing?.getAttribute('data-touch');
    if (!thing || !id || event.button > 0 || event.isPrimary === false || drag || !leadsOn(pick(), id)) return;
    drag = {
      id,
      thing,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      picked: pick().picked,
      lifted: null,
    };
  }

  function begin(held: Drag): boolean {
    if (pick().picked.at(-1) !== held.id) pick().touch(held.id);
    if (pick().picked.at(-1) !== held.id || !pick().can.size) return false;
    const shown = root.querySelector(`[data-lift="${CSS.escape(held.id)}"]`) ?? held.thing;
    held.lifted = lift(shown, isCalm());
    return true;
  }

  /** What it would be put on. */
  function under(event: PointerEvent): string | null {
    const id = touchOf(document.elementFromPoint(event.clientX, event.clientY))?.getAttribute('data-touch') ?? null;
    return id !== null && pick().can.has(id) ? id : null;
  }

  function move(event: PointerEvent) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.lifted && Math.hypot(dx, dy) < STARTS) return;
    if (!drag.lifted && !begin(drag)) {
      drag = null;
      return;
    }
    drag.lifted!.moveBy(dx, dy);
    pick().hover(under(event));
  }

  function up(event: PointerEvent) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { lifted, picked } = drag;
    drag = null;
    if (!lifted) return; // it was a click
    const target = event.type === 'pointerup' ? under(event) : null;
    pick().hover(null);
    noClick();
    if (target === null) {
      lifted.home();
      pick().restore(picked);
      return;
    }
    lifted.drop();
    pick().touch(target);
  }

  /** A finger that drags does not scroll. */
  function still(event: TouchEvent) {
    if (drag && event.cancelable) event.preventDefault();
  }

  root.addEventListener('pointerdown', down);
  root.addEventListener('touchmove', still, { passive: false });
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  return () => {
    drag?.lifted?.drop();
    drag = null;
    root.removeEventListener('pointerdown', down);
    root.removeEventListener('touchmove', still);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', up);
  };
}

/** The click that ends a gesture means nothing more. */
export function noClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}
