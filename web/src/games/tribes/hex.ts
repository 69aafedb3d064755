// Hexes with a point on top, side 50. Cell names: letter for q, digit for r; the start triangle is d4, e4, d5.

export const SIDE = 50;
const WIDTH = SIDE * Math.sqrt(3);

export interface Point {
  x: number;
  y: number;
}

function axial(name: string): [number, number] {
  return [name.charCodeAt(0) - 100, Number(name[1]) - 4];
}

export function centre(name: string): Point {
  const [q, r] = axial(name);
  return { x: WIDTH * (q + r / 2), y: SIDE * 1.5 * r };
}

/** The outline of a hex, `inset` units smaller. */
export function hexPath({ x, y }: Point, inset = 0): string {
  const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 180) * (60 * i - 30);
    return `${(x + (SIDE - inset) * Math.cos(angle)).toFixed(1)} ${(y + (SIDE - inset) * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The smallest frame that holds these cells. */
export function frame(names: readonly string[], margin = 6): Frame {
  const points = (names.length ? names : ['d4', 'e4', 'd5']).map(centre);
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const x = Math.min(...xs) - WIDTH / 2 - margin;
  const y = Math.min(...ys) - SIDE - margin;
  return { x, y, w: Math.max(...xs) + WIDTH / 2 + margin - x, h: Math.max(...ys) + SIDE + margin - y };
}
