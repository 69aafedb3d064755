// A move can decide two contests: a block, and the hunt of whoever won it. The view knows the last one; while the first
// is told, it is shown as it stood before the move, with what it came to.
import type { GameEvent, Step } from '../../lib/wire';
import { readTable, type Contest, type ContestKind, type Outcome, type SpearsView } from './view';

/** As events count them. */
export const KINDS: readonly ContestKind[] = ['hunt', 'block', 'fight', 'defence'];

const isDecision = ({ kind }: GameEvent) => kind === 'compared' || kind === 'unfought';

export function outcomeOf({ kind, what, first, second }: GameEvent): Outcome {
  if (kind === 'unfought') return 'unfought';
  if (Number(first) > Number(second)) return 'won';
  return first === second && KINDS[Number(what)] !== 'defence' ? 'tied' : 'lost';
}

/** The contest that is being told, if the move decided another one after it. */
export function firstOfTwo(
  step: Step<SpearsView>,
  before: Step<SpearsView> | null,
  told: GameEvent | null,
): Contest | null {
  const events = told && step.story.find((entry) => entry.events.includes(told))?.events;
  const contest = before && readTable(before.view).contest;
  if (!events || !contest) return null;
  const decisions = events.filter((event, i) => i >= events.indexOf(told) && isDecision(event));
  const [event] = decisions;
  if (!event || decisions.length < 2 || KINDS[Number(event.what)] !== contest.kind) return null;
  const cards =
    readTable(step.view)
      .rounds.at(-1)
      ?.reveal?.reduce((sum, card) => sum + card, 0) ?? 0;
  const [first, second] = [Number(event.first), Number(event.second)];
  // Where the step before is older than that, somebody has sent more since.
  const sums = contest.sides.map((side) => side.total + (side.cards ? cards : 0));
  if (sums[0] !== first || sums[1] !== second) return null;
  return { ...contest, chain: null, open: null, result: { outcome: outcomeOf(event), first, second, cards } };
}
