import { modeAsk } from './ask';
import { t, tn } from '../../lib/i18n.svelte';
import type { Decision, Guide } from '../game';

export const guide: Guide = {
  decision(step, me, pick): Decision {
    const view = step.view as { phase: string; left?: number };
    const left = view.left ?? 1;
    switch (view.phase) {
      case 'ARRANGE':
        return {
          kind: 'ARRANGE',
          rule: '4.2',
          ask: t('How do your three start tiles lie?'),
          help: t('Neighbouring land is one step away. Nothing else depends on it.'),
        };
      case 'FOUND':
        return {
          kind: 'FOUND',
          rule: '4.2',
          ask: t('Put your first member on a land of yours.'),
          help: t(
            'Choose a land that an achievement of the first epoch asks for: members on the right land complete achievements.',
          ),
        };
      case 'TAKE':
        return {
          kind: 'TAKE',
          rule: '4.3',
          ask: t('Your turn. Take a tile from the row.'),
          help: t(
            'The first tile is free. For every tile you step over, lay one of your shells on it. You get the shells on the tile you take. A tile with a hand can complete an achievement instead.',
          ),
        };
      case 'MODE':
        return {
          kind: 'MODE',
          rule: '4.4',
          ask: modeAsk(step, me, pick),
          help: t(
            'Your tile shows a hand: touch a glowing board to complete it, or do the action of the tile. Achievements bring points and raise a track; early stones on a board score more.',
          ),
        };
      case 'BIRTH':
        return {
          kind: 'BIRTH',
          rule: '4.5',
          ask: tn('Where is your new member born?', 'Where are your {0} new members born? One after the other.', left),
          help: t('New members appear where members of yours live.'),
        };
      case 'LIFT':
        return {
          kind: 'LIFT',
          rule: '4.5',
          ask: t('Move a member to another land with members, or stop.'),
          help: t('Your reserve is empty, so for every missing birth one member may change places.'),
        };
      case 'DROP':
        return { kind: 'DROP', rule: '4.5', ask: t('Where does the member go?'), help: '' };
      case 'LAY':
        return {
          kind: 'LAY',
          rule: '4.5',
          ask: pick.picked.length
            ? t('Touch a glowing place for the land.')
            : tn('Lay your new land.', 'Lay your {0} new lands, one after the other.', left),
          help: t(
            'New land lies beside your land. Resources you need for achievements should be within reach of your members.',
          ),
        };
      case 'RENEW':
        return {
          kind: 'RENEW',
          rule: '4.5',
          ask: t('Turn an exhausted land back, or stop.'),
          help: t(
            'For every tile that could not be drawn, or when an event allows it, you may refresh a land without members.',
          ),
        };
      case 'STEP':
        return {
          kind: 'STEP',
          rule: '4.5',
          ask: pick.picked.length
            ? t('Where does the member walk?')
            : tn('Walk {0} more step, or stop.', 'Walk up to {0} more steps, or stop.', left),
          help: t('A step goes from one land of yours to a neighbouring one. You may stop earlier.'),
        };
      case 'WILD':
        return {
          kind: 'WILD',
          rule: '4.6',
          ask: tn('Which land do you exhaust as a wild tile?', 'Which {0} lands do you exhaust as wild tiles?', left),
          help: t(
            'You lack the right resource on some tiles. Other land with members can stand in for it, but it becomes exhausted.',
          ),
        };
      case 'LOSE':
        return {
          kind: 'LOSE',
          rule: '1.7',
          ask: t('An event: which member do you lose?'),
          help: t('Your last member always stays.'),
        };
      case 'WITHER':
        return {
          kind: 'WITHER',
          rule: '1.7',
          ask: t('An event: which empty land is exhausted?'),
          help: t('Exhausted land counts for nothing until it is refreshed.'),
        };
      case 'PICK':
        return {
          kind: 'PICK',
          rule: '1.7',
          ask: t('The event lets you choose.'),
          help: t('Every choice is offered, also one that does nothing for you now.'),
        };
      default:
        return { kind: 'other', ask: t('Your turn. Choose a move.'), help: '' };
    }
  },
  words(move, step) {
    if (move.m === '.') return t('Stop here');
    if (move.m === 'A') return t('Do the action of the tile');
    const deed = /^C(\d\.\d)(?:<(\d))?/.exec(move.m);
    if (deed) {
      const view = step.view as { grid?: Record<string, string>; boards?: Record<string, { name: string }> };
      const name = view.boards?.[view.grid?.[deed[1]!] ?? '']?.name ?? deed[1]!;
      return deed[2]
        ? t('Complete {0}, with your arrow from column {1}', { 0: name, 1: deed[2] })
        : t('Complete {0}', { 0: name });
    }
    const option = /^#(\d)/.exec(move.m);
    return option ? t('Choice {0}', { 0: option[1]! }) : null;
  },
  careful: (move) => /@|^C|^x/.test(move.m),
  confirm: (move) =>
    move.m.includes('@') ? t('Lay it here') : move.m.startsWith('C') ? t('Complete it') : t('Exhaust it'),
};
