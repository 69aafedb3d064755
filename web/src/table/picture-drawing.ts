// Drawings of the page, copied so that they need neither its style nor its sprites.

const SVG = 'http://www.w3.org/2000/svg';

export function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** What a style may say of a drawing, and what it says when it says nothing. */
const STYLES: Record<string, string> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  opacity: '1',
  color: '',
  'font-family': '',
  'font-size': '',
  'font-weight': '400',
  'text-anchor': 'start',
  'paint-order': 'normal',
  transform: 'none',
  'stop-color': 'rgb(0, 0, 0)',
};

/** Marks of sprites, patterns and gradients that drawings refer to. */
export class Marks {
  readonly defs = make('defs', {});
  #names = new Map<string, string>();
  #files = new Map<string, Promise<Document | null>>();
  #waiting: Promise<void>[] = [];

  /** The name under which something at this address is found in the copy. */
  nameOf(address: string): string {
    const known = this.#names.get(address);
    if (known) return known;
    const name = `m${this.#names.size}`;
    this.#names.set(address, name);
    const [file = '', id = ''] = address.split('#');
    this.#waiting.push(
      this.#find(file, id).then((found) => {
        if (!found) return;
        const copy = file ? (found.cloneNode(true) as Element) : styled(found, this, true);
        copy?.setAttribute('id', name);
        if (copy) this.defs.append(copy);
      }),
    );
    return name;
  }

  async #find(file: string, id: string): Promise<Element | null> {
    if (!file) return document.getElementById(id);
    if (!this.#files.has(file))
      this.#files.set(
        file,
        fetch(file)
          .then((answer) => answer.text())
          .then((text) => new DOMParser().parseFromString(text, 'image/svg+xml'))
          .catch(() => null),
      );
    return (await this.#files.get(file)!)?.getElementById(id) ?? null;
  }

  /** All that was asked for is there, or cannot be had. What is found may ask for more. */
  async fetched(): Promise<void> {
    for (let done = 0; done < this.#waiting.length; done++) await this.#waiting[done];
  }
}

function setStyle(from: Element, to: Element, marks: Marks, isMark: boolean): void {
  const style = getComputedStyle(from);
  for (const [name, usual] of Object.entries(STYLES)) {
    // A mark takes the colours of the place where it stands, unless it has its own.
    if (isMark && !from.hasAttribute('class') && !/var\(/.test(from.getAttribute(name) ?? '')) continue;
    const value = style.getPropertyValue(name);
    const address = /^url\("?([^")]+)"?\)/.exec(value)?.[1];
    if (address) to.setAttribute(name, `url(#${marks.nameOf(address.slice(address.indexOf('#')))})`);
    else if (value && value !== usual) to.setAttribute(name, value);
    else to.removeAttribute(name);
  }
}

function styled(from: Element, marks: Marks, isMark: boolean): Element | null {
  if (!isMark && getComputedStyle(from).display === 'none') return null;
  const copy = from.cloneNode(false) as Element;
  for (const { name } of [...copy.attributes])
    if (/^(class|style|id|role|tabindex|data-.*|aria-.*)$/.test(name)) copy.removeAttribute(name);
  setStyle(from, copy, marks, isMark);
  const address = from.tagName === 'use' ? from.getAttribute('href') : null;
  if (address) copy.setAttribute('href', `#${marks.nameOf(address)}`);
  for (const child of from.childNodes) {
    const inner = child instanceof Element ? styled(child, marks, isMark) : child.cloneNode(true);
    if (inner) copy.append(inner);
  }
  return copy;
}

/** A drawing at the place where it stands on the page. */
export function copyDrawing(svg: SVGSVGElement, at: { left: number; top: number }, marks: Marks): Element | null {
  const { left, top, width, height } = svg.getBoundingClientRect();
  if (!width || !height) return null;
  const copy = styled(svg, marks, false);
  if (!copy) return null;
  for (const [name, value] of Object.entries({
    x: left - at.left,
    y: top - at.top,
    width,
    height,
    overflow: 'visible',
  }))
    copy.setAttribute(name, String(value));
  copy.removeAttribute('transform');
  return copy;
}
