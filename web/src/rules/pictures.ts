// Situations drawn by the boards beside the rules (games/NAME/pictures.json). scripts/pictures.mjs takes the steps out
// of web/fixtures.
import type { SeatInfo } from '../lib/seats';
import type { Step } from '../lib/wire';

interface Chosen {
  id: string;
  /** Stands after the block with this rule. */
  rule: string;
  /** Stands behind the game in a minute instead. */
  minute?: boolean;
  /** Not as wide as the text. */
  narrow?: boolean;
  touch?: string[];
  /** In English; said by t(). */
  caption: string;
}

export interface Picture extends Chosen {
  game: string;
}

export interface Situation {
  step: Step;
  before: Step | null;
  me: string | null;
  seats: SeatInfo[];
}

const chosen = import.meta.glob<Chosen[]>('../games/*/pictures.json', { eager: true, import: 'default' });

export function picturesOf(game: string): Picture[] {
  return (chosen[`../games/${game}/pictures.json`] ?? []).map((picture) => ({ ...picture, game }));
}

const later = import.meta.glob<{ default: Record<string, Situation> }>('../gen/pictures-*.json');

export async function situation(picture: Picture): Promise<Situation | null> {
  const load = later[`../gen/pictures-${picture.game}.json`];
  return load ? ((await load()).default[picture.id] ?? null) : null;
}
