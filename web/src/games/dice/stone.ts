// The forms of stones: one carved face, upright or turned by 45 degrees, with its pips.

/** The face of a stone around 0 0, about 68 wide. */
export const FACE =
  'M-29-32.5C-12-34.5 12-34 29-32c3 .3 4 2.3 4 5 1 17 1 38-.4 55-.3 3-2 4.500-4.600 4.700-18 1.600-39 1.500-56.500-.1-3-.3-4.300-2.300-4.500-5.100-1.400-17.500-1.200-37.500.2-55.500.3-3 1.500-4.300 3.800-4.500Z';

const far = 17;
const near = 15;

/** Where the pips of a value lie; packs of rules have up to nine faces. */
export const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-near, -near],
    [near, near],
  ],
  3: [
    [-far, -far],
    [0, 0],
    [far, far],
  ],
  4: [
    [-near, -near],
    [near, -near],
    [-near, near],
    [near, near],
  ],
  5: [
    [-far, -far],
    [far, -far],
    [0, 0],
    [-far, far],
    [far, far],
  ],
  6: [
    [-near, -18],
    [near, -18],
    [-near, 0],
    [near, 0],
    [-near, 18],
    [near, 18],
  ],
  7: [
    [-near, -18],
    [near, -18],
    [-near, 0],
    [0, 0],
    [near, 0],
    [-near, 18],
    [near, 18],
  ],
  8: [
    [-far, -18],
    [0, -18],
    [far, -18],
    [-far, 0],
    [far, 0],
    [-far, 18],
    [0, 18],
    [far, 18],
  ],
  9: [
    [-far, -18],
    [0, -18],
    [far, -18],
    [-far, 0],
    [0, 0],
    [far, 0],
    [-far, 18],
    [0, 18],
    [far, 18],
  ],
};

/** A number that looks like chance but is always the same, for the grain of the board. */
export function grain(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** One square of stone, cut by hand: its edges are a little crooked. */
function cut(column: number, row: number, random: () => number): string {
  const bend = () => (random() * 2.4 - 1.2).toFixed(1);
  return `M${column * 100 + 2} ${row * 100 + 2}q48 ${bend()} 96 0q${bend()} 48 0 96q-48 ${bend()}-96 0q${bend()}-48 0-96Z`;
}

export interface Slab {
  light: string;
  dark: string;
  specks: { x: number; y: number; r: number }[];
  edge: string;
}

const slabs = new Map<number, Slab>();

/** The board's stone for a number of squares along an edge. The colour of squares means nothing; a1 is dark. */
export function slabOf(size: number): Slab {
  const known = slabs.get(size);
  if (known) return known;
  const random = grain(7);
  let light = '';
  let dark = '';
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if ((column + row + size) % 2) dark += cut(column, row, random);
      else light += cut(column, row, random);
  const end = size * 100;
  const specks = Array.from({ length: size * 11 }, () => ({
    x: Math.round(random() * end),
    y: Math.round(random() * end),
    r: Math.round(random() * 20 + 8) / 10,
  }));
  const edge = `M-7-9C${end * 0.25}-12 ${end * 0.75}-11 ${end + 8}-7c5 ${end * 0.25} 4 ${end * 0.75} 0 ${end + 15}-${end * 0.25} 4-${end * 0.76} 4-${end + 16} 0-4-${end * 0.256}-5-${end * 0.76} 1-${end + 17}Z`;
  const slab = { light, dark, specks, edge };
  slabs.set(size, slab);
  return slab;
}
