// Who sits at a table on this page: I with my key, somebody who shares this device, or nobody, who watches.
import { pledgeOf } from '../chance';
import { mineAt, remember, saw } from '../mine.svelte';
import { prefs } from '../prefs.svelte';
import type { SeatCode, Step, TableMessage, ToServer } from '../wire';
import type { Shares } from './shares';

type Sit = Extract<ToServer, { t: 'sit' }>;

export class Chair {
  readonly #table: string;
  readonly #shares: Shares;
  /** Whose it is at a device that is passed on; null: mine. */
  #hand: SeatCode | null;
  key: string;

  constructor(table: string, key: string | null, hand: SeatCode | null, shares: Shares) {
    const kept = mineAt(table);
    this.#table = table;
    this.#shares = shares;
    this.#hand = hand;
    this.key = (hand ? kept?.hands?.[hand]?.key : (key ?? kept?.key)) ?? '';
  }

  /** The last step that was seen from here; 0: none. */
  get seen(): number {
    const kept = mineAt(this.#table);
    return (this.#hand ? kept?.hands?.[this.#hand]?.seen : kept?.seen) ?? 0;
  }

  /** Somebody else of this device takes it, or nobody does. */
  give(hand: SeatCode | null): void {
    this.#hand = hand;
    this.key = (hand && mineAt(this.#table)?.hands?.[hand]?.key) ?? '';
  }

  sit(newest: Step | null, hasStep: boolean): Sit {
    const { step: since, edition } = newest ?? {};
    const known = { ...(since === undefined ? {} : { since }), ...(edition ? { edition } : {}) };
    const table = this.#table;
    // Those who share a device sat down when the table was made.
    if (this.#hand) return { t: 'sit', table, key: this.key, ...known };
    const share = this.key ? this.#shares.toSit(newest !== null) : '';
    return {
      t: 'sit',
      table,
      ...(this.key ? { key: this.key } : {}),
      ...(share ? { pledge: pledgeOf(share) } : {}),
      ...known,
      ...(prefs.name ? { name: prefs.name } : {}),
      // Whoever comes by a link looks around first, and says so with a button.
      ...(this.key && !hasStep && !mineAt(table)?.ready ? { ready: false } : {}),
    };
  }

  /** What the table says of itself is kept with the key. */
  keep(message: TableMessage): void {
    const { game, me } = message;
    const over = message.status === 'over';
    if (this.#hand) return remember({ table: this.#table, game, over });
    if (!this.key || !me) return;
    const kept = mineAt(this.#table);
    const share = this.#shares.taken(message, me);
    remember({
      table: this.#table,
      key: this.key,
      game,
      seat: me,
      over,
      // The first promise counts: it was made before the first draw.
      ...(message.fair && !kept?.promise ? { promise: message.fair.commitment } : {}),
      ...(share ? { share } : {}),
    });
  }

  saw(step: Step, me: SeatCode | null): void {
    if (this.#hand) saw(this.#table, this.#hand, step.step);
    else if (this.key && me) remember({ table: this.#table, seen: step.step, over: step.over !== null });
  }
}
