// The names of things in valley, in the language of the page.
import { t, tn } from '../../lib/i18n.svelte';
import {
  bearWorth,
  payment,
  readPut,
  scenesOf,
  steakFood,
  type Cave,
  type Payment,
  type Phase,
  type Scene,
  type Seat,
  type View,
} from './view';

/** Marks a sentence that is said later. */
const tt = (english: string) => english;

const NAMES: Record<Scene, string> = {
  B: tt('Feast'),
  P: tt('Picking'),
  R: tt('Ritual'),
  X: tt('Fight'),
  W: tt('Water'),
  C: tt('Camp'),
  H: tt('Hunt'),
  F: tt('Fire'),
};

export const MARKS: Record<Scene, string> = {
  B: 'feast',
  P: 'picking',
  R: 'ritual',
  X: 'fight',
  W: 'water',
  C: 'camp',
  H: 'hunt',
  F: 'fire',
};

const BONUSES: Record<Scene, [string, string]> = {
  B: [tt('Feast: lay another tile'), tt('It must connect. It brings no food and no bonus, but a cave counts in full.')],
  P: [tt('Picking: 1 food'), tt('Berries and roots. Take them.')],
  R: [tt('Ritual: take a mountain token'), tt('Any of your board. When none is left there, one that you have used.')],
  X: [
    tt('Fight: mark a tile'),
    tt('Put a Fight token on any tile of any pool. Whoever lays that tile gives you 1 food.'),
  ],
  W: [tt('Water: swap a tile'), tt('One of yours for any tile of the common pool or of another player.')],
  C: [tt('Camp: 3 shelter'), tt('A good place for the night.')],
  H: [tt('Hunt: take a steak'), tt('Keep steaks: the more you turn into food at once, the more they are worth.')],
  F: [
    tt('Fire: move a bear'),
    tt('Set one beside tiles of another player: 1 shelter for each tile it touches. Or chase one of yours away.'),
  ],
};

const TOKENS: Record<Scene, string> = {
  B: tt('Lay one more tile, before or after the tile of this turn.'),
  P: tt('Picking may lie on plains for the rest of this turn.'),
  R: tt('Take another mountain token of your board.'),
  X: tt('Put a Fight token on any tile of any pool.'),
  W: tt('Swap one of your tiles.'),
  C: tt('3 shelter.'),
  H: tt('Take a steak.'),
  F: tt('Set a bear beside tiles of another player, or chase one of yours away.'),
};

export function sceneName(scene: Scene): string {
  return t(NAMES[scene]);
}

export function bonusTitle(scene: Scene): string {
  return t(BONUSES[scene][0]);
}

export function bonusText(scene: Scene): string {
  return t(BONUSES[scene][1]);
}

export function tokenText(scene: Scene): string {
  return t(TOKENS[scene]);
}

/** "Water–Fire" */
export function tileName(scenes: readonly Scene[]): string {
  return scenes.map(sceneName).join('–');
}

export function caveName(seat: Seat, cave: Cave): string {
  const token = seat.tokens[cave.name];
  return token
    ? t('cave {0} with the {1} token: {2} shelter for {1}', { 0: cave.name, 1: sceneName(token), 2: cave.high })
    : t('cave {0} without token: {1} shelter', { 0: cave.name, 1: cave.low });
}

/** "a3, forest, 2 food" */
export function squareName(seat: Seat, name: string): string {
  const cave = seat.caves.find((each) => each.name === name);
  if (cave) return caveName(seat, cave);
  const fall = seat.falls.find((each) => each.name === name);
  if (fall) {
    const token = seat.tokens[name];
    return token ? t('waterfall with the {0} token', { 0: sceneName(token) }) : t('waterfall');
  }
  const tile = seat.laid.find((each) => each.at.includes(name));
  if (tile && tile.old) return t('{0}, a tile left behind', { 0: name });
  if (tile) return t('{0}, {1}', { 0: name, 1: sceneName(tile.scenes[tile.at.indexOf(name)]!) });
  if (seat.bears.includes(name)) return t('{0}, a bear', { 0: name });
  const square = seat.squares.find((each) => each.name === name);
  if (!square) return name;
  return square.forest
    ? t('{0}, forest, {1} food', { 0: name, 1: square.food })
    : t('{0}, plain, {1} food', { 0: name, 1: square.food });
}

