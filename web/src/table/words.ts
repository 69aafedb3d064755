// Sentences of the games, made a little more personal: people instead of seats.
import type { Move, SeatInfo, Step, Told } from '../lib/wire';
import { wordsOf } from './guide/guide';
import { tribeName } from './guide/spears';

export interface Line {
  /** Whose name stands at the beginning, if anybody's. */
  name: string;
  text: string;
  /** The rule that made it happen, where one is known. */
  rule?: string;
}

/** What the game calls each seat ("White", "West"), as far as it has said so. */
export function namesOf(game: string, step: Step | null | undefined): Record<string, string> {
  const scores = step?.over?.scores ?? step?.scores;
  if (scores) return Object.fromEntries(scores.map((score) => [score.seat, score.name]));
  // In spears nobody knows the standing, but the tribes around the table are known: "W E S N" in the order of the seats.
  const tribes = game === 'spears' ? ((step?.view as { seats?: string } | undefined)?.seats ?? '').split(' ').filter(Boolean) : [];
  return Object.fromEntries(tribes.map((letter, place) => [`p${place + 1}`, tribeName(letter)]));
}

/** The name as sentences use it: in teams the standing says more, "White, south-west". */
const short = (name: string | undefined) => name?.split(',')[0];

/** One entry of the story as lines. The game's name of a seat at the head of a sentence gives way to the person's;
 * in dice White and Black are the colours of the stones and stay. */
export function linesOf(game: string, told: Told, seats: SeatInfo[], names: Record<string, string>): Line[] {
  return told.lines.map((text, i) => {
    const event = told.lines.length === told.events.length ? told.events[i] : undefined;
    const rule = event ? ruleOf(game, event.kind) : undefined;
    const place = typeof event?.seat === 'number' ? event.seat : undefined;
    const seat = seats.find((one) => (place === undefined ? one.seat === told.seat : one.colour === place));
    const said = seat ? short(names[seat.seat]) : undefined;
    const line: Line = rule ? { name: '', text, rule } : { name: '', text };
    if (!seat || !said || !text.startsWith(`${said} `) || (place === undefined && said.length === 1)) return line;
    return { ...line, name: game === 'dice' ? said : seat.name, text: text.slice(said.length) };
  });
}

/** A move for the list: without its subject, which is always me, and without the full stop. */
export function moveWords(game: string, move: Move, step: Step, mine: string | undefined): string {
  const words = wordsOf(game, move, step).replace(/\.$/, '');
  const said = short(mine);
  if (!said || !words.startsWith(`${said} `)) return words;
  const rest = words.slice(said.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

const RULES: Record<string, Record<string, string>> = {
  dice: { slid: '3.2', rotated: '3.3', captured: '3.4', martyred: '3.5', renounced: '3.5', allied: '3.6', beaten: '3.8', ended: '3.8' },
  valley: {
    first: '2.1', board: '2.2', token: '2.2', drew: '2.3', laid: '4.4', abandoned: '4.4', stopped: '4.4', food: '4.4', shelter: '4.4', claimed: '4.4', lost_token: '4.4',
    fought: '4.5', picked: '4.8', camped: '4.8', hunted: '4.8', converted: '4.8', bear: '4.8', swapped: '4.8', took_token: '4.8', threatened: '4.8', used: '4.9',
    took: '4.10', dropped: '4.11', revealed: '4.12', recalled: '5.1', final_round: '7.1', ended: '7.2',
  },
  tribes: {
    arranged: '2.3', founded: '4.2', took: '4.3', shells: '4.3', born: '4.5', lifted: '4.5', dropped: '4.5', drew: '4.5', laid: '4.5', renewed: '4.5', walked: '4.5',
    achieved: '4.6', used_up: '4.6', linked: '4.6', level: '4.6', uncovered: '4.6', came: '4.6', happens: '4.7', executed: '4.8', final: '4.8', over: '4.10',
    died: '1.7', withered: '1.7', gained: '1.7', lost: '1.7', spared: '1.7',
  },
  spears: {
    team: '2.2', goal: '2.2', tribe: '2.2', token: '2.2', prey: '2.2', time: '2.3', gathered: '4.3', bought: '4.4', banned: '4.4', chased: '4.4', flipped: '4.5', skipped: '4.5',
    hunts: '4.6', blocks: '4.6', blocker: '4.6', offers: '4.6', accepted: '4.6', refused: '4.6', took: '4.6', obliged: '4.7', obliged_for: '4.7', fights: '4.8', picked: '4.8',
    named: '4.8', stole: '4.8', placed: '4.9', revealed: '4.9', lost: '4.10', healed: '4.10', enemy: '4.11', vigor: '4.11', won: '7', showed_team: '3.2', showed_goal: '3.2',
  },
};

export function ruleOf(game: string, kind: string): string | undefined {
  return RULES[game]?.[kind];
}
