// Looking back: the table as it was after so many moves.
import type { No, Past, Step } from '../wire';

export class LookingBack {
  /** The step that is looked at again; null: the newest. */
  past = $state.raw<Past | null>(null);

  #ask: (n: number) => Promise<Past | No | null>;
  #cache = new Map<number, Past>();
  #asked = new Map<number, Promise<Past | No | null>>();

  constructor(ask: (n: number) => Promise<Past | No | null>) {
    this.#ask = ask;
  }

  /** The table after n moves, or why it cannot be seen; null: the line is down. Asked for once. */
  async get(n: number): Promise<Past | No | null> {
    const known = this.#cache.get(n);
    if (known) return known;
    const asked = this.#asked.get(n) ?? this.#ask(n);
    this.#asked.set(n, asked);
    const answer = await asked;
    // Forgotten meanwhile: what comes now was asked in another language, or of moves that were taken back.
    if (this.#asked.get(n) !== asked) return answer;
    this.#asked.delete(n);
    if (answer?.t === 'past') this.#cache.set(n, answer);
    return answer;
  }

  /** A step that was heard need not be asked for. */
  keep(step: Step): void {
    const story = step.story.filter((told) => told.step === step.step);
    if (step.over || (step.step > 0 && !story.length)) return;
    const { table, view, scores } = step;
    this.#cache.set(step.step, { t: 'past', table, step: step.step, steps: step.step, view, story, scores });
  }

  /** Nothing that is known holds any more: moves were taken back, or everything has been revealed. */
  forgetViews(): void {
    this.#cache.clear();
    this.#asked.clear();
  }

  forget(): void {
    this.forgetViews();
    this.past = null;
  }
}

/** A past as a step that a board can draw: nobody is asked. */
export function stepOfPast(past: Past, newest: Step): Step {
  return {
    ...newest,
    step: past.step,
    since: Math.max(0, past.step - 1),
    view: past.view,
    story: past.story,
    scores: past.scores,
    asked: [],
    ask: 0,
    moves: [],
    undoable: 0,
    over: past.step === newest.step ? newest.over : null,
  };
}
