import { t } from '../../lib/i18n.svelte';
import type { Step } from '../../lib/wire';
import type { GamePage } from '../game';
import { ends } from './ends';
import { guide } from './guide';
import { tribeName } from './tribe';

interface Seen {
  turn_number: number;
  time: string;
  /** "W E S N": the tribes in the order of the seats. */
  seats: string;
}

const seen = (step: Step) => step.view as Seen;

export const page: GamePage = {
  guide,
  ours: () => t('Ours: the numbers on units, prey, enemies and cards, and the names of prey and enemies.'),
  buttons: /^time:/,
  showsSeats: true,
  // What the cards were and how it came out is taken in; small change passes by.
  moments: {
    revealed: 'hold',
    compared: 'hold',
    enemy: 'hold',
    placed: 'short',
    passes: 'short',
    gathered: 'short',
    paid: 'short',
    berries: 'short',
  },
  sounds: {
    revealed: 'turn',
    placed: 'slate',
    showed_team: 'turn',
    showed_goal: 'turn',
    bought: 'slate',
    took: 'skin',
    stole: 'skin',
    lost: 'skin',
    chased: 'skin',
    enemy: 'skin',
    prey: 'rattle',
  },
  ends,
  strip(event) {
    if (event.kind === 'enemy') return { icon: 'enemy', text: t('The valley attacks') };
    return event.kind === 'vigor' && event['vigor'] === 1 ? { icon: 'vigor', text: t('One vigor left') } : null;
  },
  // Nobody knows the standing, but the tribes around the table are known.
  names: (step) =>
    Object.fromEntries(
      (seen(step).seats ?? '')
        .split(' ')
        .filter(Boolean)
        .map((letter, place) => [`p${place + 1}`, tribeName(letter)]),
    ),
  light(step) {
    const { time } = seen(step);
    return time === 'night' ? 'dark' : time === 'day' ? 'light' : null;
  },
  moment(step) {
    const turn = seen(step).turn_number;
    return turn ? t('turn {0}', { 0: turn }) : '';
  },
  rules: {
    team: '2.2',
    goal: '2.2',
    tribe: '2.2',
    token: '2.2',
    prey: '2.2',
    time: '2.3',
    gathered: '4.3',
    bought: '4.4',
    banned: '4.4',
    chased: '4.4',
    flipped: '4.5',
    skipped: '4.5',
    hunts: '4.6',
    blocks: '4.6',
    blocker: '4.6',
    offers: '4.6',
    accepted: '4.6',
    refused: '4.6',
    took: '4.6',
    obliged: '4.7',
    obliged_for: '4.7',
    fights: '4.8',
    picked: '4.8',
    named: '4.8',
    stole: '4.8',
    placed: '4.9',
    revealed: '4.9',
    lost: '4.10',
    healed: '4.10',
    enemy: '4.11',
    vigor: '4.11',
    won: '7',
    counted: '7',
    called: '4.7',
    gives: '4.10',
    showed_cards: '3.2',
    showed_team: '3.2',
    showed_goal: '3.2',
  },
};
