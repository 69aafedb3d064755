// Pieces move from where they were to where they are. A piece is any element with data-key; the same key before and
// after a step is the same piece, also when it changed from a pool to a board. A piece that was not there comes from
// the stack, bag or deck that is marked data-source="PREFIX …" with the beginning of its key; without one it falls into
// its place.

const TIME = 240;
const OUT = 'cubic-bezier(.2,.7,.2,1)';
const DROP = 'cubic-bezier(.3,1.4,.5,1)';
/** Several pieces that come at once come one after another. */
const APART = 90;

interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

type Piece = SVGElement | HTMLElement;

function spotOf(element: Element): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, w: width, h: height };
}

function spots(root: Element): Map<string, { element: Piece; spot: Spot }> {
  const found = new Map<string, { element: Piece; spot: Spot }>();
  for (const element of root.querySelectorAll<Piece>('[data-key]')) {
    const spot = spotOf(element);
    const key = element.dataset.key!;
    const known = found.get(key);
    // Drawn twice (large and small): the larger one is the piece.
    if (spot.w && (!known || known.spot.w * known.spot.h < spot.w * spot.h)) found.set(key, { element, spot });
  }
  return found;
}

/** Where a new piece comes from. */
function sourceOf(root: Element, key: string): Spot | null {
  for (const element of root.querySelectorAll<Piece>('[data-source]')) {
    const prefixes = element.dataset.source!.split(' ');
    if (!prefixes.some((prefix) => key.startsWith(prefix))) continue;
    const spot = spotOf(element);
    if (spot.w) return spot;
  }
  return null;
}

/** Units of the element's own coordinates per pixel: 1 outside of drawings. */
function unit(element: Element): number {
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  const scale = svg?.getScreenCTM?.()?.a;
  return scale ? 1 / scale : 1;
}

function fly(piece: Piece, from: Spot, to: Spot, more: Keyframe = {}, delay = 0): void {
  const k = unit(piece);
  const size = Math.min(3, Math.max(0.3, Math.max(from.w, from.h) / Math.max(to.w, to.h)));
  const start = `translate(${(from.x - to.x) * k}px, ${(from.y - to.y) * k}px) scale(${size})`;
  piece.style.transformBox = 'fill-box';
  piece.style.transformOrigin = 'center';
  piece.animate([{ ...more, transform: start }, { transform: 'none' }], {
    duration: TIME,
    easing: OUT,
    delay,
    fill: 'backwards',
  });
}

/** Into its place from above, with a small overshoot. */
function fall(piece: Piece, delay: number): void {
  const k = unit(piece);
  piece.style.transformBox = 'fill-box';
  piece.style.transformOrigin = 'center';
  piece.animate(
    [
      { opacity: 0, transform: `translate(0, ${-26 * k}px) scale(1.12)`, easing: OUT },
      { opacity: 1, transform: 'none' },
    ],
    { duration: TIME, easing: DROP, delay, fill: 'backwards' },
  );
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
      let fresh = 0;
      for (const [key, { element: piece, spot }] of spots(element)) {
        if (typeof piece.animate !== 'function') return;
        const from = old.get(key)?.spot;
        if (from) {
          if (Math.hypot(from.x - spot.x, from.y - spot.y) >= 3) fly(piece, from, spot);
        } else if (old.size) {
          const source = sourceOf(element, key);
          const delay = Math.min(4, fresh++) * APART;
          if (source) fly(piece, source, spot, { opacity: 0.2 }, delay);
          else fall(piece, delay);
        }
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
