// A look at one of my tables from the home page: whose turn is it?
import { shareDue } from './chance';
import { lineOf, type Line, type Listener } from './line.svelte';
import { moodOf } from './outcome';
import { remember, type Mine, type Result } from './mine.svelte';
import { seatsOf } from './seats';
import type { FromServer, Over, SeatCode, Step, TableMessage } from './wire';

export class Glance implements Listener {
  readonly table: string;
  readonly mine: Mine;
  info = $state.raw<TableMessage | null>(null);
  asked = $state.raw<SeatCode[]>([]);
  isOver = $state(false);
  step = $state.raw<Step | null>(null);
  result = $state.raw<Result | null>(null);
  steps = $state(0);
  gone = $state<string | null>(null);

  /** Whose turn it is at this device: mine, or somebody's who shares it. */
  turn = $derived(
    this.isOver
      ? undefined
      : this.asked.find((seat) => (this.mine.hands ? seat in this.mine.hands : seat === this.info?.me)),
  );
  isMyTurn = $derived(this.turn !== undefined);

  #line: Line;
  #leave: () => void;

  constructor(mine: Mine, line: Line = lineOf(mine.table)) {
    this.mine = mine;
    this.table = mine.table;
    this.#line = line;
    this.#leave = line.listen(this);
  }

  close(): void {
    this.#leave();
  }

  /** The first time that the end is heard of here: kept for the list of plays that were. */
  #keepResult(over: Over, steps: number): void {
    if (!this.info) return;
    const { me } = this.info;
    const kept = this.mine.result;
    const seats = seatsOf(this.info.seats, me);
    const winners = seats.filter(({ seat }) => over.winners.includes(seat)).map((seat) => seat.name);
    const mood = me ? moodOf({ over, me }) : over.draw ? 'drawn' : 'seen';
    this.result = kept ?? {
      how: mood === 'won' || mood === 'drawn' || mood === 'seen' ? mood : 'lost',
      ...(mood === 'seen' ? { winners } : {}),
      others: seats.filter((seat) => seat.seat !== me).map((seat) => seat.name),
      steps,
      at: Date.now(),
    };
    if (!kept) remember({ table: this.table, at: this.mine.at, over: true, result: this.result });
  }

  sit() {
    // The story is told at the table; here the newest step is enough.
    // Who has not said to be ready does not become it by looking at a list.
    const ready = this.mine.ready || this.mine.seen ? {} : { ready: false };
    const { key, seen } = this.mine;
    // Of a device that is passed on, a list shows what everybody may know.
    return { t: 'sit' as const, table: this.table, ...(key ? { key, since: seen, ...ready } : {}) };
  }

  hear(message: FromServer): void {
    if (message.t === 'table') {
      this.info = message;
      this.isOver = message.status === 'over';
      // Whoever looks at the home page is here: play need not wait for the share.
      const share = shareDue(message);
      if (share) this.#line.say({ t: 'open', table: this.table, share });
    } else if (message.t === 'step') {
      this.asked = message.asked;
      this.steps = message.step;
      this.isOver = message.over !== null;
      this.step = message;
      if (message.over) this.#keepResult(message.over, message.step);
    } else if (message.t === 'gone') this.gone = message.why;
    else if (message.t === 'no' && (message.code === 'key' || message.code === 'table')) this.gone = message.why;
  }
}

/** Most urgent first: my turn, then running, waiting, over; the latest first among equals. */
export function byUrgency(a: Glance, b: Glance): number {
  const rank = (glance: Glance) =>
    glance.isMyTurn ? 0 : glance.gone ? 4 : glance.isOver ? 3 : glance.info?.status === 'waiting' ? 2 : 1;
  return rank(a) - rank(b) || b.mine.at - a.mine.at;
}
