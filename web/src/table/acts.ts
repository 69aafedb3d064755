// Which touches are buttons rather than things on the board, what they are called, and when to ask once more.
import { guideOf, pageOf } from '../games/pages';
import { t } from '../lib/i18n.svelte';
import { prefs } from '../lib/prefs.svelte';
import type { TableStore } from '../lib/table.svelte';
import type { Move, Step } from '../lib/wire';

/** What buttons and lists of moves need to know of a table; a lesson (learn/play.svelte.ts) is as good. */
export type MovesTable = Pick<TableStore, 'pick' | 'step' | 'me' | 'info' | 'hint'>;
export type ActsTable = Pick<
  TableStore,
  | 'pick'
  | 'step'
  | 'pending'
  | 'past'
  | 'info'
  | 'mySeat'
  | 'standIn'
  | 'isMyTurn'
  | 'hinting'
  | 'askHint'
  | 'undo'
  | 'isFree'
>;

/** Those of every game; a game may have more (GamePage.buttons). */
const BUTTON = /^button:|^(stop|done|pass)$/;

export function isButton(game: string, id: string): boolean {
  return BUTTON.test(id) || !!pageOf(game).buttons?.test(id);
}

export function buttonLabel(game: string, id: string): string | null {
  const own = pageOf(game).label?.(id);
  if (own) return own;
  switch (id.replace(/^button:/, '')) {
    case 'stop':
      return t('Stop here');
    case 'done':
      return t('Done');
    case 'pass':
      return t('Stay out of it');
    default:
      return null;
  }
}

/** Where a slip would hurt, where nothing can be taken back, or where somebody wants to be asked always. */
export function needsConfirm(game: string, move: Move, step: Step, takeback: 'allow' | 'never' | undefined): boolean {
  return prefs.confirm || takeback === 'never' || guideOf(game).careful(move, step);
}
