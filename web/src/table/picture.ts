// A picture of the board as it stands: what is on the page is drawn once more as an SVG that needs nothing else, and
// that becomes a PNG. It knows no board: boxes, lines of text and drawings are copied as the browser shows them.
import { Marks, copyDrawing, make } from './picture-drawing';

/** So many pixels for one of the page. */
const SHARP = 2;
const EDGE = 16;
const FOOT = 34;

const isSeen = (colour: string) => colour !== 'transparent' && !/,\s*0\)$|\/\s*0\)$/.test(colour);
const px = (text: string) => parseFloat(text) || 0;

interface Paper {
  /** Where the board begins on the page. */
  left: number;
  top: number;
  marks: Marks;
  pen: CanvasRenderingContext2D | null;
}

function drawBox(element: Element, style: CSSStyleDeclaration, to: Element, paper: Paper): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const wide = px(style.borderTopWidth);
  const hasBorder = wide > 0 && style.borderTopStyle !== 'none' && isSeen(style.borderTopColor);
  const isFramed = hasBorder && px(style.borderLeftWidth) > 0;
  if (!width || !height || (!isSeen(style.backgroundColor) && !hasBorder)) return;
  const [x, y] = [left - paper.left, top - paper.top];
  const radius = style.borderTopLeftRadius;
  const round = radius.endsWith('%') ? (px(radius) / 100) * Math.min(width, height) : px(radius);
  const inset = isFramed ? wide / 2 : 0;
  to.append(
    make('rect', {
      x: x + inset,
      y: y + inset,
      width: Math.max(0, width - 2 * inset),
      height: Math.max(0, height - 2 * inset),
      rx: Math.min(round, height / 2),
      fill: isSeen(style.backgroundColor) ? style.backgroundColor : 'none',
      ...(isFramed ? { stroke: style.borderTopColor, 'stroke-width': wide } : {}),
      ...(isFramed && style.borderTopStyle === 'dashed' ? { 'stroke-dasharray': `${3 * wide} ${2 * wide}` } : {}),
    }),
  );
  if (hasBorder && !isFramed) to.append(make('rect', { x, y, width, height: wide, fill: style.borderTopColor }));
}

interface Line {
  text: string;
  left: number;
  right: number;
  top: number;
  height: number;
}

/** The lines of a text as the browser broke them. */
function linesOf(node: Text): Line[] {
  const range = document.createRange();
  const lines: Line[] = [];
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (!box.width) continue;
    if (last && Math.abs(last.top - box.top) < 2) {
      last.text += ` ${word[0]}`;
      last.right = box.right;
    } else lines.push({ text: word[0], left: box.left, right: box.right, top: box.top, height: box.height });
  }
  return lines;
}

function drawText(node: Text, style: CSSStyleDeclaration, to: Element, paper: Paper): void {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  if (paper.pen) paper.pen.font = font;
  const measured = paper.pen?.measureText('x');
  const up = measured?.fontBoundingBoxAscent ?? 4;
  const base = up / (up + (measured?.fontBoundingBoxDescent ?? 1));
  for (const line of linesOf(node)) {
    const text = make('text', {
      x: line.left - paper.left,
      y: line.top - paper.top + line.height * base,
      // Another font than the page's takes as much room.
      textLength: Math.max(1, line.right - line.left),
      lengthAdjust: 'spacingAndGlyphs',
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'font-style': style.fontStyle,
    });
    text.textContent = style.textTransform === 'uppercase' ? line.text.toUpperCase() : line.text;
    to.append(text);
  }
}

/** Only for screen readers: a pixel that shows nothing. */
function isHidden(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return true;
  const { width, height } = element.getBoundingClientRect();
  return style.overflow !== 'visible' && width <= 1 && height <= 1;
}

function drawElement(element: Element, to: Element, paper: Paper): void {
  const style = getComputedStyle(element);
  if (isHidden(element, style)) return;
  if (element instanceof SVGSVGElement) {
    const drawing = copyDrawing(element, paper, paper.marks);
    if (drawing) to.append(drawing);
    return;
  }
  const group = style.opacity === '1' ? to : make('g', { opacity: style.opacity });
  if (group !== to) to.append(group);
  if (style.display !== 'contents') drawBox(element, style, group, paper);
  for (const child of element.childNodes) {
    if (child instanceof Text) drawText(child, style, group, paper);
    else if (child instanceof Element) drawElement(child, group, paper);
  }
}

/** The board as an SVG of its own, with what lies over it; `words` stand below it. */
export async function drawBoard(board: Element, words: string, over: Element[] = []): Promise<SVGSVGElement> {
  const { left, top, width, height } = board.getBoundingClientRect();
  const page = getComputedStyle(document.body);
  const [w, h] = [Math.ceil(width) + 2 * EDGE, Math.ceil(height) + 2 * EDGE + FOOT];
  const svg = make('svg', { width: w, height: h, viewBox: `0 0 ${w} ${h}` }) as SVGSVGElement;
  const marks = new Marks();
  svg.append(marks.defs, make('rect', { width: w, height: h, fill: page.backgroundColor }));
  const pen = document.createElement('canvas').getContext?.('2d') ?? null;
  for (const part of [board, ...over]) drawElement(part, svg, { left: left - EDGE, top: top - EDGE, marks, pen });
  const foot = { x: EDGE, y: h - 14, fill: page.color, 'font-family': 'serif', 'font-size': 17, 'font-weight': 700 };
  const said = make('text', foot);
  said.textContent = words;
  svg.append(said);
  await marks.fetched();
  return svg;
}

function png(svg: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  return image
    .decode()
    .then(() => {
      const canvas = document.createElement('canvas');
      canvas.width = SHARP * image.width;
      canvas.height = SHARP * image.height;
      canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
      return new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    })
    .then((blob) => blob ?? Promise.reject(new Error('no picture')))
    .finally(() => URL.revokeObjectURL(url));
}

export async function pictureOf(board: Element, words: string, over: Element[] = []): Promise<Blob> {
  return png(await drawBoard(board, words, over));
}
