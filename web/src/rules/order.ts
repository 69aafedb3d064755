// The order in which a page tells the rules: what a player at this page needs first; the terminal and its notation last
// and folded. Numbers and anchors stay what they are.
import type { Block } from './markdown';

/** Titles, without their numbers, of parts that somebody who plays on this page can do without. */
const APART = /^(reading the screen|lire l'écran|notation)$/i;

export function isApart(title: string): boolean {
  return APART.test(title.replace(/^[A-Z]{0,2}\d+(?:\.\d+)*\.?\s+/, '').replace('’', "'"));
}

/** The part that tells the whole game in a minute, whatever its number and exact title. */
const MINUTE = /\b(minute)\b/i;

function isMinute(block: Block): boolean {
  return block.heading?.level === 2 && MINUTE.test(block.heading.text);
}

/** What the rules say in a minute, without its title; nothing where they have no such part. */
export function minute(blocks: Block[]): Block[] {
  const from = blocks.findIndex(isMinute);
  if (from < 0) return [];
  const rest = blocks.slice(from + 1);
  const end = rest.findIndex((block) => block.heading && block.heading.level <= 2);
  return end < 0 ? rest : rest.slice(0, end);
}

export interface Order {
  /** The game in a minute, with its title. */
  minute: Block[];
  /** What is read from top to bottom, without the title of the book. */
  main: Block[];
  apart: Block[];
}

export function order(blocks: Block[]): Order {
  const first: Block[] = [];
  const main: Block[] = [];
  const apart: Block[] = [];
  let part = main;
  for (const block of blocks) {
    if (block.heading?.level === 1) continue; // the page has its own title
    if (block.heading?.level === 2) part = isMinute(block) ? first : isApart(block.heading.text) ? apart : main;
    part.push(block);
  }
  return { minute: first, main, apart };
}
