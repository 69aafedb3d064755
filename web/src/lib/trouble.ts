// What to say when the server refused, or did not answer.
import { Refusal } from './api';
import { t } from './i18n.svelte';

export function trouble(error: unknown): string {
  if (error instanceof Refusal) {
    if (error.message) return error.message;
    if (error.code === 'away') return t('The server does not answer. Is it running, and are you online?');
  }
  return t('That did not work. Please try again.');
}
