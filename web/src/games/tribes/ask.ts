// What is asked in tribes right now, where the sentence follows what was touched.
import { t, tn } from '../../lib/i18n.svelte';
import type { SeatCode, Step } from '../../lib/wire';
import type { Pick } from '../board';
import { readView, standing, type RawView } from './view';
import { trackName } from './words';

/** A tile with a hand was taken: the action, or an achievement, and what that one brings. */
export function modeAsk(step: Step, me: SeatCode | null, pick: Pick): string {
  const slotName = /^board:(.+)$/.exec(pick.picked[0] ?? '')?.[1];
  if (!slotName) return t('Do the action, or complete an achievement?');
  const view = readView(step.view as RawView);
  const slot = view.slots.find((each) => each.name === slotName);
  const board = slot?.board;
  const seat = view.seats[me ? Number(me.slice(1)) - 1 : (view.actor ?? 0)];
  if (!slot || !board || !seat) return t('Do the action, or complete an achievement?');
  if (!pick.ready) return t('Your arrow opens the way to {0}: touch the board it starts from.', { 0: board.name });
  const points = board.points[slot.stones.length] ?? 0;
  const missing = board.need - Math.min(board.need, standing(seat, board.resource).own);
  const gain = tn('Complete {1} for {0} point: {2} rises.', 'Complete {1} for {0} points: {2} rises.', points, {
    1: board.name,
    2: trackName(board.track),
  });
  return missing ? `${gain} ${tn('One other land is used up.', '{0} other lands are used up.', missing)}` : gain;
}
