// One device for several people. Either somebody looks (a TableStore with the key of that seat), or nobody does, and
// the page is no more than a watcher. What one person was shown is let go of before the next one is asked for.
import { api } from '../../lib/api';
import { botSeat } from '../../lib/bots';
import { lineOf, type Line } from '../../lib/line.svelte';
import { mineAt } from '../../lib/mine.svelte';
import { openShared } from '../../lib/shared';
import { seatsOf, type SeatInfo } from '../../lib/seats';
import { TableStore } from '../../lib/table.svelte';
import type { SeatCode, TableMessage } from '../../lib/wire';
import { trouble } from '../../lib/trouble';
import type { Seat, SeatWish } from '../../lib/wire';
import { Between } from './between.svelte';
import { consent, takeBack } from './consent';

const wishOf = ({ kind, bot, name }: Seat): SeatWish =>
  kind === 'bot' ? botSeat(bot ?? 'level:3', name) : { kind: 'reserved', ...(name ? { name } : {}) };

export class Passing {
  readonly table: string;
  readonly hands: SeatCode[];
  /** Nothing has to be covered. */
  readonly isOpen: boolean;
  /** Somebody looks. */
  store = $state.raw<TableStore | null>(null);
  /** Nobody does. */
  between = $state.raw<Between | null>(null);
  looking = $state<SeatCode | null>(null);
  /** Who looked last. */
  last = $state<SeatCode | null>(null);
  /** "I am not Noor": who takes the device instead. */
  wanted = $state<SeatCode | null>(null);
  isPaused = $state(false);
  /** Somebody would like to take back: who of this device has not had it since. */
  #round = $state.raw<{ wish: number; left: SeatCode[] } | null>(null);

  /** What everybody may know, from whoever heard it last. */
  info = $derived<TableMessage | null>(this.store?.info ?? this.between?.info ?? null);
  seats: SeatInfo[] = $derived(seatsOf(this.info?.seats ?? [], null));
  asked: SeatCode[] = $derived(this.store?.newest?.asked ?? this.between?.asked ?? []);
  isOver = $derived(!!this.store?.newest?.over || !!this.between?.isOver);
  /** Who is to take the device: who is asked, in the order of the seats after whoever had it last. */
  next: SeatCode = $derived.by(
    () => this.wanted ?? this.#round?.left[0] ?? this.#after(this.asked) ?? this.#after(this.hands) ?? this.hands[0]!,
  );
  /** Whoever looks has nothing more to decide, and somebody else of this device has. */
  isTurnOver = $derived.by(() => {
    const { looking, asked, store } = this;
    if (!looking || !store?.newest || store.pending || store.director.isPlaying) return false;
    // A wish is answered before anybody plays on.
    if (this.#round) return !store.wishes.some((wish) => wish.seat !== looking);
    if (asked.includes(looking)) return false;
    return asked.some((seat) => this.hands.includes(seat));
  });

  readonly #line: Line;
  #turn = 0;
  #agreed = 0;
  readonly #seated = new Set<SeatCode>();

  constructor(table: string, line: Line = lineOf(table)) {
    const kept = mineAt(table);
    this.table = table;
    this.#line = line;
    this.hands = Object.keys(kept?.hands ?? {}).sort();
    this.isOpen = !!kept?.open;
  }

  #after(seats: readonly SeatCode[]): SeatCode | undefined {
    const mine = this.hands.filter((seat) => seats.includes(seat));
    const last = this.looking ?? this.last;
    return mine.find((seat) => last !== null && seat > last) ?? mine[0];
  }

  open(): void {
    if (this.isOpen) void this.look(this.hands[0]!);
    else this.#cover();
  }

  close(): void {
    this.#turn += 1;
    this.store?.close();
    this.between?.close();
    this.store = null;
    this.between = null;
  }

  #cover(): void {
    this.between = new Between(this.table, this.#line);
    this.between.open();
  }

