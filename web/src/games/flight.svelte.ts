// Pieces move from where they were to where they are. A piece is any element with data-key; the same key before and
// after a step is the same piece, also when it changed from a pool to a board.

const TIME = 240;

interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

function spots(root: Element): Map<string, { element: SVGElement | HTMLElement; spot: Spot }> {
  const found = new Map<string, { element: SVGElement | HTMLElement; spot: Spot }>();
  for (const element of root.querySelectorAll<SVGElement | HTMLElement>('[data-key]')) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const key = element.dataset.key!;
    const known = found.get(key);
    // Drawn twice (large and small): the larger one is the piece.
    if (width && (!known || known.spot.w * known.spot.h < width * height))
      found.set(key, { element, spot: { x: left + width / 2, y: top + height / 2, w: width, h: height } });
  }
  return found;
}

/** Units of the element's own coordinates per pixel: 1 outside of drawings. */
function unit(element: Element): number {
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  const scale = svg?.getScreenCTM?.()?.a;
  return scale ? 1 / scale : 1;
}

function flights(root: () => Element | null): { before(): void; after(): void } {
  let past: Map<string, { spot: Spot }> | null = null;
  return {
    /** Call before the page changes. */
    before() {
      const element = root();
      past = element ? spots(element) : null;
    },
    /** Call when it has changed. */
    after() {
      const element = root();
      if (!past || !element) return;
      const old = past;
      past = null;
      for (const [key, { element: piece, spot }] of spots(element)) {
        if (typeof piece.animate !== 'function') return;
        const from = old.get(key)?.spot;
        const options: KeyframeAnimationOptions = { duration: TIME, easing: 'cubic-bezier(.2,.7,.2,1)' };
        if (!from) {
          if (old.size) piece.animate([{ opacity: 0 }, { opacity: 1 }], options);
          continue;
        }
        const [dx, dy] = [from.x - spot.x, from.y - spot.y];
        if (Math.hypot(dx, dy) < 3) continue;
        const k = unit(piece);
        const size = Math.min(3, Math.max(0.3, Math.max(from.w, from.h) / Math.max(spot.w, spot.h)));
        piece.style.transformBox = 'fill-box';
        piece.style.transformOrigin = 'center';
        piece.animate(
          [{ transform: `translate(${dx * k}px, ${dy * k}px) scale(${size})` }, { transform: 'none' }],
          options,
        );
      }
    },
  };
}

/** Whatever has a key in `root` flies with every new step (reading it is what runs the effects again), unless it is to
 * stay calm. */
export function flyWithSteps(root: () => Element | null, now: () => { step: number; calm: boolean }): void {
  const flight = flights(root);
  $effect.pre(() => {
    if (!now().calm) flight.before();
  });
  $effect(() => {
    if (!now().calm) flight.after();
  });
}
