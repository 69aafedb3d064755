// What is wrong with the tables of this device: what happened, and what remains.
import type { Trouble as Kind } from '../hall/messages';
import { t } from '../lib/i18n.svelte';

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
        text: t('The last move was not kept, everything before it was. Play goes on as soon as there is room.'),
      };
    case 'private':
      return {
        title: t('This browser does not let the page keep anything.'),
        text: t('Without that there are no tables on this device. Try a window that is not private.'),
      };
    case 'version':
      return {
        title: t('The tables of this device were kept by another version.'),
        text: t('They stay as they are. Load the page again to fetch the version that knows them.'),
      };
    case 'damaged':
      return {
        title: t('What was kept on this device cannot be used.'),
        text: `${t('The browser says why:')} ${words}`,
      };
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
