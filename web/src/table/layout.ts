// How the page of a table is laid out: by the height of the screen as much as by its width.
export interface Layout {
  name: 'three' | 'two' | 'phone';
  /** A phone that lies on its side, or a page made twice as large: the question stands beside the board. */
  isLow: boolean;
}

/** `wide`: the board needs the room that a column of moves would take. */
export function layoutOf(width: number, height: number, wide: boolean): Layout {
  const isLow = height < 520 && width >= 600 && width > height;
  // A tablet held upright is a large phone: the board gets the whole width.
  const isNarrow = !isLow && (width < 760 || (width < 1000 && height > width * 1.15));
  return { name: isNarrow ? 'phone' : width >= 1180 && !wide ? 'three' : 'two', isLow };
}
