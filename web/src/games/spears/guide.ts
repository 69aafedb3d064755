import { t } from '../../lib/i18n.svelte';
import type { Decision, Guide } from '../game';
import { shortWords } from './choices';
import type { SpearsView } from './view';

function say(kind: string, rule: string, help = ''): Decision {
  return { kind, rule, help };
}

export const guide: Guide = {
  decision(step): Decision {
    const { phase } = step.view as Pick<SpearsView, 'phase'>;
    switch (phase) {
      case 'TIME':
        return say(
          phase,
          '2.3',
          t('Prey can only be hunted at its time: look which you would like, and which the others should not get.'),
        );
      case 'PLAY':
        return say(
          phase,
          '4.4',
          t(
            'Hunters hunt, Gatherers bring berries, Warriors block and fight, Healers save, Ambushers support. Keep some berries: each turn brings only a few.',
          ),
        );
      case 'ACTION':
        return say(
          phase,
          '4.5',
          t('Touch a prey under the present sun or moon to hunt it. Fights are allowed when little vigor is left.'),
        );
      case 'HUNT_UNITS':
        return say(
          phase,
          '4.6',
          t(
            'Their power, a supporter’s and the secret cards together must be more than the prey’s power. Success and failure both cost units: the level of the prey.',
          ),
        );
      case 'REACT':
        return say(
          phase,
          '4.6',
          t('A supporter of a successful hunt earns berries. A blocker who is stronger takes over the hunt.'),
        );
      case 'FIGHT_REACT':
        return say(phase, '4.8');
      case 'BLOCK_UNITS':
        return say(phase, '4.6', t('Warriors count more here.'));
      case 'SUPPORT_UNITS':
        return say(phase, '4.6', t('Ambushers count more when they support.'));
      case 'ACCEPT':
        return say(
          phase,
          '4.6',
          t('Support costs you nothing: whoever supports you earns the prey’s berries if you succeed.'),
        );
      case 'OBLIGE':
        return say(phase, '4.7', t('Once a turn. Whoever you name cannot refuse.'));
      case 'OBLIGE_UNIT':
        return say(phase, '4.7');
      case 'OBLIGE_SIDE':
        return say(phase, '4.7');
      case 'CARDS':
        return say(
          phase,
          '4.9',
          t(
            'Everybody places one card in secret, and their sum counts for one side. They are shown sorted: nobody learns who placed which. A placed card stays placed.',
          ),
        );
      case 'SACRIFICE':
        return say(
          phase,
          '4.10',
          t(
            'Success and failure cost units worth the level of the prey. They return to your reserve and can be bought again.',
          ),
        );
      case 'HEAL':
        return say(phase, '4.10', t('A higher level pays for more of the sacrifice.'));
      case 'AFTER':
        return say(phase, '4.5', t('The next hunters find what you leave them.'));
      case 'VIGOR':
        return say(phase, '4.6', t('Vigor is the length of the game. Who is ahead of the others may want it short.'));
      case 'FIGHT_UNITS':
        return say(phase, '4.8', t('If you win you take a prey of theirs.'));
      case 'PICK':
        return say(phase, '4.8');
      case 'LOOT':
        return say(phase, '4.8');
      case 'DEFENDER_UNITS':
        return say(phase, '4.8');
      case 'DEFEND_UNITS':
        return say(phase, '4.11', t('All defend together. A lost defence costs more vigor than a won one.'));
      default:
        return say('other', '4.2');
    }
  },
  careful: (move) => /^(card|fight|block|ban|-)/.test(move.m),
  confirm: (move) => shortWords(move),
};
