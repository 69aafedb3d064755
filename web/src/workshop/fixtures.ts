// Recorded steps: web/fixtures/GAME*.jsonl, one message of the server per line (a `table` first where there is one).
import { Printed } from '../lib/printed';
import type { SeatInfo } from '../lib/seats';
import type { Step, TableMessage } from '../lib/wire';
import { seatsOf } from '../lib/seats';

export interface Recording {
  file: string;
  game: string;
  me: string | null;
  seats: SeatInfo[];
  steps: Step[];
}

const NAMES = ['Mira', 'Flint', 'Noor', 'Iris'];

function countSeats(steps: Step[]): number {
  const codes = steps.flatMap((step) => [
    ...step.asked,
    ...(step.scores ?? []).map((score) => score.seat),
    ...step.story.map((told) => told.seat),
  ]);
  return Math.max(2, ...codes.map((code) => Number(code.slice(1)) || 0));
}

/** Reads one recording; `file` is its name without folder. */
export function readRecording(file: string, text: string): Recording {
  const printed = new Printed();
  const messages = text
    .split('\n')
    .filter(Boolean)
    .map((line) => printed.complete(JSON.parse(line) as Step | TableMessage));
  const steps = messages.filter((message): message is Step => message.t === 'step');
  const table = messages.find((message): message is TableMessage => message.t === 'table');
  const game = file.replace(/[-.].*$/, '');
  const made = Array.from({ length: countSeats(steps) }, (_, i) => ({
    seat: `p${i + 1}`,
    kind: i === 0 ? ('person' as const) : ('bot' as const),
    name: NAMES[i] ?? '',
    here: true,
  }));
  const me = table ? table.me : steps.some((step) => step.ask > 0 || step.moves.length > 0) ? 'p1' : null;
  return { file, game, me, seats: seatsOf(table?.seats ?? made, me), steps };
}
