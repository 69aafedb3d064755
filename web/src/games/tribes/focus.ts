// Enter after a click. Whoever clicks with a mouse leaves the focus on what was clicked, and Enter would touch it once
// more, which puts it down. So a click with the mouse leaves no focus behind, and Enter does what the button says.

/** Listens below this element until the answer is called. */
export function leaveNoFocus(root: HTMLElement): () => void {
  const clicked = (event: MouseEvent) => {
    if (event.detail === 0) return; // by the keys: the focus stays where it is
    const focused = document.activeElement;
    if (focused && root.contains(focused)) (focused as HTMLElement | SVGElement).blur();
  };
  root.addEventListener('click', clicked);
  return () => root.removeEventListener('click', clicked);
}
