// Computer players by names that people understand.
import type { Bot } from './api';
import { t } from './i18n.svelte';

/** What is offered: the ladder of levels; without one, whatever there is. */
export function levels(bots: readonly Bot[]): Bot[] {
  const ladder = bots.filter((bot) => bot.name.startsWith('level:'));
  return ladder.length ? ladder : [...bots];
}

function levelOf(bot: string): string | undefined {
  return /^level:(\d+)$/.exec(bot)?.[1];
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
  return level === undefined ? bot.name : `${t('Level {0}', { 0: level })}: ${character(level)}`;
}

/** For the line below its name. */
export function botShort(bot: string): string {
  const level = levelOf(bot);
  return level === undefined ? bot : t('level {0}', { 0: level });
}
