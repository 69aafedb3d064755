// Things can be dragged as well as touched, with mouse, finger or pen. It knows no board: things are found by
// data-touch, the picker says what leads where, and letting go is a touch at that place. Three ways:
//   from a thing to the one that is touched after it (a stone to a square), without a line in the board;
//   from a thing to the part of the table where such things go, which is marked data-drop="KIND …" (a card);
//   from a piece that is marked data-drag="KIND …" to a thing of that kind (a member to a land).
// The kind of a thing is what stands before the colon of its id. Touch and touch again works as before, because a drag
// begins only after some pixels.
import { Drop } from '../games/board';
import type { Picker } from '../lib/picker.svelte';
import { lift, type Lifted } from './lifted';

/** Less is a click by an unsteady hand. */
const STARTS = 6;

const ASIDE = ['touchmove', 'selectstart', 'dragstart'];

interface Drag {
  /** What is touched first; null: only what it is laid on. */
  id: string | null;
  thing: Element;
  pointer: number;
  x: number;
  y: number;
  /** What was picked before. */
  picked: string[];
  lifted: Lifted | null;
  /** The thing under the pointer that a touch would mean, if it were let go there. */
  aim(under: Element | null): Element | null;
}

const kindOf = (id: string) => id.split(':')[0]!;
const idOf = (thing: Element | null | undefined) => thing?.getAttribute('data-touch') ?? null;

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

/** The click that letting go means: boards look at where it was. */
function touchAt(thing: Element, { clientX, clientY }: PointerEvent): void {
  thing.dispatchEvent(new Drop('click', { bubbles: true, cancelable: true, detail: 1, clientX, clientY }));
}

/** Lets things in `root` be dragged. Returns how to stop. */
export function draggable(root: HTMLElement, pick: () => Picker, isCalm: () => boolean): () => void {
  let drag: Drag | null = null;

  const isOffered = (thing: Element | null | undefined) => pick().can.has(idOf(thing) ?? '');
  const dropOf = (kind: string) => `[data-drop~="${CSS.escape(kind)}"]`;

  /** What a thing may be let go on, by the ways above; null where it is not dragged at all. */
  function waysOf(thing: Element): Pick<Drag, 'id' | 'aim'> | null {
    const id = idOf(thing);
    if (id && leadsOn(pick(), id))
      return {
        id,
        aim: (under) => {
          const on = under?.closest('[data-touch]');
          return on && isOffered(on) ? on : null;
        },
      };
    const kinds = thing.getAttribute('data-drag')?.split(' ') ?? [];
    const isLaid = [...pick().can].some((one) => kinds.includes(kindOf(one)));
    const isDropped = id !== null && pick().can.has(id) && root.querySelector(dropOf(kindOf(id))) !== null;
    if (!isLaid && !isDropped) return null;
    return {
      id: null,
      aim: (under) => {
        const on = under?.closest('[data-touch]');
        if (on && isOffered(on) && kinds.includes(kindOf(idOf(on)!))) return on;
        return isDropped && under?.closest(dropOf(kindOf(id))) && !thing.contains(under) ? thing : null;
      },
    };
  }

  function down(event: PointerEvent) {
    const thing = event.target instanceof Element ? event.target.closest('[data-touch], [data-drag]') : null;
    if (!thing || event.button > 0 || event.isPrimary === false || drag) return;
    const ways = waysOf(thing);
    if (!ways) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    drag = { ...ways, thing, pointer, x, y, picked: pick().picked, lifted: null };
  }

  function begin(held: Drag): boolean {
    const { id } = held;
    if (id !== null) {
      if (pick().picked.at(-1) !== id) pick().touch(id);
      if (pick().picked.at(-1) !== id || !pick().can.size) return false;
    }
    const name = id ?? idOf(held.thing);
    const shown = name === null ? null : root.querySelector(`[data-lift="${CSS.escape(name)}"]`);
    held.lifted = lift(shown ?? held.thing, isCalm());
    return true;
  }

  const under = (event: PointerEvent) => document.elementFromPoint(event.clientX, event.clientY);

  function move(event: PointerEvent) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.lifted && Math.hypot(dx, dy) < STARTS) return;
    if (!drag.lifted && !begin(drag)) {
      drag = null;
      return;
    }
    drag.lifted!.moveBy(dx, dy);
    pick().hover(idOf(drag.aim(under(event))));
  }

  function up(event: PointerEvent) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { lifted, picked, aim } = drag;
    drag = null;
    if (!lifted) return; // it was a click
    const target = event.type === 'pointerup' ? aim(under(event)) : null;
    pick().hover(null);
    if (target === null) {
      lifted.home();
      pick().restore(picked);
    } else {
      lifted.drop();
      touchAt(target, event);
    }
    noClick();
  }

  /** While something is held nothing else is done by it: a finger does not scroll, a mouse selects no words, and the
   * browser drags nothing of its own. */
  function still(event: Event) {
    if (drag && event.cancelable) event.preventDefault();
  }

  root.addEventListener('pointerdown', down);
  for (const type of ASIDE) root.addEventListener(type, still, { passive: false });
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  return () => {
    drag?.lifted?.drop();
    drag = null;
    root.removeEventListener('pointerdown', down);
    for (const type of ASIDE) root.removeEventListener(type, still);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', up);
  };
}

/** The click that ends a gesture means nothing more. */
export function noClick(): void {
  const stop = () => window.removeEventListener('click', swallow, { capture: true });
  const swallow = (event: Event) => {
    if (event instanceof Drop) return; // another gesture
    stop();
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true });
  setTimeout(stop, 0);
}