/** "Fire on h3, Water on h2: 3 food" */
export function putName(scenes: readonly Scene[], at: readonly string[], pays: Payment): string {
  const where = t('{0} on {1}, {2} on {3}', {
    0: sceneName(scenes[0]!),
    1: at[0]!,
    2: sceneName(scenes[1]!),
    3: at[1]!,
  });
  const gains = [
    pays.sum ? t('{0} food', { 0: pays.sum }) : '',
    pays.shelter ? t('{0} shelter', { 0: pays.shelter }) : '',
  ].filter(Boolean);
  return gains.length ? `${where}: ${gains.join(', ')}` : where;
}

export function steaks(n: number): string {
  return tn('{0} steak', '{0} steaks', n);
}

const tile = (id: string) => tileName(scenesOf(id));

/** What an effect does: "give Water–Fire, take Hunt–Fire". */
function effectName(effect: string, view: View, seat: Seat): string {
  const scene = effect[0] as Scene;
  const target = effect.slice(2);
  switch (scene) {
    case 'C':
      return t('3 shelter');
    case 'P':
      return t('1 food');
    case 'H':
      return target
        ? t('Turn {0} into {1} food', { 0: steaks(Number(target)), 1: steakFood(view.steakFood, Number(target)) })
        : t('Take a steak and keep it');
    case 'R':
      return target[0] === 'u'
        ? t('Take the used {0} token back', { 0: sceneName(target[1] as Scene) })
        : t('take the {0} token from {1}', { 0: sceneName(seat.tokens[target] ?? 'R'), 1: target });
    case 'X':
      return t('Fight token on {0}', { 0: tile(target) });
    case 'W': {
      const [give, take] = target.split('/') as [string, string];
      return t('give {0}, take {1}', { 0: tile(give), 1: tile(take) });
    }
    case 'F': {
      if (target[0] === '-') return t('chase the bear from {0}', { 0: target.slice(1) });
      const other = view.seats[Number(target[1]) - 1]!;
      const square = target.slice(3);
      return t('bear on {0} of player {1}: {2} shelter', { 0: square, 1: target[1]!, 2: bearWorth(other, square) });
    }
    default:
      return effect;
  }
}

/** A move in words that need no letters of tiles, for the list beside the board; null when it is none of these. */
export function moveName(move: string, view: View, place: number): string | null {
  const seat = view.seats[place];
  if (!seat) return null;
  const put = readPut(move, view.phase as Phase);
  if (put) {
    const lies = putName(put.scenes, put.at, payment(seat, put, put.kind));
    if (put.kind === 'new') return t('New tribe: {0}', { 0: lies });
    return put.kind === 'feast' ? t('{0}: {1}', { 0: sceneName('B'), 1: lies }) : lies;
  }
  const [verb, rest] = move.split(':') as [string, string | undefined];
  switch (verb) {
    case 'use':
      return rest === 'P'
        ? t('{0} token: {1}', { 0: sceneName('P'), 1: tokenText('P') })
        : t('{0} token: {1}', { 0: sceneName(rest![0] as Scene), 1: effectName(rest!, view, seat) });
    case 'bon':
      return t('{0}: {1}', { 0: sceneName(rest![0] as Scene), 1: effectName(rest!, view, seat) });
    case 'take':
      return t('Take {0}', { 0: tile(rest!) });
    case 'drop':
      return t('Remove {0} from the game', { 0: tile(rest!) });
    case 'recall':
      return t('Take your Fight token back from {0}', { 0: tile(rest!) });
    default:
      return null;
  }
}
