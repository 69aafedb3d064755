// Computer players by names that people understand: how well they play (level:4), and what they are fond of
// (level:4/bold).
import type { Bot, SeatWish } from './api';
import { t } from './i18n.svelte';

/** What is offered: the ladder of levels; without one, whatever there is. */
export function levels(bots: readonly Bot[]): Bot[] {
  const ladder = bots.filter((bot) => bot.name.startsWith('level:'));
  return ladder.length ? ladder : [...bots];
}

/** Of a level: what it is fond of beyond winning. '': nothing. */
export type Temper = '' | 'bold' | 'hoarding' | 'patient';
export const TEMPERS: readonly Temper[] = ['', 'bold', 'hoarding', 'patient'];

function levelOf(bot: string): string | undefined {
  return /^level:(\d+)/.exec(bot)?.[1];
}

export function temperOf(bot: string): Temper {
  return TEMPERS.find((temper) => temper && bot.endsWith(`/${temper}`)) ?? '';
}

export function withTemper(bot: string, temper: Temper): string {
  const level = levelOf(bot);
  return level && temper ? `level:${level}/${temper}` : bot.replace(/\/.*/, '');
}

/** One for each place at the table: the people of a temper are called after what has it. */
function namesOf(temper: Temper): string[] {
  switch (temper) {
    case 'bold':
      return [t('Lynx'), t('Ember'), t('Boar'), t('Thunder')];
    case 'hoarding':
      return [t('Squirrel'), t('Jay'), t('Dormouse'), t('Badger')];
    case 'patient':
      return [t('Heron'), t('Moss'), t('Yew'), t('Tortoise')];
    default:
      return [t('Flint'), t('Granite'), t('Juniper'), t('Fern')];
  }
}

/** Who plays so at this place (counted from 0). */
export function nameOf(temper: Temper, place: number): string {
  return namesOf(temper)[place] ?? '';
}

function style(temper: Temper): string {
  switch (temper) {
    case 'bold':
      return t('bold: takes and dares');
    case 'hoarding':
      return t('hoarding: keeps what it has');
    case 'patient':
      return t('patient: builds for later');
    default:
      return t('plain: wants to win');
  }
}

/** Lynx, bold: takes and dares. */
export function temperWords(temper: Temper, place: number): string {
  return `${nameOf(temper, place)}, ${style(temper)}`;
}

/** The wish for a seat of a computer. One with a temper has its own name; the others are named by the house. */
export function botSeat(bot: string, name: string | undefined): SeatWish {
  return temperOf(bot) && name ? { kind: 'bot', bot, name } : { kind: 'bot', bot };
}

function character(level: string): string {
  switch (level) {
    case '1':
      return t('just learning');
    case '2':
      return t('easy-going');
    case '3':
      return t('a fair companion');
    case '4':
      return t('attentive');
    case '5':
      return t('experienced');
    case '6':
      return t('hard to beat');
    case '7':
      return t('merciless');
    default:
      return t('the best it can');
  }
}

export function botWords(bot: Bot): string {
  const level = levelOf(bot.name);
  return level === undefined ? bot.name : t('Level {0}: {1}', { 0: level, 1: character(level) });
}

/** For the line below its name. */
export function botShort(bot: string): string {
  const level = levelOf(bot);
  switch (level === undefined ? null : temperOf(bot)) {
    case 'bold':
      return t('level {0}, bold', { 0: level! });
    case 'hoarding':
      return t('level {0}, hoarding', { 0: level! });
    case 'patient':
      return t('level {0}, patient', { 0: level! });
    case '':
      return t('level {0}', { 0: level! });
    default:
      return bot;
  }
}
