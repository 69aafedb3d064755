import { t } from '../../lib/i18n.svelte';
import type { GamePage } from '../game';
import { guide } from './guide';
import type { RawView } from './raw';

/** Tiles and events that lie face up. */
const faceUp = (view: RawView): (string | undefined)[] => [
  ...view.row.split(' ').map((word) => word.replace(/\(.*/, '')),
  view.tile,
  ...view.display,
];

/** An event that was there before, and no longer is. */
function goneFrom(before: RawView, now: RawView): string {
  const here = faceUp(now);
  return faceUp(before).find((id) => id && now.events[id] && !here.includes(id)) ?? '';
}

export const page: GamePage = {
  guide,
  ours: () => t('Ours: the numbers and names that stand only on the printed pieces.'),
  buttons: /^(layout:|option:)|^act$/,
  moment(step) {
    const { round } = step.view as { round: number };
    return round ? t('round {0}', { 0: round }) : '';
  },
  // An event is read before its effects are; what follows from a deed passes by.
  moments: {
    happens: 'hold',
    final: 'hold',
    spared: 'short',
    executed: 'short',
    round: 'short',
    level: 'short',
    used_up: 'short',
    withered: 'short',
    linked: 'short',
    returned: 'skip',
  },
  sounds: {
    took: 'slate',
    laid: 'slate',
    born: 'bone',
    founded: 'bone',
    walked: 'bone',
    achieved: 'bone',
    happens: 'skin',
    died: 'skin',
    lost: 'skin',
    shells: 'skin',
    drew: 'rattle',
    lined: 'rattle',
    came: 'turn',
    uncovered: 'turn',
    renewed: 'turn',
    first: 'rattle',
  },
  strip({ kind }, step, before) {
    if (kind === 'final') return { icon: 'flag', text: t('Last round') };
    if (kind !== 'happens') return null;
    // One that is done with at once has left the row, and the view with it.
    const view = step.view as RawView;
    const id = view.tile ?? (before ? goneFrom(before.view as RawView, view) : '');
    return { icon: 'event', text: view.events[id]?.name ?? t('An event happens') };
  },
  reasons: {
    N1: '4.3',
    N2: '4.4',
    N3: '4.6',
    N4: '4.6',
    N5: '4.6',
    N6: '4.6',
    N7: '4.6',
    N8: '4.5',
    N9: '4.5',
    N10: '4.5',
    N11: '1.3',
    N12: '4.3',
    N13: '4.6',
    N14: '4.5',
    N15: '4.6',
    N16: '4.6',
    N17: '4.1',
    N18: '4.1',
  },
  rules: {
    arranged: '2.3',
    founded: '4.2',
    took: '4.3',
    shells: '4.3',
    born: '4.5',
    lifted: '4.5',
    dropped: '4.5',
    drew: '4.5',
    laid: '4.5',
    renewed: '4.5',
    walked: '4.5',
    achieved: '4.6',
    used_up: '4.6',
    linked: '4.6',
    level: '4.6',
    uncovered: '4.6',
    came: '4.6',
    happens: '4.7',
    executed: '4.8',
    final: '4.8',
    over: '4.10',
    died: '1.7',
    withered: '1.7',
    gained: '1.7',
    lost: '1.7',
    spared: '1.7',
  },
};
