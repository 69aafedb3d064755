// What puzzles are about, in words. The names are those of the books (docs/puzzles.md): two of their own, else the
// heading under which the game lists the move.
import { t } from '../lib/i18n.svelte';

const WORDS: Record<string, () => string> = {
  win: () => t('A win by force'),
  rescue: () => t('The only way out'),
  take: () => t('Take'),
  join: () => t('Join'),
  slide: () => t('Slide'),
  stay: () => t('Stay in place'),
  'lay-a-tile': () => t('Lay a tile'),
  feast: () => t('Feast'),
  picking: () => t('Picking'),
  ritual: () => t('Ritual'),
  fight: () => t('Fight'),
  water: () => t('Water'),
  camp: () => t('Camp'),
  hunt: () => t('Hunt'),
  fire: () => t('Fire'),
  'fight-tokens': () => t('Fight tokens'),
  'common-pool': () => t('Common Pool'),
  stop: () => t('Stopping'),
  actions: () => t('Actions'),
  deeds: () => t('Deeds'),
  events: () => t('Events'),
  land: () => t('Land'),
  choices: () => t('Choices'),
  gather: () => t('Gather'),
  attack: () => t('Attack'),
  buy: () => t('Buy'),
  units: () => t('Units'),
  support: () => t('Support'),
  block: () => t('Block'),
  cards: () => t('Cards'),
  'day-and-night': () => t('Day and night'),
  vigor: () => t('Vigor'),
  'your-role': () => t('Your role'),
};

export const isTheme = (theme: string): boolean => theme in WORDS;
export const themeWords = (theme: string): string => WORDS[theme]?.() ?? theme;
/** Themes that say what is at stake, and not which move it is. */
export const isOpenTheme = (theme: string): boolean => theme === 'win' || theme === 'rescue';
