// The tile in hand: where it may lie, how it is turned, and what touching a tile or a square means meanwhile.
import { flushSync } from 'svelte';
import type { Step } from '../../lib/wire';
import type { Pick } from '../board';
import { boxOf, seam, type Point } from './geometry';
import { placesOf, sameSquares, type Place, type Wrong } from './places';
import { neighbours, readPut, scenesOf, type Put, type RawView, type Seat, type Tile, type View } from './view';

/** What is on the table now. */
interface Now {
  step: Step<RawView>;
  view: View;
  pick: Pick;
  /** The valley that is large, and whether it is the reader's. */
  seat: Seat;
  isMine: boolean;
  /** A tile may be laid. */
  mayLay: boolean;
  mine: number | null;
  why: (move: string) => void;
}

export class Laying {
  /** A tile that fits nowhere, taken up all the same to hear why. */
  trial = $state<Tile | null>(null);
  wrong = $state<Wrong | null>(null);
  hovered = $state<Place | null>(null);
  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  /** Where in what was picked the tile stands. */
  readonly depth = $derived.by(() => this.#now().pick.picked.findIndex((id) => id.startsWith('tile:')));
  readonly chosen = $derived.by(() => (this.depth < 0 ? null : this.#now().pick.picked[this.depth]!.slice(5)));
  readonly #puts = $derived.by((): Put[] => {
    const { step, view, pick } = this.#now();
    if (!this.chosen) return [];
    const prefix = pick.picked.slice(0, this.depth + 1);
    return step.moves
      .filter((move) => prefix.every((id, i) => move.touch[i] === id))
      .map((move) => readPut(move.m, view.pays, move.words))
      .filter((put): put is Put => put !== null);
  });
  readonly places = $derived.by(() => placesOf(this.#puts));
  /** The tile as it was laid by touching. */
  readonly meant = $derived.by((): Put | null => {
    const at = this.#now()
      .pick.picked.slice(this.depth + 1)
      .map((id) => id.slice(3));
    return this.chosen && at.length > 1 ? this.#findPut(at[0]!, at[1]!) : null;
  });
  readonly turned = $derived.by(() => (this.meant ? this.#findPut(this.meant.at[1], this.meant.at[0]) : null));
  readonly ghost = $derived.by((): Put | null => {
    if (!this.#now().isMine) return null;
    return this.hovered && !this.meant ? this.hovered.puts[0]! : this.meant;
  });

  #findPut(first: string, second: string): Put | null {
    return this.#puts.find((put) => put.at[0] === first && put.at[1] === second) ?? null;
  }

  /** A new question or a new touch. */
  forget(): void {
    this.trial = null;
    this.wrong = null;
    this.hovered = null;
  }

  /** Touches exactly these after the tile. */
  #lay(put: Put): void {
    const { pick, seat } = this.#now();
    const after = pick.picked[this.depth + 1];
    if (after) pick.touch(after);
    pick.touch(`${seat.code}.${put.at[0]}`);
    pick.touch(`${seat.code}.${put.at[1]}`);
  }

  turn = (): void => {
    const { meant } = this;
    if (this.turned) this.#lay(this.turned);
    else if (meant) this.#now().why(`${meant.verb}${meant.id}@${meant.at[1]}${meant.at[0]}`);
  };

  choosePlace = (place: Place): void => {
    if (this.meant && sameSquares(this.meant.at, place.at)) this.turn();
    else this.#lay(place.puts[0]!);
  };

  /** How far the finger is from the seam of two squares. */
  #distance(at: readonly string[], near: Point | null): number {
    if (!near) return 0;
    const { seat } = this.#now();
    const middle = seam(boxOf(seat, at[0]!), boxOf(seat, at[1]!));
    return Math.hypot(middle.x - near.x, middle.y - near.y);
  }

  /** A square was touched: with a tile in hand the place nearest to the finger is meant. A tile that was dragged there
   * is let go as a whole, not by its first half. */
  touchSquare = (name: string, near: Point | null, isDropped = false): void => {
    const { pick, seat, isMine } = this.#now();
    const id = `${seat.code}.${name}`;
    const holding = this.chosen ?? this.trial?.id ?? null;
    if (!holding || !isMine) {
      if (pick.can.has(id) || pick.picked.includes(id) || pick.picked.length) pick.touch(id);
      return;
    }
    // The second half, beside a first that was touched before.
    if (pick.picked.length === this.depth + 2 && pick.can.has(id)) {
      pick.touch(id);
    } else if (this.meant?.at.includes(name)) {
      if (near) this.turn();
      else pick.touch(id);
    } else {
      const fitting = this.places
        .filter((place) => place.at.includes(name))
        .sort((a, b) => this.#distance(a.at, near) - this.#distance(b.at, near));
      if (!fitting[0]) this.#tryPlace(name, near, holding);
      else if (!isDropped && this.#isFirstHalf(id, fitting, near, holding)) pick.touch(id);
      else this.#lay(fitting[0].puts[0]!);
    }
  };

  /** In the middle of a square several places are meant: it is the first half, its neighbour comes next. */
  #isFirstHalf(id: string, fitting: Place[], near: Point | null, holding: string): boolean {
    const { step, pick } = this.#now();
    if (!near && pick.can.has(id)) return true;
    const clear = fitting.length === 1 || (near !== null && this.#distance(fitting[0]!.at, near) < 34);
    return (
      !clear &&
      (pick.can.has(id) || pick.picked.length > this.depth + 1) &&
      step.moves.some((move) => move.touch[this.depth + 1] === id && move.touch[this.depth] === `tile:${holding}`)
    );
  }

  /** It fits nowhere there: the server says why. */
  #tryPlace(name: string, near: Point | null, holding: string): void {
    const { seat, why } = this.#now();
    const next = neighbours(seat, name).sort(
      (a, b) => this.#distance([name, a], near) - this.#distance([name, b], near),
    )[0];
    if (!next) return;
    this.wrong = { at: [name, next], scenes: scenesOf(holding) };
    why(`${this.#puts[0]?.verb ?? 'lay:'}${holding}@${name}${next}`);
  }

  /** A tile of a pool was touched. */
  touchTile(tile: Tile, owner: number | null): void {
    const { step, pick, mayLay, mine } = this.#now();
    const id = `tile:${tile.id}`;
    const leads = pick.can.has(id) || pick.picked.includes(id) || step.moves.some((move) => move.touch.includes(id));
    const decides = pick.picked.some((each) => each.startsWith('scene:') || each.startsWith('token:'));
    if (leads || !mayLay || owner !== mine || decides) {
      pick.touch(id);
      return;
    }
    if (pick.picked.length) pick.cancel();
    flushSync();
    this.trial = this.trial?.id === tile.id ? null : tile;
  }
}
