// Where things of the board lie in its drawing, a square being 100 wide, for a board turned so.
import { placeOf, squareAt } from './view';

export type Geometry = ReturnType<typeof geometry>;

export function geometry(size: number, turns: number) {
  /** The middle of a square. */
  const xy = (square: string): [number, number] => {
    const [column, row] = placeOf(square, size, turns);
    return [column * 100 + 50, row * 100 + 50];
  };
  const box = (square: string, half = 48) => {
    const [x, y] = xy(square);
    return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  };
  /** Four angles around a square. */
  const corners = (square: string) => {
    const [x, y] = xy(square);
    return `M${x - 44} ${y - 26}v-18h18M${x + 26} ${y - 44}h18v18M${x + 44} ${y + 26}v18h-18M${x - 26} ${y + 44}h-18v-18`;
  };
  const line = (a: string, b: string) => {
    const [x, y] = xy(a);
    const [u, v] = xy(b);
    return `M${x} ${y}L${u} ${v}`;
  };
  /** A bent arrow from the stone on one square to the stone on another. */
  function arc(a: string, b: string): string {
    const [x, y] = xy(a);
    const [u, v] = xy(b);
    const long = Math.hypot(u - x, v - y) || 1;
    const [s, e] = [42 / long, 46 / long];
    const bow = 0.16;
    const [mx, my] = [(x + u) / 2 - (v - y) * bow, (y + v) / 2 + (u - x) * bow];
    return `M${x + (u - x) * s} ${y + (v - y) * s}Q${mx} ${my} ${u - (u - mx) * e * 1.6} ${v - (v - my) * e * 1.6}`;
  }
  /** Lines from a square to the farthest target each way. */
  function rays(from: string, targets: string[]): string[] {
    const [a, b] = xy(from);
    const ends = new Map<string, { target: string; far: number }>();
    for (const target of targets) {
      const [x, y] = xy(target);
      const way = `${Math.sign(x - a)} ${Math.sign(y - b)}`;
      const far = Math.abs(x - a) + Math.abs(y - b);
      if (far > (ends.get(way)?.far ?? -1)) ends.set(way, { target, far });
    }
    return [...ends.values()].map(({ target }) => line(from, target));
  }
  /** The letter or number written at the edge: beside a row, or below a column. */
  function edgeMark(column: number, row: number, beside: boolean): string {
    const square = squareAt(column, row, size, turns)!;
    const isRank = turns % 2 ? !beside : beside;
    return isRank ? square.slice(1) : square[0]!;
  }
  const rows = Array.from({ length: size }, (_, row) => row);
  const squares = rows.flatMap((row) => rows.map((column) => squareAt(column, row, size, turns)!));
  /** The square so many columns and rows from another; null beside the board. */
  function beside(square: string, [right, down]: [number, number]): string | null {
    const [column, row] = placeOf(square, size, turns);
    return squareAt(column + right, row + down, size, turns);
  }
  return { size, rows, squares, xy, box, corners, line, arc, rays, edgeMark, beside };
}
