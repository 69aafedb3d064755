// The worker that sets up puzzles: it plays their moves, lists what may be chosen, and follows the line behind the
// solution as far as the rules go along with it.
import type { Lang, Play } from '../hall/play';
import { startOchre } from '../hall/start';
import type { SeatCode, Step } from '../lib/wire';
import { wordOf } from './books';

export interface ToSetter {
  n: number;
  log: string;
  seat: SeatCode;
  line: string;
  lang: Lang;
}
export interface LineStep {
  seat: SeatCode;
  m: string;
  words: string;
  /** How the board then looks to whoever solves it. */
  step: Step;
}
export type FromSetter = { n: number; step: Step; line: LineStep[] } | { n: number; why: string };

/** What is further away is guesswork. */
const LINE_MOST = 8;

const placeOf = (seat: SeatCode) => Number(seat[1]) - 1;
const look = (play: Play, seat: SeatCode, lang: Lang) => play.look(placeOf(seat), { lang }) as unknown as Step;

/** What others may have in mind is imagined: where it cannot be, or chance comes in, the line ends. */
function follow(play: Play, { seat, line, lang }: ToSetter): LineStep[] {
  const steps: LineStep[] = [];
  for (const word of line.split(' ').filter(Boolean).slice(0, LINE_MOST)) {
    const { seat: mover, m } = wordOf(word);
    if (mover === '*') break;
    const before = look(play, mover, lang);
    const move = before.moves.find((one) => one.m === m);
    if (!move) break;
    play.move(placeOf(mover), m);
    const step = look(play, seat, lang);
    steps.push({ seat: mover, m, words: move.words ?? m, step });
    if (step.step !== before.step + 1 || step.over) break;
  }
  return steps;
}

async function set(message: ToSetter): Promise<FromSetter> {
  const play = (await startOchre()).load(message.log);
  try {
    const step = look(play, message.seat, message.lang);
    return { n: message.n, step, line: follow(play, message) };
  } finally {
    play.close();
  }
}

onmessage = ({ data }: MessageEvent<ToSetter>) => {
  set(data).then(postMessage, (error: unknown) => postMessage({ n: data.n, why: String(error) }));
};
