import { t } from '../../lib/i18n.svelte';
import type { Decision, Guide } from '../game';
import { tribeName } from './tribe';

function say(kind: string, rule: string, ask: string, help = ''): Decision {
  return { kind, rule, ask, help };
}

export const guide: Guide = {
  decision(step): Decision {
    const phase = (step.view as { phase: string }).phase;
    switch (phase) {
      case 'TIME':
        return say(
          phase,
          '2.3',
          t('Day or night? You choose for everybody.'),
          t(
            'Prey can only be hunted at its time: look which of the five you would like, and which the others should not get.',
          ),
        );
      case 'PLAY':
        return say(
          phase,
          '4.4',
          t('Buy units for berries, then say that you are done.'),
          t(
            'Hunters hunt, Gatherers bring berries, Warriors block and fight, Healers save, Ambushers support. Keep some berries: each turn brings only a few.',
          ),
        );
      case 'ACTION':
        return say(
          phase,
          '4.5',
          t('Your action: hunt a prey, gather berries, or fight.'),
          t('Touch a prey under the present sun or moon to hunt it. Fights are allowed when vigor has fallen to five.'),
        );
      case 'HUNT_UNITS':
        return say(
          phase,
          '4.6',
          t('Send units into the hunt, then say that you are done.'),
          t(
            'Their power, a supporter’s and the secret cards together must be more than the prey’s power. Success and failure both cost units: the level of the prey.',
          ),
        );
      case 'REACT':
        return say(
          phase,
          '4.6',
          t('Support, block, or stay out of it?'),
          t('A supporter of a successful hunt earns berries. A blocker who is stronger takes over the hunt.'),
        );
      case 'FIGHT_REACT':
        return say(phase, '4.8', t('Support one side of the fight, or stay out of it?'));
      case 'BLOCK_UNITS':
        return say(
          phase,
          '4.6',
          t('Send units into the block, then say that you are done.'),
          t('Warriors count one more here.'),
        );
      case 'SUPPORT_UNITS':
        return say(
          phase,
          '4.6',
          t('Offer one or two units, then say that you are done.'),
          t('Ambushers count one more when they support.'),
        );
      case 'ACCEPT':
        return say(
          phase,
          '4.6',
          t('Whose support do you accept?'),
          t('Help costs you nothing but its wages: the supporter gains the prey’s berries if you succeed.'),
        );
      case 'OBLIGE':
        return say(
          phase,
          '4.7',
          t('As Shaman you may oblige somebody to help.'),
          t('Once a turn. Whoever you name cannot refuse.'),
        );
      case 'OBLIGE_UNIT':
        return say(phase, '4.7', t('Which of their units must help?'));
      case 'OBLIGE_SIDE':
        return say(phase, '4.7', t('Which side must it help?'));
      case 'CARDS':
        return say(
          phase,
          '4.9',
          t('Choose your card. A placed card stays placed.'),
          t(
            'Everybody places one card in secret. Their sum is added to the attempt, and only the sorted cards are shown: nobody learns who placed which.',
          ),
        );
      case 'SACRIFICE':
        return say(
          phase,
          '4.10',
          t('Which units do you give?'),
          t(
            'Success and failure cost units worth the level of the prey. They return to your deck and can be bought again.',
          ),
        );
      case 'HEAL':
        return say(
          phase,
          '4.10',
          t('Your Healer may raise the level of one unit.'),
          t('A higher level pays for more of the sacrifice.'),
        );
      case 'AFTER':
        return say(
          phase,
          '4.5',
          t('Flip day and night for a berry, or end your turn.'),
          t('The next hunters find what you leave them.'),
        );
      case 'VIGOR':
        return say(
          phase,
          '4.6',
          t('Add one vigor, or leave it?'),
          t('Vigor is the length of the game. Who is ahead of the others may want it short.'),
        );
      case 'FIGHT_UNITS':
        return say(
          phase,
          '4.8',
          t('Send units into the fight, then say that you are done.'),
          t('If you win you take a prey of theirs.'),
        );
      case 'PICK':
        return say(phase, '4.8', t('Pick the unit of theirs that must fight.'));
      case 'LOOT':
        return say(phase, '4.8', t('Which of their prey do you fight for?'));
      case 'DEFENDER_UNITS':
        return say(phase, '4.8', t('You are attacked. Add units, then say that you are done.'));
      case 'DEFEND_UNITS':
        return say(
          phase,
          '4.11',
          t('The valley attacks. Send units to defend, then say that you are done.'),
          t('All defend together. A lost defence costs two vigor instead of one.'),
        );
      default:
        return say('other', '4.2', t('Your turn. Choose a move.'));
    }
  },
  words(move, step) {
    const phase = (step.view as { phase: string }).phase;
    const [verb, who] = move.m.split(':');
    if (verb === 'done') return phase === 'AFTER' ? t('End the turn') : t('Done');
    if (verb === 'pass') return t('Stay out of it');
    if (verb === 'noheal') return t('Do not heal');
    if (verb === 'oblige') return t('Oblige {0}', { 0: tribeName(who) });
    if (verb === 'skip') return t('Skip the second action');
    if (move.m === 'vigor:yes') return t('Add one vigor');
    if (move.m === 'vigor:no') return t('Leave the vigor as it is');
    if (verb === 'day') return t('It is day');
    if (verb === 'night') return t('It is night');
    return null;
  },
  clearer: (move) =>
    move.m.startsWith('card:') ? t('Place your card {0}', { 0: move.m.slice(5).replace('-', '−') }) : null,
  careful: (move) => /^(card|fight|block|ban|-)/.test(move.m),
  confirm(move) {
    if (move.m.startsWith('card:')) return t('Place {0}', { 0: move.m.slice(5).replace('-', '−') });
    if (move.m.startsWith('hunt')) return t('Hunt it');
    if (move.m.startsWith('fight')) return t('Start the fight');
    if (move.m.startsWith('-')) return t('Give it');
    return t('Do it');
  },
};
