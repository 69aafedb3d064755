// What is asked in valley right now, in one sentence that follows what was touched.
import { t } from '../../lib/i18n.svelte';
import type { Step } from '../../lib/wire';
import type { Pick } from '../board';
import type { Decision } from '../game';
import { readPut, readView, scenesOf, type RawView, type Scene } from './view';
import { bonusTitle, tileName } from './words';

/** The tile is chosen, half laid, or lies as a ghost that waits for a yes. */
export function layAsk(step: Step, pick: Pick): string | undefined {
  const tile = pick.picked.find((id) => id.startsWith('tile:'));
  if (!tile) return undefined;
  const name = tileName(scenesOf(tile.slice(5)));
  const view = readView(step.view as RawView);
  const put = pick.ready ? readPut(pick.ready.m, view.pays) : null;
  if (!put)
    return pick.picked.at(-1) === tile
      ? t('Touch a glowing place for {0}.', { 0: name })
      : t('Now the second half: touch the square beside it.');
  const { pays } = put;
  if (pays.sum && pays.shelter)
    return t('Lay {0} here for {1} food and {2} shelter, or touch another glowing place.', {
      0: name,
      1: pays.sum,
      2: pays.shelter,
    });
  if (pays.sum) return t('Lay {0} here for {1} food, or touch another glowing place.', { 0: name, 1: pays.sum });
  if (pays.shelter)
    return t('Lay {0} here for {1} shelter, or touch another glowing place.', { 0: name, 1: pays.shelter });
  return t('Lay {0} here, or touch another glowing place.', { 0: name });
}

/** Which bonus or token was touched. */
function scenePicked(pick: Pick): Scene | null {
  return (/^(?:scene|token):(.)$/.exec(pick.picked[0] ?? '')?.[1] ?? null) as Scene | null;
}

/** While a bonus or token is being used. */
export function tokenAsk(step: Step, pick: Pick): string | undefined {
  const scene = scenePicked(pick);
  if (!scene) return undefined;
  return scene === 'B' && pick.picked.length > 1
    ? layAsk(step, pick)
    : bonusTitle(scene, readView(step.view as RawView));
}

/** No tile connects: the tribe is left behind. */
export function newTribe(step: Step, pick: Pick): Decision {
  return {
    kind: 'NEW',
    rule: '4.4',
    ask: tokenAsk(step, pick) ?? layAsk(step, pick),
    help: [
      readView(step.view as RawView).abandoned === 'ignored'
        ? t('Your old tribe stays behind: its tiles are turned over and mean nothing any more.')
        : t('Your old tribe stays behind: its tiles are turned over and nothing may touch them.'),
      t('The new tribe begins in a cave; the token there is lost, and only the lower shelter counts.'),
    ].join(' '),
  };
}
