// The names of things in valley, in the language of the page.
import { t, tn } from '../../lib/i18n.svelte';
import type { Cave, Scene, Seat, View } from './view';

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

export function sceneName(scene: Scene): string {
  return t(NAMES[scene]);
}

/** What a scene does as a bonus: a title, and a sentence or two. */
export function bonusTitle(scene: Scene, view: View): string {
  switch (scene) {
    case 'B':
      return t('Feast: lay another tile');
    case 'P':
      return t('Picking: 1 food');
    case 'R':
      return t('Ritual: take a Mountain token');
    case 'X':
      return t('Fight: put a Fight token on a tile');
    case 'W':
      return t('Water: swap a tile');
    case 'C':
      return t('Camp: {0} shelter', { 0: view.campShelter });
    case 'H':
      return t('Hunt: take a steak');
    case 'F':
      return t('Fire: move a bear');
  }
}

/** "1 for 1, 3 for 2 … 10 for 5 or more" */
function steakWorth(table: number[]): string {
  return table
    .map((food, i) =>
      i + 1 < table.length ? t('{0} for {1}', { 0: food, 1: i + 1 }) : t('{0} for {1} or more', { 0: food, 1: i + 1 }),
    )
    .join(', ');
}

export function bonusText(scene: Scene, view: View): string {
  switch (scene) {
    case 'B':
      return t('It must connect. It brings no food and no bonus, but a cave counts in full.');
    case 'P':
      return t('Berries and roots. Take them.');
    case 'R':
      return t('Any of your valley. When none is left there, one that you have used.');
    case 'X':
      return t('Any tile of any pool. Whoever lays it gives you 1 food.');
    case 'W':
      return t('One of yours for any tile of the Common Pool or of another player.');
    case 'C':
      return t('A good place for the night.');
    case 'H': {
      const fill = { 0: steakWorth(view.steakFood) };
      return view.convert === 'any'
        ? t('Then keep your steaks, or turn as many as you like into food: {0}.', fill)
        : t('Then keep your steaks, or turn all of them into food: {0}.', fill);
    }
    case 'F':
      return t(
        'Put one beside tiles of another player: 1 shelter for each tile it touches. Or send one of yours away.',
      );
  }
}

/** What a Mountain token does. */
/** As a Mountain token, before the word token: what a Fight token is called already lies on tiles. */
export function tokenName(scene: Scene): string {
  return scene === 'X' ? t('Fight Mountain') : sceneName(scene);
}

export function tokenText(scene: Scene, view: View): string {
  switch (scene) {
    case 'B':
      return t('Lay one more tile, before or after the tile of this turn.');
    case 'P':
      return t('Picking may lie on plains for the rest of this turn.');
    case 'R':
      return t('Take another Mountain token of your valley.');
    case 'X':
      return t('Put a Fight token on any tile of any pool.');
    case 'W':
      return t('Swap one of your tiles.');
    case 'C':
      return t('{0} shelter.', { 0: view.campShelter });
    case 'H':
      return t('Take a steak. It turns none into food.');
    case 'F':
      return t('Put a bear beside tiles of another player, or send one of yours away.');
  }
}

/** "Water–Fire" */
export function tileName(scenes: readonly Scene[]): string {
  return scenes.map(sceneName).join('–');
}

export function caveName(seat: Seat, cave: Cave): string {
  const token = seat.tokens[cave.name];
  return token
    ? t('cave at {0} with the {1} token: {2} shelter for {3}', {
        0: cave.gate,
        1: tokenName(token),
        2: cave.high,
        3: sceneName(token),
      })
    : t('cave at {0} without token: {1} shelter', { 0: cave.gate, 1: cave.low });
}

/** "a3", "cave at c5": as the board has it. */
export function placeName(seat: Seat, name: string): string {
  const cave = seat.caves.find((each) => each.name === name);
  return cave ? t('cave at {0}', { 0: cave.gate }) : name;
}

/** "a3, forest, 2 food" */
export function squareName(seat: Seat, name: string): string {
  const cave = seat.caves.find((each) => each.name === name);
  if (cave) return caveName(seat, cave);
  const fall = seat.falls.find((each) => each.name === name);
  if (fall) {
    const token = seat.tokens[name];
    return token ? t('waterfall with the {0} token', { 0: tokenName(token) }) : t('waterfall');
  }
  const tile = seat.laid.find((each) => each.at.includes(name));
  if (tile && tile.old) return t('{0}, a tile of an abandoned tribe', { 0: name });
  if (tile) return t('{0}, {1}', { 0: name, 1: sceneName(tile.scenes[tile.at.indexOf(name)]!) });
  if (seat.bears.includes(name)) return t('{0}, a bear', { 0: name });
  const square = seat.squares.find((each) => each.name === name);
  if (!square) return name;
  return square.forest
    ? t('{0}, forest, {1} food', { 0: name, 1: square.food })
    : t('{0}, plain, {1} food', { 0: name, 1: square.food });
}

export function steaks(n: number): string {
  return tn('{0} steak', '{0} steaks', n);
}
