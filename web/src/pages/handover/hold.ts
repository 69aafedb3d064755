// Something that is meant only when it is held: for as long as it takes to be sure that nobody brushed against it.

export const HOLD_MS = 600;

interface Held {
  began(): void;
  ended(): void;
  meant(): void;
}

/** Watches a button: a pointer or a key that stays down means it, one that lets go early does not. */
export function holding(node: HTMLElement, held: Held): { destroy(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    if (timer !== undefined) return;
    held.began();
    timer = setTimeout(() => {
      timer = undefined;
      held.meant();
    }, HOLD_MS);
  };
  const end = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    held.ended();
  };
  const isKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', (event: PointerEvent) => event.button === 0 && begin()],
    ['pointerup', end],
    ['pointercancel', end],
    ['pointerleave', end],
    ['blur', end],
    ['contextmenu', (event: Event) => event.preventDefault()],
    [
      'keydown',
      (event: KeyboardEvent) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      },
    ],
    ['keyup', (event: KeyboardEvent) => isKey(event) && end()],
    // A program that presses buttons for somebody cannot hold one: it has asked whether this is meant.
    [
      'click',
      (event: MouseEvent) => {
        if (event.detail === 0 && timer === undefined) held.meant();
      },
    ],
  ];
  for (const [name, listener] of listeners) node.addEventListener(name, listener as (event: Event) => void);
  return {
    destroy() {
      clearTimeout(timer);
      for (const [name, listener] of listeners) node.removeEventListener(name, listener as (event: Event) => void);
    },
  };
}
