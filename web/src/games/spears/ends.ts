// How a play ended for somebody, in the sentences of its last move.
import type { SeatCode, Told } from '../../lib/wire';

/** About the reader first: with whom they won, or else what they were and what they lacked. Then who else won. */
export function ends({ events, sentences }: Told, me: SeatCode | null): string[] {
  const told = events.map((event, i) => ({ event, sentence: sentences[i] ?? '' }));
  type Line = (typeof told)[number];
  const won = told.filter(({ event }) => event.kind === 'won');
  if (!won.length) return [];
  const shown = told.find(({ event }) => event.kind === 'showed_team' && `p${Number(event['seat']) + 1}` === me);
  const isMine = ({ event }: Line) => shown !== undefined && event['team'] === shown.event['team'];
  const isLack = ({ event }: Line) => event.kind === 'counted' && Number(event['had']) < Number(event['needed']);
  const lack = told.find((line) => isMine(line) && isLack(line));
  const first = won.some(isMine) ? won.filter(isMine) : [shown, lack].filter((line) => line !== undefined);
  // Team 0: nobody, which the title says.
  const others = won.filter((line) => !first.includes(line) && (line.event['team'] !== 0 || !first.length));
  return [...first, ...others].map(({ sentence }) => sentence);
}
