// Where things lie in a drawn valley. One square is 100 units, the ring of mountains 78.
import type { Cave, Fall, Seat } from './view';

export const S = 100;
export const M = 78;
export const WIDTH = 8 * S + 2 * M;
export const HEIGHT = 5 * S + 2 * M;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Point {
  x: number;
  y: number;
}

function squareBox(name: string): Box {
  return { x: 'abcdefgh'.indexOf(name[0]!) * S, y: (Number(name[1]) - 1) * S, w: S, h: S };
}

export function caveBox(cave: Cave): Box {
  const { x, y } = squareBox(cave.gate);
  if (cave.edge === 'T') return { x, y: y - M, w: S, h: M };
  if (cave.edge === 'B') return { x, y: y + S, w: S, h: M };
  if (cave.edge === 'L') return { x: x - M, y, w: M, h: S };
  return { x: x + S, y, w: M, h: S };
}

export function fallPoint(fall: Fall): Point {
  return {
    x: fall.corner.includes('W') ? -M / 2 : 8 * S + M / 2,
    y: fall.corner.includes('N') ? -M / 2 : 5 * S + M / 2,
  };
}

/** The box of a square or cave. */
export function boxOf(seat: Seat, name: string): Box {
  const cave = seat.caves.find((each) => each.name === name);
  return cave ? caveBox(cave) : squareBox(name);
}

export function middle(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

export function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

export type Way = 'N' | 'E' | 'S' | 'W';

/** Which way lies b, seen from a. */
export function way(a: Box, b: Box): Way {
  const p = middle(a);
  const q = middle(b);
  if (Math.abs(p.x - q.x) > Math.abs(p.y - q.y)) return q.x > p.x ? 'E' : 'W';
  return q.y > p.y ? 'S' : 'N';
}

/** Where two touching boxes meet. */
export function seam(a: Box, b: Box): Point {
  const u = union(a, b);
  const toward = way(a, b);
  if (toward === 'E' || toward === 'W') return { x: Math.max(a.x, b.x), y: u.y + u.h / 2 };
  return { x: u.x + u.w / 2, y: Math.max(a.y, b.y) };
}

/** Half a tile: rounded outside, straight where it meets its other half. */
export function halfPath(box: Box, toward: Way, inset: number): string {
  const r = 13;
  const x0 = box.x + (toward === 'W' ? 0 : inset);
  const x1 = box.x + box.w - (toward === 'E' ? 0 : inset);
  const y0 = box.y + (toward === 'N' ? 0 : inset);
  const y1 = box.y + box.h - (toward === 'S' ? 0 : inset);
  const corner = (sides: string) => (sides.includes(toward) ? 0 : r);
  const [nw, ne, se, sw] = [corner('WN'), corner('EN'), corner('ES'), corner('WS')];
  return `M${x0 + nw} ${y0}H${x1 - ne}q${ne} 0 ${ne} ${ne}V${y1 - se}q0 ${se} ${-se} ${se}H${x0 + sw}q${-sw} 0 ${-sw} ${-sw}V${y0 + nw}q0 ${-nw} ${nw} ${-nw}Z`;
}

/** A number between 0 and 1 that is always the same for i: uneven edges without chance. */
export function uneven(i: number): number {
  const n = Math.sin(i * 127.1 + 11.7) * 43758.5453;
  return n - Math.floor(n);
}

/** The outline of the mountains: uneven outside. */
export function rockPath(): string {
  const points: string[] = [];
  const step = 46;
  let i = 0;
  const add = (x: number, y: number) => points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  const [left, top, right, bottom] = [-M, -M, 8 * S + M, 5 * S + M];
  for (let x = left + 18; x < right - 18; x += step) add(x, top + 2 + uneven(i++) * 11);
  for (let y = top + 18; y < bottom - 18; y += step) add(right - 2 - uneven(i++) * 11, y);
  for (let x = right - 18; x > left + 18; x -= step) add(x, bottom - 2 - uneven(i++) * 11);
  for (let y = bottom - 18; y > top + 18; y -= step) add(left + 2 + uneven(i++) * 11, y);
  return `M${points.join('L')}Z`;
}

/** Peaks drawn on the ring: place, size, and which side the ridge falls to. */
const PEAKS: [number, number, number, number][] = [
  [26, -22, 0.9, 1],
  [128, -30, 0.8, -1],
  [226, -20, 1.05, 1],
  [330, -28, 0.85, -1],
  [430, -22, 1, 1],
  [526, -30, 0.8, -1],
  [630, -22, 1, 1],
  [728, -28, 0.85, 1],
  [-66, 76, 0.95, 1],
  [-60, 180, 0.8, -1],
  [-68, 276, 1, 1],
  [-60, 376, 0.85, -1],
  [-66, 470, 0.95, 1],
  [816, 76, 0.95, 1],
  [822, 178, 0.8, -1],
  [814, 278, 1, 1],
  [822, 374, 0.8, -1],
  [814, 470, 0.95, 1],
  [26, 562, 0.9, -1],
  [130, 566, 1, 1],
  [230, 558, 0.8, -1],
  [328, 568, 1.05, 1],
  [430, 560, 0.85, -1],
  [526, 566, 1, 1],
  [632, 560, 0.8, -1],
  [726, 566, 0.95, 1],
];

export interface Peak {
  ridge: string;
  shade: string;
}

const drawn = new WeakMap<Cave[], Peak[]>();

/** The peaks that no cave or waterfall covers; made once for a valley. */
export function peaks(seat: Seat): Peak[] {
  const known = drawn.get(seat.caves);
  if (known) return known;
  const found = freePeaks(seat);
  drawn.set(seat.caves, found);
  return found;
}

function freePeaks(seat: Seat): Peak[] {
  const taken = [
    ...seat.caves.map(caveBox),
    ...seat.falls.map(fallPoint).map((p) => ({ x: p.x - M / 2, y: p.y - M / 2, w: M, h: M })),
  ];
  const free = PEAKS.filter(([x, y, k]) => {
    const [cx, cy] = [x + 23 * k, y - 10 * k];
    return !taken.some(
      (box) => cx > box.x - 18 && cx < box.x + box.w + 18 && cy > box.y - 18 && cy < box.y + box.h + 18,
    );
  });
  return free.map(([x, y, k, f]) => ({
    ridge: `M${x} ${y}l${17 * k} ${-24 * k}l${7 * k} ${9 * k}l${6 * k} ${-7 * k}l${16 * k} ${22 * k}`,
    shade: `M${x + 17 * k} ${y - 22 * k}l${f * 4 * k} ${9 * k}l${-f * 5 * k} ${8 * k}`,
  }));
}