  /** Whoever did not sit down when the table was made (the line broke) does so now. */
  seatAll(): void {
    if (this.info?.status !== 'waiting') return;
    for (const { seat, kind, name } of this.info.seats) {
      const key = mineAt(this.table)?.hands?.[seat]?.key;
      if (kind !== 'reserved' || !key || this.#seated.has(seat)) continue;
      this.#seated.add(seat);
      // Where it fails again, the next word of the table brings it back here.
      api.join(this.table, name ? { name } : {}, key).catch(() => this.#seated.delete(seat));
    }
  }

  /** Everything that was under way to whoever had the device has arrived, and nobody heard it. */
  async #settle(): Promise<boolean> {
    const turn = ++this.#turn;
    await this.#line.ask({ t: 'ping' });
    return turn === this.#turn;
  }

  /** This person has the device, and has shown the hand. */
  async look(seat: SeatCode): Promise<void> {
    this.between?.close();
    if (!(await this.#settle())) return;
    this.between = null;
    this.wanted = null;
    this.looking = seat;
    if (this.#round) this.#round = { ...this.#round, left: this.#round.left.filter((one) => one !== seat) };
    this.store = new TableStore(this.table, null, this.#line, seat);
    this.store.open();
  }

  /** Nobody has it. */
  async hide(): Promise<void> {
    this.store?.close();
    this.store = null;
    this.last = this.looking ?? this.last;
    this.looking = null;
    if (await this.#settle()) this.#cover();
  }

  /** Play is over: everybody sees everything, from nobody's seat. */
  async watch(): Promise<void> {
    this.between?.close();
    if (!(await this.#settle())) return;
    this.between = null;
    this.store = new TableStore(this.table, null, this.#line);
    this.store.open();
  }

  /** Where nothing is covered: the same table from the seat that is asked now. At the end, from nobody's. */
  follow(): void {
    const { store } = this;
    if (!store?.newest || store.director.isPlaying || store.pending) return;
    if (store.newest.over) {
      if (this.looking) store.useHand(null);
      this.looking = null;
      return;
    }
    if (!this.isOpen || this.looking === null || this.asked.includes(this.looking)) return;
    const next = this.#after(this.asked);
    if (!next) return; // a computer thinks
    this.last = this.looking;
    this.looking = next;
    store.useHand(next);
  }

  /** Another game with the same people, everybody one seat further. */
  again = (): void => {
    const { info } = this;
    if (!info) return;
    const seats = [...info.seats.slice(1), ...info.seats.slice(0, 1)].map(wishOf);
    const { game, options, pack, hints, standins, takeback } = info;
    const wish = { game, seats, options, pack, hints, standins, takeback };
    openShared(wish, { house: this.#line.house, open: this.isOpen }).catch((error: unknown) => {
      this.store?.say('no', trouble(error));
    });
  };

  /** Who made the last move, where it may be taken back: everybody looks at this screen. */
  lastMover = $derived.by((): SeatCode | undefined => {
    const { store } = this;
    if (!this.isOpen || !this.looking || store?.info?.takeback !== 'allow' || store.director.isPlaying)
      return undefined;
    return store.told.findLast(({ seat }) => this.hands.includes(seat))?.seat as SeatCode | undefined;
  });

  takeBack(): void {
    const { lastMover: seat, store } = this;
    if (!seat || !store) return;
    const others = this.hands.filter((one) => one !== seat);
    takeBack(this.table, seat, others, this.#line.house, (why) => store.say('no', why));
  }

  /** Where turns are covered, everybody answers a wish when they have the device; it goes round for that. */
  goRound(): void {
    const { store, looking } = this;
    if (this.isOpen || !store || !looking) return;
    const [wish] = store.wishes;
    if (this.#round && store.wishEnded === this.#round.wish) this.#round = null;
    else if (wish && this.#round?.wish !== wish.wish)
      this.#round = { wish: wish.wish, left: this.hands.filter((seat) => seat !== wish.seat && seat !== looking) };
  }

  /** Whoever takes an own move back has asked the others. */
  agree(): void {
    const wish = this.store?.wishes.find((one) => one.seat === this.looking);
    if (!this.isOpen || !wish || wish.wish === this.#agreed) return;
    this.#agreed = wish.wish;
    for (const seat of this.hands) if (seat !== this.looking) consent(this.table, seat, wish.wish, this.#line.house);
  }

  nameOf(seat: SeatCode | null): string {
    return this.seats.find((one) => one.seat === seat)?.name ?? '';
  }
}
