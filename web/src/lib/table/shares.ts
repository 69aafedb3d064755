// My shares of chance at one table (docs/fair.md), until they are kept: of a seat that is being taken by its link, and
// of a rematch that is being asked for.
import { keptShare, newShare, pledgeOf, shareDue } from '../chance';
import type { Line } from '../line.svelte';
import { houseOf, mineAt, remember } from '../mine.svelte';
import type { SeatCode, TableMessage } from '../wire';

export class Shares {
  #table: string;
  #fresh = '';
  #next = '';
  #isOpen = false;

  constructor(table: string) {
    this.#table = table;
  }

  /** What a seat gives to chance when it sits down; '' where it is too late. */
  toSit(hasBegun: boolean): string {
    const kept = keptShare(this.#table);
    if (kept || hasBegun || mineAt(this.#table)?.seen) return kept;
    return (this.#fresh ||= newShare());
  }

  /** The share of a seat that has just been taken, once the table knows its pledge; ''. */
  taken(message: TableMessage, me: SeatCode): string {
    return this.#fresh && message.fair?.pledges[me] === pledgeOf(this.#fresh) ? this.#fresh : '';
  }

  /** Opens the share that the table asks for, once a connection. */
  open(message: TableMessage, line: Line): void {
    const share = this.#isOpen ? null : shareDue(message);
    if (share) this.#isOpen = line.say({ t: 'open', table: this.#table, share });
  }

  lost(): void {
    this.#isOpen = false;
  }

  /** The pledge for another play with the same people. */
  forRematch(): string {
    this.#next = newShare();
    return pledgeOf(this.#next);
  }

  /** The other table stands: its share is kept with its key. */
  keepRematch({ table, rematch, key, game }: TableMessage): void {
    if (!rematch || !key || !this.#next) return;
    const house = houseOf(table);
    remember({ table: rematch, key, game, share: this.#next, ready: true, ...(house === 'here' ? { house } : {}) });
    this.#next = '';
  }
}
