// The curve of a review as shapes: what every seat could expect, move by move. Two seats are one line around the
// middle; more are a river, each as wide as its chance.
import type { ReviewStep } from '../hall/play';

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Shares of all seats after 0, 1, 2 … moves, adding up to 1. */
export function sharesOf(steps: readonly ReviewStep[]): number[][] {
  const [first] = steps;
  if (!first) return [];
  return [first.before, ...steps.map((step) => step.after)].map((row) => {
    const sum = row.reduce((all, one) => all + one, 0);
    return row.map((one) => (sum > 0 ? one / sum : 1 / row.length));
  });
}

/** Where move n stands; the curve is as wide as the whole play also while it grows. */
export function across(box: Box, n: number, total: number): number {
  return box.left + ((box.width - box.left - box.right) * n) / Math.max(1, total);
}

export function down(box: Box, share: number): number {
  return box.top + (box.height - box.top - box.bottom) * share;
}

/** The move nearest to a place on the curve. */
export function moveAt(box: Box, x: number, total: number): number {
  const part = (x - box.left) / Math.max(1, box.width - box.left - box.right);
  return Math.min(total, Math.max(1, Math.round(part * total)));
}

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The line of the first of two seats, and the area between it and the middle. */
export function lineOf(box: Box, shares: readonly number[][], total: number): { line: string; area: string } {
  const line = shares.map((row, n) => (n ? 'L' : 'M') + point(across(box, n, total), down(box, 1 - row[0]!))).join('');
  const middle = down(box, 0.5);
  const end = across(box, shares.length - 1, total);
  return { line, area: `${line}L${point(end, middle)}L${point(across(box, 0, total), middle)}Z` };
}

/** One band per seat, from above. */
export function riverOf(box: Box, shares: readonly number[][], total: number): string[] {
  const seats = shares[0]?.length ?? 0;
  const edge = (n: number, seat: number) => shares[n]!.slice(0, seat).reduce((all, one) => all + one, 0);
  return Array.from({ length: seats }, (_, seat) => {
    const upper = shares.map((_, n) => point(across(box, n, total), down(box, edge(n, seat))));
    const lower = shares.map((_, n) => point(across(box, n, total), down(box, edge(n, seat + 1)))).reverse();
    return `M${[...upper, ...lower].join('L')}Z`;
  });
}

export type MarkKind = 'slip' | 'crack' | 'luck';
export interface Mark {
  n: number;
  kind: MarkKind;
  /** Place of the seat that it is about. */
  seat: number;
}

const placeOf = (seat: string) => Number(seat.slice(1)) - 1;

/** The seat that chance did most for, or to. */
export function mostMoved(luck: readonly number[]): number {
  return luck.reduce((most, one, i) => (Math.abs(one) > Math.abs(luck[most]!) ? i : most), 0);
}

/** What stands out of a step: a mistake, a blunder, or chance that counts as much as a mistake. */
export function markOf(step: ReviewStep, mistake: number): Mark | null {
  if (step.grade === 'blunder') return { n: step.n, kind: 'crack', seat: placeOf(step.seat) };
  if (step.grade === 'mistake') return { n: step.n, kind: 'slip', seat: placeOf(step.seat) };
  if (step.seat !== '*') return null;
  const seat = mostMoved(step.luck);
  return Math.abs(step.luck[seat]!) >= mistake ? { n: step.n, kind: 'luck', seat } : null;
}

/** Marks that would lie on each other: the heavier stays. `room` is in moves. */
export function thinned(marks: readonly Mark[], weight: (mark: Mark) => number, room: number): Mark[] {
  const kept: Mark[] = [];
  for (const mark of [...marks].sort((a, b) => weight(b) - weight(a)))
    if (kept.every((one) => Math.abs(one.n - mark.n) >= room)) kept.push(mark);
  return kept.sort((a, b) => a.n - b.n);
}

/** Where a mark stands: beside the line, or in the middle of its seat's band. */
export function markY(box: Box, shares: readonly number[][], mark: Mark, size: number): number {
  const row = shares[Math.min(mark.n, shares.length - 1)] ?? [];
  if (row.length > 2) {
    const before = row.slice(0, mark.seat).reduce((all, one) => all + one, 0);
    return within(box, down(box, before + (row[mark.seat] ?? 0) / 2), size);
  }
  const away = (row[0] ?? 0.5) > 0.5 ? 1 : -1;
  return within(box, down(box, 1 - (row[0] ?? 0.5)) + away * size, size);
}

function within(box: Box, y: number, size: number): number {
  return Math.min(box.height - box.bottom - size * 0.6, Math.max(box.top + size * 0.6, y));
}

/** Numbers below the curve: about ten. */
export function ticksOf(total: number): number[] {
  const every = [5, 10, 20, 25, 50, 100, 200, 500].find((one) => total / one <= 12) ?? 1000;
  return Array.from({ length: Math.floor(total / every) }, (_, i) => (i + 1) * every);
}
