// How a play ended, in words and numbers: who won, why, and by how much.
import { pageOf } from '../../games/pages';
import { t, tn } from '../../lib/i18n.svelte';
import { isDraw, moodOf, type Mood } from '../../lib/outcome';
import type { SeatInfo } from '../../lib/seats';
import type { Over, Score, SeatCode, Told } from '../../lib/wire';

export interface Verdict {
  mood: Mood;
  /** Whose hands are on the wall. */
  hands: SeatInfo[];
  /** What ended it: "The vigor is used up". */
  because: string;
  /** Who: "You win." */
  title: string;
  /** Why, with the numbers that decided. */
  why: string;
}

export interface Ended {
  game?: string;
  over: Over;
  seats: SeatInfo[];
  me: SeatCode | null;
  story: Told[];
}

/** Who gave up with the last move, if that ended it. */
export function resigned({ story }: Pick<Ended, 'story'>): SeatCode | null {
  const last = story.at(-1);
  return last?.move === 'resign' && last.seat !== '*' ? last.seat : null;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function and(names: string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return t('{0} and {1}', { 0: names.slice(0, -1).join(', '), 1: names.at(-1)! });
}

/** Names of these seats, and whether I am among them: I am no name. */
function named(ended: Ended, codes: SeatCode[]): { others: string[]; withMe: boolean } {
  const found = ended.seats.filter((seat) => codes.includes(seat.seat));
  return {
    others: found.filter((seat) => seat.seat !== ended.me).map((seat) => seat.name),
    withMe: found.some((seat) => seat.seat === ended.me),
  };
}
const nameOf = (ended: Ended, code: SeatCode) =>
  code === ended.me ? t('You') : (ended.seats.find((seat) => seat.seat === code)?.name ?? code);

function titleOf(ended: Ended, mood: Mood): string {
  const { over, seats } = ended;
  const { others, withMe } = named(ended, over.winners);
  const who = { 0: and(others) };
  if (mood === 'nobody') return t('Nobody wins.');
  if (isDraw(over)) {
    if (over.winners.length === seats.length) return t('Nobody yields.');
    if (withMe) return others.length > 1 ? t('You, {0} draw.', who) : t('You and {0} draw.', who);
    return t('{0} draw.', who);
  }
  if (withMe && others.length > 1) return t('You, {0} win.', who);
  if (withMe) return others.length ? t('You and {0} win.', who) : t('You win.');
  return tn('{1} wins.', '{1} win.', others.length, { 1: and(others) });
}

type Counted = Score & { score: number };
const counted = (scores: Over['scores']): Counted[] =>
  (scores ?? []).filter((one): one is Counted => one.score !== null);

/** Of two parts only the lower counts: its name, where a score is made so. */
export function weaker(score: Score): { name: string; points: number } | null {
  const [a, b, minus, ...more] = score.parts;
  if (!a || !b || !minus || more.length || minus.points >= 0) return null;
  if (score.score !== Math.min(a.points, b.points) || minus.points !== -Math.max(a.points, b.points)) return null;
  return a.points <= b.points ? a : b;
}

function drawNumbers(ended: Ended, scores: Counted[]): string {
  const tied = scores.filter((one) => ended.over.winners.includes(one.seat));
  const { others, withMe } = named(ended, ended.over.winners);
  if (!tied.length) return t('It is a draw.');
  if (tied.every((one) => one.score === tied[0]!.score)) {
    const fill = { 0: and(others), 1: tied[0]!.score };
    return withMe ? t('You and {0} have {1} each. It is a draw.', fill) : t('{0} have {1} each. It is a draw.', fill);
  }
  const each = tied.map((one) => `${nameOf(ended, one.seat)} ${one.score}`);
  return t('{0}: it is a draw all the same.', { 0: each.join(', ') });
}

/** The winner's number beside that of whom it is compared with: me, or who came next. */
function numbers(ended: Ended, scores: Counted[]): string {
  const { over, me } = ended;
  const best = scores.find((one) => one.seat === over.winners[0]);
  const others = scores.filter((one) => one.seat !== best?.seat).sort((a, b) => b.score - a.score);
  const next = others.find((one) => one.seat === me && best?.seat !== me) ?? others[0];
  if (!best || !next) return '';
  const name = (score: Score) => nameOf(ended, score.seat);
  if (best.score === next.score) return t('Both have {0}; the tie is broken by the rules.', { 0: best.score });
  if (best.parts.length === 1)
    return t('{0}: {1} to {2}.', { 0: upper(best.parts[0]!.name), 1: best.score, 2: next.score });
  const more = best.score - next.score;
  if (best.seat === me)
    return tn('You have {1} points, one more than {2}.', 'You have {1} points, {0} more than {2}.', more, {
      1: best.score,
      2: name(next),
    });
  if (next.seat === me) return t('{0} has {1} points, you have {2}.', { 0: name(best), 1: best.score, 2: next.score });
  return t('{0} has {1} points, {2} has {3}.', { 0: name(best), 1: best.score, 2: name(next), 3: next.score });
}

function whyOf(ended: Ended, mood: Mood): string {
  const quitter = resigned(ended);
  if (quitter) return quitter === ended.me ? t('You gave up.') : t('{0} gave up.', { 0: nameOf(ended, quitter) });
  const scores = counted(ended.over.scores);
  if (mood === 'drawn') return drawNumbers(ended, scores);
  const isTeam = ended.over.winners.length > 1;
  const said = scores.length && !isTeam ? numbers(ended, scores) : '';
  const mine = ended.over.scores?.find((one) => one.seat === ended.me);
  const low = mood === 'lost' && mine ? weaker(mine) : null;
  if (low) return `${said} ${t('Your weaker side: {0}, {1}.', { 0: low.name, 1: low.points })}`;
  // No points: the story says it.
  const last = ended.story.at(-1);
  const own = last ? pageOf(ended.game ?? '').ends?.(last, ended.me) : undefined;
  return said || own?.join(' ') || (last?.sentences.at(-1) ?? '');
}

export function verdict(ended: Ended): Verdict {
  const mood = moodOf(ended);
  const hands = ended.seats.filter((seat) => ended.over.winners.includes(seat.seat));
  return { mood, hands, because: upper(ended.over.reason), title: titleOf(ended, mood), why: whyOf(ended, mood) };
}
