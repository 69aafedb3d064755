// What is drawn is touched with the keys like a button.

/** Enter or the space bar: acts, and nobody else hears of it. */
export function pressed(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** A pointer was put on something that is drawn: nothing keeps or gets the focus of the keys, so that Enter means the
 * button that plays what was touched, and not the thing under the pointer once more. For `onmousedown`. */
export function pointed(event: MouseEvent): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement || activeElement instanceof SVGElement) activeElement.blur();
}
