// What is decided beside the valley: which scene or token, how many steaks, with whom to fight.
import { t } from '../../lib/i18n.svelte';
import type { Pick } from '../board';
import type { Scene, Seat, Tile, View } from './view';
import { bonusText, bonusTitle, tokenName, tokenText } from './words';

function cardsOf(view: View, seat: Seat, pick: Pick) {
  if (pick.picked.length) return [];
  if (view.phase === 'BONUS')
    return view.bonuses
      .filter((scene) => pick.can.has(`scene:${scene}`))
      .map((scene) => ({ id: `scene:${scene}`, scene, title: bonusTitle(scene, view), text: bonusText(scene, view) }));
  if (view.phase === 'POST')
    return seat.held
      .filter((scene) => pick.can.has(`token:${scene}`))
      .map((scene) => ({
        id: `token:${scene}`,
        scene,
        title: t('{0} token', { 0: tokenName(scene) }),
        text: tokenText(scene, view),
      }));
  return [];
}

/** How many steaks may be converted. */
export function steakChoices(pick: Pick): number[] {
  return [...pick.can]
    .filter((id) => id.startsWith('steaks:'))
    .map((id) => Number(id.slice(7)))
    .sort((a, b) => a - b);
}

function fightersOf(pick: Pick): { id: string; place: number }[] {
  return [...pick.can].filter((id) => /^fight:p[1-4]$/.test(id)).map((id) => ({ id, place: Number(id.slice(7)) - 1 }));
}

/** The scene or token that is being used. */
export function sceneInUse(pick: Pick): Scene | null {
  const first = pick.picked[0] ?? '';
  return first.startsWith('scene:') || first.startsWith('token:') ? (first.slice(6) as Scene) : null;
}

/** What to touch next for it. */
export function sceneHint(scene: Scene | null, pick: Pick, hasTile: boolean): string {
  if (!scene || pick.ready) return '';
  switch (scene) {
    case 'W':
      return pick.picked.length < 2
        ? t('Choose one of your tiles to give.')
        : t('Choose the tile you want: from the Common Pool or from another player.');
    case 'X':
      return t('Choose a tile in any pool.');
    case 'F':
      return t('Choose a glowing square. The number is the shelter you get.');
    case 'R':
      return t('Choose a glowing token.');
    case 'B':
      return hasTile ? t('Choose a place for it.') : t('Choose one of your tiles.');
    default:
      return '';
  }
}

/** Places of the valleys that what was picked goes on in; the others' first. */
export function valleysNeeded(pick: Pick, mine: number | null): number[] {
  if (!pick.picked.length) return [];
  const places = [...pick.can, ...pick.picked]
    .map((id) => /^p([1-4])\./.exec(id)?.[1])
    .filter((found) => found !== undefined);
  const found = [...new Set(places.map((place) => Number(place) - 1))].sort();
  return found.length > 1 ? found.filter((place) => place !== mine).concat(mine ?? []) : found;
}

/** What was picked goes on in this valley or in its pool. */
export function goesOnIn(seat: Seat, pick: Pick): boolean {
  const ids = [...pick.can];
  return (
    pick.picked.length > 0 &&
    ids.some((id) => id.startsWith(`${seat.code}.`) || seat.pool.some((tile) => id === `tile:${tile.id}`))
  );
}

/** Tiles that my own Fight tokens may be taken back from. */
function recallsOf(view: View, pick: Pick): Tile[] {
  const tiles = [...view.seats.flatMap((seat) => seat.pool), ...view.common];
  return tiles.filter((tile) => pick.can.has(`fight:${tile.id}`));
}

export type Decisions = ReturnType<typeof decisionsOf>;

/** What takes the place of the tiles. */
export function decisionsOf(view: View, seat: Seat, pick: Pick, asked: boolean, still: boolean) {
  const cards = asked ? cardsOf(view, seat, pick) : [];
  const fighters = still ? [] : fightersOf(pick);
  const recalls = asked ? recallsOf(view, pick) : [];
  return {
    cards,
    fighters,
    recalls,
    any: cards.length > 0 || fighters.length > 0 || (asked && pick.can.has('button:stop')),
  };
}
