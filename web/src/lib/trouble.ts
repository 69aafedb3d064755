// What to say when the server refused, or did not answer.
import { Refusal } from './api';
import { t } from './i18n.svelte';

export function trouble(error: unknown): string {
  if (error instanceof Refusal) {
    if (error.message) return error.message;
    if (error.code === 'house')
      return t('The tables of this device cannot be opened in this browser. Load the page again, or try another one.');
    if (error.code === 'away') return t('The server does not answer. Is it running, and are you online?');
  }
  return t('That did not work. Please try again.');
}
