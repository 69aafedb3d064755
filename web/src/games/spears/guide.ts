import { t } from '../../lib/i18n.svelte';
import type { Decision, Guide } from '../game';
import { shortWords } from './choices';
import type { SpearsView } from './view';

function say(kind: string, rule: string, ask: string, help = ''): Decision {
  return { kind, rule, ask, help };
}

/** Whom the cards help. */
function cardAsk(kind: string | undefined): string {
  if (kind === 'fight') return t('Place a card in secret: plus helps the attacker.');
  if (kind === 'block') return t('Place a card in secret: plus helps the blocker, then whoever hunts.');
  return t('Place a card in secret: plus helps the hunter.');
}

export const guide: Guide = {
  decision(step): Decision {
    const { phase, contest } = step.view as Pick<SpearsView, 'phase' | 'contest'>;
    switch (phase) {
      case 'TIME':
        return say(
          phase,
          '2.3',
          t('Day or night? You choose for everybody.'),
          t('Prey can only be hunted at its time: look which you would like, and which the others should not get.'),
        );
      case 'PLAY':
        return say(
          phase,
          '4.4',
          t('Buy units for berries, or stop buying.'),
          t(
            'Hunters hunt, Gatherers bring berries, Warriors block and fight, Healers save, Ambushers support. Keep some berries: each turn brings only a few.',
          ),
        );
      case 'ACTION':
        return say(
          phase,
          '4.5',
          t('Your action: hunt a prey, gather berries, or fight.'),
          t('Touch a prey under the present sun or moon to hunt it. Fights are allowed when little vigor is left.'),
        );
      case 'HUNT_UNITS':
        return say(
          phase,
          '4.6',
          t('Send units into the hunt.'),
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
        return say(phase, '4.6', t('Send units into the block.'), t('Warriors count more here.'));
      case 'SUPPORT_UNITS':
        return say(phase, '4.6', t('Offer one or two units as support.'), t('Ambushers count more when they support.'));
      case 'ACCEPT':
        return say(
          phase,
          '4.6',
          t('Whose support do you accept?'),
          t('Support costs you nothing: whoever supports you earns the prey’s berries if you succeed.'),
        );
      case 'OBLIGE':
        return say(
          phase,
          '4.7',
          t('You are Shaman: oblige somebody to support a side, or nobody.'),
          t('Once a turn. Whoever you name cannot refuse.'),
        );
      case 'OBLIGE_UNIT':
        return say(phase, '4.7', t('Which of their units do you send?'));
      case 'OBLIGE_SIDE':
        return say(phase, '4.7', t('Which side does it support?'));
      case 'CARDS':
        return say(
          phase,
          '4.9',
          cardAsk(contest?.kind),
          t(
            'Everybody places one card in secret, and their sum counts for one side. They are shown sorted: nobody learns who placed which. A placed card stays placed.',
          ),
        );
      case 'SACRIFICE':
        return say(
          phase,
          '4.10',
          t('Choose the units you sacrifice.'),
          t(
            'Success and failure cost units worth the level of the prey. They return to your reserve and can be bought again.',
          ),
        );
      case 'HEAL':
        return say(
          phase,
          '4.10',
          t('Heal one unit: its level counts one more in the sacrifice.'),
          t('A higher level pays for more of the sacrifice.'),
        );
      case 'AFTER':
        return say(
          phase,
          '4.5',
          t('Change day and night for a berry, or be done.'),
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
        return say(phase, '4.8', t('Send units into the fight.'), t('If you win you take a prey of theirs.'));
      case 'PICK':
        return say(phase, '4.8', t('Choose the unit of theirs that must fight.'));
      case 'LOOT':
        return say(phase, '4.8', t('Which of their prey do you fight for?'));
      case 'DEFENDER_UNITS':
        return say(phase, '4.8', t('You are attacked: send more units, or nobody.'));
      case 'DEFEND_UNITS':
        return say(
          phase,
          '4.11',
          t('The valley attacks: send units to defend, or nobody.'),
          t('All defend together. A lost defence costs more vigor than a won one.'),
        );
      default:
        return say('other', '4.2', t('Your turn. Choose a move.'));
    }
  },
  careful: (move) => /^(card|fight|block|ban|-)/.test(move.m),
  confirm: (move) => shortWords(move),
};
