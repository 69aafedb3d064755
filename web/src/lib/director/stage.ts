// What the director must know of a table, and how a moment stands on its stage.
import type { Past, SeatCode, Step, Told } from '../wire';
import type { Beat, Pace, Wants } from './moments';

export interface Stage {
  readonly me: SeatCode | null;
  readonly pace: Pace;
  readonly wants: Wants;
  /** Nobody but computers plays here: whoever watches may take all the time. */
  readonly isShow: boolean;
  isComputer(seat: string): boolean;
  /** The table as it was after so many moves; null where that cannot be had. */
  viewAt(n: number): Promise<Past | null>;
  /** Another step is on the stage. */
  reached(step: Step): void;
  /** Something is told now. */
  cue(beat: Beat, told: Told): void;
}

export interface Caption extends Beat {
  seat: string;
  step: number;
}

/** A step for the board while the director plays: nobody is asked yet. */
export function onStage(
  newest: Step,
  at: Pick<Step, 'step' | 'view' | 'scores'>,
  story: Told[],
  asked: SeatCode[],
): Step {
  const { step, view, scores } = at;
  const since = story[0] ? story[0].step - 1 : Math.max(0, step - 1);
  return {
    ...newest,
    step,
    since,
    view,
    scores,
    story,
    asked,
    ask: 0,
    question: null,
    moves: [],
    undoable: 0,
    over: null,
  };
}
