// Time in words and digits.
import { lang, t, tn } from './i18n.svelte';
import type { ClockTerms } from './wire';

export function clockWords(terms: ClockTerms): string {
  switch (terms.kind) {
    case 'move':
      return t('{0} s a move', { 0: terms.seconds });
    case 'game':
      return terms.increment
        ? t('{0} min + {1} s', { 0: minutes(terms.seconds), 1: terms.increment })
        : t('{0} min each', { 0: minutes(terms.seconds) });
    case 'days':
      return tn('a move a day', '{0} days a move', terms.days);
    default:
      return '';
  }
}

function minutes(seconds: number): string {
  return String(Math.round(seconds / 6) / 10);
}

/** 4:12, 1:02:30, 2 days. */
export function left(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 48 * 3600) return tn('{0} day', '{0} days', Math.floor(whole / 86400));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${Math.floor((whole % 3600) / 60)}`;
  return hours ? `${hours}:${rest.padStart(2, '0')}:${two(whole % 60)}` : `${rest}:${two(whole % 60)}`;
}

/** How long ago, roughly: "4 minutes ago", "yesterday". Times in ms. */
export function ago(then: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(lang(), { numeric: 'auto' });
  const minutes = Math.round((then - now) / 60000);
  if (minutes > -1) return t('just now');
  if (minutes > -60) return words.format(minutes, 'minute');
  if (minutes > -24 * 60) return words.format(Math.round(minutes / 60), 'hour');
  return words.format(Math.round(minutes / (24 * 60)), 'day');
}
