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
    case 'valley-bear':
      return t('Fire: a bear may go to any glowing square of another valley; the number is the shelter it pays.');
    case 'tribes-mode':
      return t('A tile with a hand: glowing boards can be completed instead of the action.');
    case 'tribes-take':
      return t('The row of actions, the achievements, and your land.');
    case 'tribes-lay':
      return t('New land may lie on any glowing place.');
    case 'spears-hunt':
      return t('The prey row, and the tribes around it.');
    case 'spears-cards':
      return t('Everybody places a card in secret.');
    case 'dice-turn':
      return t('A turned stone goes along the diagonals. Turning it is a whole turn.');
    case 'dice-capture':
      return t('Red corners mark what it can take. Whoever takes grows by one.');
    case 'dice-martyr':
      return t('Grown to 6, it may leave the board together with any enemy stone.');
    case 'dice-alliance':
      return t('Two equal neighbours beyond the middle may join: the pair of stones shows where.');
    case 'spears-play':
      return t('Buying units: the price is below each card.');
    case 'spears-units':
      return t('The hunt as a sum: the units sent, what the cards may add, and the power to beat.');
    case 'spears-fight':
      return t('A fight: the attacker picks a unit of the other side.');
    case 'spears-sacrifice':
      return t('The price of the prey: units worth its level return to the reserve.');
    case 'spears-defence':
      return t('All tribes together against the valley.');
    default:
      return '';
  }
}
