// Where the stones of a path lie on the rock: rising in bends on a wide screen, going down one after the other on a
// narrow one.

export interface Rock {
  w: number;
  h: number;
  at: [x: number, y: number][];
}

const WIDE = { w: 900, h: 796, left: 122, right: 770, bottom: 690, top: 200, row: 3 };
const SMALL = { w: 390, first: 176, step: 104, sides: [104, 284] as const };

function rising(count: number): Rock {
  const rows = Math.ceil(count / WIDE.row);
  const high = rows > 1 ? (WIDE.bottom - WIDE.top) / (rows - 1) : 0;
  const at = Array.from({ length: count }, (_, k): [number, number] => {
    const row = Math.floor(k / WIDE.row);
    const along = (k % WIDE.row) / (WIDE.row - 1);
    const across = row % 2 ? 1 - along : along;
    const bend = [0, 26, -14][k % WIDE.row]!;
    return [
      Math.round(WIDE.left + across * (WIDE.right - WIDE.left) + (row % 2 ? -18 : 0)),
      Math.round(WIDE.bottom - row * high + bend - (row % 2 ? 8 : 0)),
    ];
  });
  return { w: WIDE.w, h: WIDE.h, at };
}

function falling(count: number): Rock {
  const at = Array.from({ length: count }, (_, k): [number, number] => [
    SMALL.sides[k % 2]! + ((k * 7) % 5) * 4,
    SMALL.first + k * SMALL.step,
  ]);
  return { w: SMALL.w, h: SMALL.first + count * SMALL.step + 40, at };
}

export function rockFor(count: number, isSmall: boolean): Rock {
  return isSmall ? falling(count) : rising(count);
}

/** A line from stone to stone. */
export function trail(points: readonly (readonly [number, number])[]): string {
  return points
    .map(([x, y], k) => {
      const before = points[k - 1];
      if (!before) return `M${x} ${y}`;
      const middle = before[0] + (x - before[0]) / 2;
      return `C${middle} ${before[1]} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}
