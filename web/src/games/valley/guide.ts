import { layAsk, newTribe, tokenAsk } from './ask';
import { readView, type RawView } from './view';
import { t } from '../../lib/i18n.svelte';
import type { Decision, Guide } from '../game';

export const guide: Guide = {
  decision(step, _me, pick): Decision {
    const view = readView(step.view as RawView);
    const { phase } = view;
    if (phase === 'MAIN' && step.moves.some((move) => move.m.startsWith('new:'))) return newTribe(step, pick);
    switch (phase) {
      case 'START':
        return {
          kind: 'START',
          rule: '4.3',
          ask: layAsk(step, pick),
          help: t(
            'Your tribe leaves a cave: one half of the tile lies in the cave, the other on its gate. The scene in the cave must be that of the token there; you keep the token and score shelter.',
          ),
        };
      case 'MAIN':
        return {
          kind: 'MAIN',
          rule: '4.4',
          ask: tokenAsk(step, pick) ?? layAsk(step, pick),
          help: t(
            'The tile must touch your tribe, like scene to like scene. Every scene that meets its like gives the food of its square and does something for you. Only the lower of food and shelter scores in the end.',
          ),
        };
      case 'FIGHT':
        return {
          kind: 'FIGHT',
          rule: '4.5',
          help: t(
            'Fight tokens on a tile go off when it is laid: each takes 1 food from you for its owner. You choose the order.',
          ),
        };
      case 'BONUS':
        return {
          kind: 'BONUS',
          rule: '4.8',
          ask: tokenAsk(step, pick),
          help: t(
            'Every scene that met its like does something: Camp gives shelter, Picking food, Hunt a steak or food for steaks, Fire a bear for somebody else, Water swaps tiles, Ritual brings a token, Fight hinders, Feast lays another tile. The order is yours, and you may leave the rest out.',
          ),
        };
      case 'POST':
        return {
          kind: 'POST',
          rule: '4.7',
          ask: tokenAsk(step, pick),
          help: t(
            'One token a turn, before your tile or now. It does what its scene does, but Hunt turns no steaks into food.',
          ),
        };
      case 'REFILL':
        return {
          kind: 'REFILL',
          rule: '4.10',
          help: t('You always fill up to {0} tiles. Think of what your tribe’s open ends ask for.', {
            0: view.poolSize,
          }),
        };
      case 'DROP':
        return {
          kind: 'DROP',
          rule: '4.11',
          help: t(
            'With two players one tile leaves the game at the end of each turn. Take away what the other could use.',
          ),
        };
      default:
        return { kind: 'other', help: '' };
    }
  },
  careful: (move) => /^(lay|new|stop|bon:B|use:B)/.test(move.m),
  confirm: (move) => (move.m === 'stop' ? t('Stop') : t('Lay it here')),
};
