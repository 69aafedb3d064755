// What is drawn is touched with the keys like a button.

/** Enter or the space bar: acts, and nobody else hears of it. */
export function pressed(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
