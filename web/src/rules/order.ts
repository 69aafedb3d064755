// The order in which a page tells the rules: what a player at this page needs first; the terminal, notation and
// numbers for
// programs last and folded. Numbers and anchors stay what they are.
import type { Block } from './markdown';

/** Titles, without their numbers, of parts that somebody who plays on this page can do without. */
const APART =
  /^(reading the screen|lire l'écran|(la )?notation|numbers for programs|nombres pour les programmes|counting leaves|compter les feuilles|positions and checks|positions et contrôles|for programmers|pour les programmeurs|how the computer judges)$/i;

export function isApart(title: string): boolean {
  return APART.test(title.replace(/^[A-Z]{0,2}\d+(?:\.\d+)*\.?\s+/, '').replace('’', "'"));
}

export interface Order {
  /** What is read from top to bottom, without the title of the book. */
  main: Block[];
  apart: Block[];
}

export function order(blocks: Block[]): Order {
  const main: Block[] = [];
  const apart: Block[] = [];
  let part = main;
  for (const block of blocks) {
    if (block.heading?.level === 1) continue; // the page has its own title
    if (block.heading?.level === 2) part = isApart(block.heading.text) ? apart : main;
    part.push(block);
  }
  return { main, apart };
}
