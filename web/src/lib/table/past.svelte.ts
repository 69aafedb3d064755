// Looking back: the table as it was after so many moves.
import type { Past, Step } from '../wire';

export class LookingBack {
  /** The step that is looked at again; null: the newest. */
  past = $state.raw<Past | null>(null);

  #fetch: (n: number) => Promise<Past | null>;
  #cache = new Map<number, Past>();

  constructor(fetch: (n: number) => Promise<Past | null>) {
    this.#fetch = fetch;
  }

  async look(n: number): Promise<void> {
    const past = this.#cache.get(n) ?? (await this.#fetch(n));
    if (!past) return;
    this.#cache.set(n, past);
    this.past = past;
  }

  forget(): void {
    this.#cache.clear();
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
