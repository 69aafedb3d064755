// Situations from recorded games that the boards themselves draw beside the rules. scripts/pictures.mjs takes the steps out
// of web/fixtures.
import { t } from '../lib/i18n.svelte';
import type { SeatInfo, Step } from '../lib/wire';
import chosen from './pictures.json';

export interface Picture {
  id: string;
  game: string;
  /** Stands after the block with this rule. */
  rule: string;
  touch: string[];
}

export interface Situation {
  step: Step;
  before: Step | null;
  me: string | null;
  seats: SeatInfo[];
}

export function picturesOf(game: string): Picture[] {
  return chosen.filter((picture) => picture.game === game).map((picture) => ({ id: picture.id, game, rule: picture.rule, touch: picture.touch ?? [] }));
}

const later = import.meta.glob<{ default: Record<string, Situation> }>('../gen/pictures-*.json');

export async function situation(picture: Picture): Promise<Situation | null> {
  const load = later[`../gen/pictures-${picture.game}.json`];
  return load ? ((await load()).default[picture.id] ?? null) : null;
}

export function caption(id: string): string {
  switch (id) {
    case 'dice-start':
      return t('The beginning: a back row of 2s, and 1s in front of it.');
    case 'dice-reach':
      return t('Touch a stone: the glowing squares are in its reach.');
    case 'dice-corners':
      return t('Four players begin in the corners.');
    case 'valley-start':
      return t('The first tile leaves a cave.');
    case 'valley-main':
      return t('A tribe on its way: glowing places are possible.');
    case 'tribes-take':
      return t('The row of actions, the achievements, and your land.');
    case 'tribes-lay':
      return t('New land may lie on any glowing place.');
    case 'spears-hunt':
      return t('The prey row, and the tribes around it.');
    case 'spears-cards':
      return t('Everybody places a card in secret.');
    default:
      return '';
  }
}
