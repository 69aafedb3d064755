// What is wrong with the tables of this device: what happened, and what remains.
import { t } from '../lib/i18n.svelte';

export type Kind = 'quota' | 'private' | 'version' | 'module' | 'damaged' | 'elsewhere';

export interface Trouble {
  kind: Kind;
  /** What the house itself says of it. */
  words: string;
}

let current = $state.raw<Trouble | null>(null);

export function trouble(): Trouble | null {
  return current;
}

export function report(found: Trouble | null): void {
  current = found;
}

/** For whoever plays. */
export function troubleWords({ kind, words }: Trouble): { title: string; text: string } {
  switch (kind) {
    case 'quota':
      return {
        title: t('This browser has no more room.'),
        text: t('The last move was not kept. What was there before is safe; delete a table, or something else.'),
      };
    case 'private':
      return {
        title: t('This browser keeps nothing.'),
        text: t('You can play, but the table is gone when the window is closed. Save its log to keep it.'),
      };
    case 'version':
      return {
        title: t('This table was made by a newer Ochre.'),
        text: t('It is kept as it is. Load the page again to fetch the newer version.'),
      };
    case 'damaged':
      return { title: t('Something that was kept here is damaged.'), text: words };
    case 'elsewhere':
      return {
        title: t('The tables of this device are open in another window.'),
        text: t('Go on there, or close it: then they come here by themselves.'),
      };
    default:
      return {
        title: t('The tables of this device cannot be opened.'),
        text: t('The browser could not load what they are made of. Everything that was kept is still there.'),
      };
  }
}
