// Which touches are buttons rather than things on the board, what they are called, and when to ask once more.
import { t } from '../lib/i18n.svelte';
import { prefs } from '../lib/prefs.svelte';
import type { Move, Step } from '../lib/wire';
import { guideOf } from './guide/guide';

const BUTTON = /^(button:|layout:|option:|steaks:|time:)|^(rotate|keep|act|stop|done|pass)$/;

export function isButton(id: string): boolean {
  return BUTTON.test(id);
}

export function buttonLabel(id: string): string | null {
  switch (id.replace(/^button:/, '')) {
    case 'rotate':
      return t('Turn');
    case 'keep':
      return t('Keep it');
    case 'act':
      return t('Do the action');
    case 'stop':
      return t('Stop here');
    case 'done':
      return t('Done');
    case 'pass':
      return t('Stay out of it');
    case 'refuse':
      return t('Refuse');
    case 'accept':
      return t('Accept');
    case 'hunt':
      return t('Hunt it');
    case 'fight':
      return t('Start the fight');
    case 'gather':
      return t('Gather berries');
    case 'flip':
      return t('Flip day and night');
    case 'skip':
      return t('Skip the second action');
    case 'support':
      return t('Support');
    case 'block':
      return t('Block');
    case 'oblige':
      return t('Oblige');
    case 'for':
      return t('This side');
    case 'ban':
      return t('Ban');
    case 'chase':
      return t('Chase it away');
    case 'noheal':
      return t('Do not heal');
    case 'bonus':
      return t('With the bonus, for a berry');
    default:
      return null;
  }
}

/** Where a slip would hurt, where nothing can be taken back, or where somebody wants to be asked always. */
export function needsConfirm(game: string, move: Move, step: Step, undo: 'allow' | 'never' | undefined): boolean {
  return prefs.confirm || undo === 'never' || guideOf(game).careful(move, step);
}
