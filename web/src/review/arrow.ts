// A cut-out arrow from the first thing to the last.
export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

const NEAR = 24;

/** Empty: there is no way to show. */
export function arrowPath(spots: readonly Spot[]): string {
  const [from, to] = [spots[0], spots.at(-1)];
  if (!from || !to || from === to) return '';
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < NEAR) return '';
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const wide = Math.min(9, Math.max(4, Math.min(to.w, to.h) / 9));
  const head = Math.min(length * 0.5, wide * 3.2);
  const end = length - Math.min(10, length * 0.1);
  const at = (along: number, beside: number) =>
    `${(from.x + dx * along - dy * beside).toFixed(1)} ${(from.y + dy * along + dx * beside).toFixed(1)}`;
  const half = wide * 0.7;
  const points = [
    at(0, -half),
    at(end - head, -wide),
    at(end - head - 3, -wide * 2.2),
    at(end, 0),
    at(end - head - 3, wide * 2.2),
    at(end - head, wide),
    at(0, half),
  ];
  return `M${points.join('L')}Z`;
}
