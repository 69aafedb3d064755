// What is painted on walls: outlines for the drawings of the page and for pictures that are drawn to be taken along.

/** A hand from the wrist up, without fingers. */
export const PALM = 'M-17 8C-14 2 12 0 20 8c3 12 1 22-3 31-2 6-3 11-3 18-9 2-20 2-29 0 0-8-3-13-8-20-7-10-7-20 6-29Z';

/** The fingers of each seat's hand: strokes of FINGER_WIDTH. */
export const FINGERS = [
  'M-16 36C-26 30-34 20-40 9M-12 10-21-31M0 6-2-42M12 8l6-45M18 14 32-18',
  'M-16 36C-26 30-34 20-40 9M-12 10-21-31M0 6-2-42M12 8l1.5-9M18 14 22 5',
  'M-16 36C-26 30-34 20-40 9M-12 10-14 1M0 6 0-4M12 8l1-9M18 14 33-18',
  'M-16 36C-20 33-23 29-25 25M-12 10-21-31M0 6 0-4M12 8 13-2M18 14 33-19',
] as const;
export const FINGER_WIDTH = 10.5;

export const MAMMOTH =
  'M62 14C74 12 84 20 88 33c7-9 23-12 40-6 22 8 40 27 46 51 3 14 2 34 2 56h-18c0-10-2-18-6-26-2 8-3 16-4 26h-14c0-9-1-17-4-24l-5 7-6-6-7 7-6-7-6 6c0 6-1 11-1 17H83c0-10 0-19-2-27-2 8-3 17-3 27H63c1-14 0-26-4-38-6-2-10-6-13-12-4 8-6 16-6 26 0 8-4 12-9 11s-6-6-5-11c2-12 2-26 5-40C35 48 42 18 62 14Z';
export const HORSE =
  'M9 28C13 21 20 16 26 9l2-6 4 6c8 3 14 9 20 13 12 2 24-3 34 1 7 3 10 9 11 16 2 7 2 13 0 20l-3-12c-1 4-3 7-6 8l7 9 5 11-4 2-8-11-10-8c-9 5-20 5-31 2l-5 10-10 9-3-3 9-10 1-10c-5-5-8-12-11-19-5-1-10 0-15 1-4-1-5-5-4-9Z';
export const MOON = 'M22 0C6 0-6 12-5 27c0 15 13 26 28 25 8 0 14-3 19-8-14 0-25-8-26-21-1-9 2-17 6-23Z';

/** People: a head, and limbs as strokes of LIMB_WIDTH. */
export const PEOPLE = {
  dancer: {
    head: [0, -28],
    limbs: 'M0-21C1-14 1-7-1 1M-1 1C4 6 7 12 12 20M-1 1C-5 7-7 13-13 19M0-17c6-3 9-8 10-16M0-17c-6-2-10-7-12-15',
  },
  walker: {
    head: [0, -27],
    limbs: 'M-1-20C2-12 2-6-1 1M-1 1C5 7 7 12 5 21M-1 1C-6 6-9 11-15 14M-1-17c6 1 10-2 14-8M-1-17c-6 3-10 2-14-2',
  },
  sitter: { head: [4, -22], limbs: 'M2-15C-3-9-5-3-5 3M-5 3C2 0 8-2 12-4M12-4C13 1 13 6 12 11M1-12c5 3 8 6 10 10' },
} as const;
export const HEAD = 4.8;
export const LIMB_WIDTH = 4.6;

export const FLAME = 'M-4-74c3 18 20 26 27 44 8 22-3 42-25 42s-34-18-27-40c3-9 9-13 11-22 5 4 8 8 9 14 6-10 8-22 5-38Z';
export const FLAME_HEART = 'M0-40c2 11 12 16 14 28 2 13-5 22-15 22s-17-9-14-21c2-6 5-8 6-13 4 2 5 5 6 8 3-6 4-13 3-24Z';
export const EMBERS =
  'M-6-14c2 6 8 8 9 15 1 6-3 10-9 10s-10-4-8-10c1-3 3-4 3-7 2 1 3 2 3 4 2-3 3-7 2-12ZM14-4c1 3 4 4 4 8s-2 6-5 6-5-3-4-6c1-2 2-2 2-4 1 1 2 1 2 2 1-2 1-3 1-6Z';
export const LOGS = 'M-44 6 38 22l-2 8-82-15ZM42 6-40 22l2 8L44 15Z';

/** The same for the same number, so that a wall looks alike every time. */
function grain(k: number): number {
  const n = Math.sin(k * 127.1 + 11.7) * 43758.5453;
  return n - Math.floor(n);
}

/** A line of hills across w, filled down to h. */
export function hills(w: number, h: number, top: number, height: number, seed: number): string {
  const PARTS = 7;
  const x = (k: number) => -20 + ((w + 40) * k) / PARTS;
  const y = (k: number) => top - height * grain(seed + k);
  let path = `M-20 ${h + 20}L-20 ${top}`;
  for (let k = 0; k < PARTS; k++) {
    const wide = x(k + 1) - x(k);
    path += `C${x(k) + wide * 0.45} ${y(k)} ${x(k) + wide * 0.55} ${y(k + 1)} ${x(k + 1)} ${y(k + 1)}`;
  }
  return `${path}L${w + 20} ${h + 20}Z`;
}

/** Rays of a sun that stands half above the hills. */
export function rays(x: number, y: number, r: number, count: number): string {
  return Array.from({ length: count }, (_, k) => {
    const a = Math.PI * (1 + (k + 0.5) / count);
    const at = (far: number) => `${Math.round(x + far * Math.cos(a))} ${Math.round(y + far * Math.sin(a))}`;
    return `M${at(r)}L${at(r * 1.32)}`;
  }).join('');
}

export function birds(x: number, y: number): string {
  return `M${x} ${y}q8-10 16 0q8-10 16 0M${x + 46} ${y - 16}q6-8 12 0q6-8 12 0`;
}
