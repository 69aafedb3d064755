// Forests and plains as a few long paths, so that a valley costs the browser little.
import type { Square } from './view';
import { S, uneven } from './geometry';

/** Where trees or tufts stand in a square, and how tall; the middle stays free for the food value. */
const FORESTS: [number, number, number][][] = [
  [
    [18, 37, 31],
    [36, 25, 24],
    [82, 38, 30],
    [16, 90, 30],
    [82, 95, 32],
    [49, 97, 23],
  ],
  [
    [14, 38, 28],
    [65, 28, 26],
    [85, 41, 29],
    [20, 94, 32],
    [38, 95, 23],
    [83, 88, 30],
  ],
  [
    [19, 33, 29],
    [50, 25, 23],
    [84, 41, 31],
    [12, 72, 24],
    [27, 96, 30],
    [70, 96, 26],
    [87, 83, 25],
  ],
];
const PLAINS: [number, number, number][][] = [
  [
    [20, 32, 18],
    [78, 38, 16],
    [25, 87, 17],
    [76, 91, 19],
  ],
  [
    [72, 28, 18],
    [20, 45, 15],
    [39, 93, 17],
    [84, 78, 16],
  ],
  [
    [29, 25, 17],
    [85, 46, 16],
    [16, 76, 16],
    [66, 93, 19],
  ],
];

const n = (value: number) => Number(value.toFixed(1));

function tree([x, y, h]: [number, number, number]): string {
  const k = h / 35;
  const p = (dx: number, dy: number) => `${n(dx * k)} ${n(dy * k)}`;
  return `M${n(x)} ${n(y - h)}c${p(3, 6)} ${p(6, 9)} ${p(9, 13)}l${p(-4, -0.5)}c${p(2, 5.5)} ${p(5, 9.5)} ${p(8, 13.5)}c${p(-4, 1)} ${p(-8, 1)} ${p(-11, 1)}l${p(0.5, 8)}h${n(-5 * k)}l${p(0.5, -8)}c${p(-3, 0)} ${p(-7, 0)} ${p(-11, -1)}c${p(3, -4)} ${p(6, -8)} ${p(8, -13.5)}l${p(-4, 0.5)}c${p(3, -4)} ${p(6, -7)} ${p(9, -13)}Z`;
}

function tuft([x, y, h]: [number, number, number]): string {
  const k = h / 22;
  const blade = (dx: number, c1x: number, c1y: number, c2x: number, c2y: number, ex: number, ey: number) =>
    `M${n(x + dx * k)} ${n(y - k)}c${n(c1x * k)} ${n(c1y * k)} ${n(c2x * k)} ${n(c2y * k)} ${n(ex * k)} ${n(ey * k)}`;
  return (
    blade(-2, -1, -8, -4, -13, -8, -16) + blade(0, -0.5, -10, 0.5, -16, 1.5, -20) + blade(2, 1, -7, 4, -11, 8, -14)
  );
}

export interface Ground {
  forests: string;
  plains: string;
  trees: string;
  tufts: string;
}

const drawn = new WeakMap<Square[], Ground>();

/** The same squares give the same paths, made once. */
export function ground(squares: Square[]): Ground {
  const known = drawn.get(squares);
  if (known) return known;
  const found = draw(squares);
  drawn.set(squares, found);
  return found;
}

function draw(squares: Square[]): Ground {
  const found: Ground = { forests: '', plains: '', trees: '', tufts: '' };
  squares.forEach((square, index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    const [x, y] = [column * S, row * S];
    const kind = Math.floor(uneven(column * 7 + row * 13) * 3);
    const box = `M${x} ${y}h${S}v${S}h${-S}Z`;
    const plants = (square.forest ? FORESTS : PLAINS)[kind]!.map(([dx, dy, h]): [number, number, number] => [
      x + dx,
      y + dy,
      h,
    ]);
    if (square.forest) {
      found.forests += box;
      found.trees += plants.map(tree).join('');
    } else {
      found.plains += box;
      found.tufts += plants.map(tuft).join('');
    }
  });
  return found;
}
