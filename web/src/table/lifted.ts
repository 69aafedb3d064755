// What is held while something is dragged: a likeness of the thing, under the pointer. The thing itself stays where it
// is, so that whatever the board does meanwhile is the board's own affair.

const SVG = 'http://www.w3.org/2000/svg';

export interface Lifted {
  moveBy(dx: number, dy: number): void;
  /** Glides back to where it was, and is gone. */
  home(): void;
  /** Gone at once. */
  drop(): void;
}

/** A drawing of its own with a copy of the element, where the element is. */
function likenessOfDrawing(element: SVGGraphicsElement, root: SVGSVGElement): Element {
  const svg = root.cloneNode(false) as SVGSVGElement;
  const parent = element.parentElement instanceof SVGGraphicsElement ? element.parentElement : null;
  const inner = parent?.getScreenCTM?.();
  const outer = root.getScreenCTM?.();
  const group = document.createElementNS(SVG, 'g');
  if (inner && outer) {
    const { a, b, c, d, e, f } = outer.inverse().multiply(inner);
    group.setAttribute('transform', `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  }
  group.append(element.cloneNode(true));
  svg.replaceChildren(group);
  return svg;
}

export function lift(element: Element, isCalm: boolean): Lifted {
  const root = element instanceof SVGElement ? element.ownerSVGElement : null;
  const likeness = root ? likenessOfDrawing(element as SVGGraphicsElement, root) : element.cloneNode(true);
  const holder = document.createElement('div');
  const frame = (root ?? element).getBoundingClientRect();
  const box = element.getBoundingClientRect();
  // Two things with one name would be found by whoever looks for the first.
  for (const one of [likeness as Element, ...(likeness as Element).querySelectorAll('*')])
    for (const name of ['data-touch', 'data-key', 'data-drag', 'data-lift', 'id', 'tabindex', 'role', 'aria-label'])
      one.removeAttribute(name);
  holder.setAttribute('aria-hidden', 'true');
  holder.className = 'lifted';
  Object.assign(holder.style, {
    position: 'fixed',
    left: `${frame.left}px`,
    top: `${frame.top}px`,
    width: `${frame.width}px`,
    height: `${frame.height}px`,
    zIndex: '20',
    pointerEvents: 'none',
    filter: 'drop-shadow(0 12px 8px #1b110a55)',
    transformOrigin: `${box.left - frame.left + box.width / 2}px ${box.top - frame.top + box.height / 2}px`,
  });
  holder.append(likeness);
  // Beside the thing, where the same style holds.
  (root ?? element).parentElement?.append(holder);
  // A box around it may be what "fixed" is measured from.
  const put = holder.getBoundingClientRect();
  holder.style.left = `${2 * frame.left - put.left}px`;
  holder.style.top = `${2 * frame.top - put.top}px`;
  element.setAttribute('data-lifted', '');
  const end = () => {
    element.removeAttribute('data-lifted');
    holder.remove();
  };
  const pose = isCalm ? '' : ' scale(1.08) rotate(-2deg)';
  let at = [0, 0];
  return {
    moveBy(dx, dy) {
      at = [dx, dy];
      holder.style.transform = `translate(${dx}px, ${dy}px)${pose}`;
    },
    home() {
      if (isCalm) return end();
      const away = `translate(${at[0]}px, ${at[1]}px)${pose}`;
      const glide = holder.animate([{ transform: away }, { transform: 'none' }], {
        duration: 220,
        easing: 'cubic-bezier(.2,.7,.2,1)',
      });
      holder.style.transform = 'none';
      glide.onfinish = end;
    },
    drop: end,
  };
}
