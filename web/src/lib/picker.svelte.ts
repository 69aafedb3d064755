// From touches to a move. The server lists every possible move with the things one points at to mean it; this walks
// along those lists. It knows no game.
import type { Pick } from '../games/board';
import type { Danger, Move } from './wire';

function fits(move: Move, picked: readonly string[]): boolean {
  return picked.length <= move.touch.length && picked.every((id, i) => move.touch[i] === id);
}

export class Picker implements Pick {
  moves = $state.raw<Move[]>([]);
  picked = $state.raw<string[]>([]);
  hovered = $state<string | null>(null);
  /** Something was touched that leads nowhere; the shell says a word about it. */
  refused = $state.raw<{ id: string } | null>(null);

  /** A move that is shown, not meant. */
  ghost = $state.raw<Move | null>(null);
  /** What somebody else could take, while it is pointed at. */
  danger = $state.raw<Danger | null>(null);

  over = $derived(this.moves.filter((move) => fits(move, this.picked)));
  can: ReadonlySet<string> = $derived.by(() => {
    const next = this.over.map((move) => move.touch[this.picked.length]);
    return new Set(next.filter((id) => id !== undefined));
  });
  /** Moves whose touches are all made. Several differ in something that cannot be pointed at. */
  complete = $derived(this.picked.length ? this.over.filter((move) => move.touch.length === this.picked.length) : []);
  ready = $derived(this.complete.length === 1 ? this.complete[0]! : null);
  /** The move is meant without doubt: nothing else could still be pointed at. */
  certain = $derived(this.ready !== null && this.over.length === 1);

  /** New moves to choose from. What was picked stays picked as far as it still leads somewhere. */
  offer(moves: Move[]): void {
    this.moves = moves;
    let kept = this.picked;
    while (kept.length && !moves.some((move) => fits(move, kept))) kept = kept.slice(0, -1);
    this.picked = kept;
    this.refused = null;
    this.danger = null;
    this.#unshow();
  }

  touch(id: string): void {
    this.refused = null;
    this.#unshow();
    if (this.can.has(id)) {
      this.picked = [...this.picked, id];
      return;
    }
    // Touching something again puts it down, with all that was picked after it.
    const again = this.picked.lastIndexOf(id);
    if (again >= 0) {
      this.picked = this.picked.slice(0, again);
      return;
    }
    // Something else of the same choice: go back as far as needed, and no further.
    for (let depth = this.picked.length - 1; depth >= 0; depth--) {
      const shorter = this.picked.slice(0, depth);
      if (this.moves.some((move) => fits(move, shorter) && move.touch[depth] === id)) {
        this.picked = [...shorter, id];
        return;
      }
    }
    this.refused = { id };
  }

  /** Straight to a move, as from the list of words. */
  mean(move: Move): void {
    this.refused = null;
    this.#unshow();
    this.picked = [...move.touch];
  }

  cancel(): void {
    this.refused = null;
    this.#unshow();
    this.picked = [];
  }

  /** As it was before something that did not come to its end. */
  restore(picked: string[]): void {
    this.refused = null;
    this.picked = picked;
  }

  /** Shows a move without meaning it: the last touch is not made. */
  show(move: Move): void {
    this.refused = null;
    this.picked = move.touch.slice(0, -1);
    this.hovered = move.touch.at(-1) ?? null;
    this.ghost = move;
  }

  #unshow(): void {
    if (!this.ghost) return;
    this.ghost = null;
    this.hovered = null;
  }

  hover(id: string | null): void {
    this.hovered = id;
  }
}
