// What this page has heard of one table: who sits there, the newest step, the story so far, and how it ended.
import { Director } from '../director/director.svelte';
import { lastRound } from '../director/moments';
import { countGame } from '../director/pace';
import { t } from '../i18n.svelte';
import { lineOf, type Line, type LineState, type Listener } from '../line.svelte';
import { Picker } from '../picker.svelte';
import { seatsOf, type SeatInfo } from '../seats';
import type { FromServer, Hint, Move, No, Past, SeatCode, Step, TableMessage, Told, ToServer } from '../wire';
import { Chair } from './chair';
import { Notices } from './notices.svelte';
import { LookingBack } from './past.svelte';
import { missed, saidOf, turnWords, withheldWords } from './saying';
import { Shares } from './shares';
import { stageOf, toShow } from './stage';
import { Talk } from './talk.svelte';

export interface Gone {
  code: 'gone' | 'table' | 'key' | 'aside';
  why: string;
}

/** Before sitting down is tried again. */
const SIT_AGAIN_MS = 2000;

export class Heard extends Notices implements Listener {
  readonly table: string;
  readonly pick = new Picker();

  info = $state.raw<TableMessage | null>(null);
  /** The newest step that was heard. */
  newest = $state.raw<Step | null>(null);
  /** What has been told so far, also of what the director has yet to show. */
  told = $state.raw<Told[]>([]);
  readonly director = new Director(
    stageOf(
      this,
      () => this.back,
      (step) => this.#reached(step),
    ),
  );
  /** How it stands for whoever looks: the newest step, or the moment that the director shows. */
  step: Step | null = $derived(this.director.at ?? this.newest);
  story: Told[] = $derived.by(() => {
    const { at } = this.director;
    return at ? this.told.filter((told) => told.step <= at.step) : this.told;
  });
  gone = $state.raw<Gone | null>(null);
  /** A move that was sent and has not been answered. */
  pending = $state.raw<{ ask: number; move: Move } | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  /** What others did while the line was down, or since I was here last. */
  meanwhile = $state.raw<Told[]>([]);
  /** When clocks were told (performance.now()). */
  clocksAt = $state(0);

  me = $derived<SeatCode | null>(this.info?.me ?? null);
  seats: SeatInfo[] = $derived(seatsOf(this.info?.seats ?? [], this.info?.me ?? null));
  mySeat = $derived(this.seats.find((seat) => seat.seat === this.me) ?? null);
  isMyTurn = $derived(!!this.step && this.step.ask > 0 && !this.step.over);
  /** Somebody with a hand on the table, not only eyes. */
  people = $derived(this.seats.filter((seat) => seat.kind === 'person').length);

  /** Only computers play here. */
  isShow = $derived(this.seats.length > 0 && this.seats.every((seat) => seat.kind === 'bot'));
  /** I am asked, whether or not that has been shown yet. */
  isCalled = $derived(!!this.newest && this.newest.ask > 0 && !this.newest.over);

  protected readonly back = new LookingBack((n) => this.#past(n));
  protected readonly connection: Line;
  protected readonly shares: Shares;
  protected readonly talk = new Talk(this);
  #chair: Chair;
  #leave: (() => void) | null = null;
  #awayAt: number | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, key: string | null, line: Line = lineOf(table), hand: SeatCode | null = null) {
    super();
    this.table = table;
    this.connection = line;
    this.shares = new Shares(table);
    this.#chair = new Chair(table, key, hand, this.shares);
    if (this.#chair.seen) this.#awayAt = this.#chair.seen;
  }

  /** The step that was drawn before, when the shown one followed from it. */
  get before(): Step | null {
    return this.director.before;
  }

  /** Shows once more what happened since my last move. */
  replay(): Promise<void> {
    return this.director.replay(lastRound(this.told, this.me));
  }

  /** Nobody looks at the page, or somebody does again. */
  hide(hidden: boolean): void {
    this.director.hide(hidden, (all) => lastRound(all, this.me));
  }

  get key(): string {
    return this.#chair.key;
  }

  open(): void {
    this.#leave ??= this.connection.listen(this);
  }

  close(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#leave?.();
    this.#leave = null;
    this.director.close();
  }

  /** Another key (a reserved seat was taken, or the key was changed): sit down anew. */
  useKey(key: string): void {
    this.#chair.key = key;
    this.#sitAnew();
  }

  #sitAnew(): void {
    this.gone = null;
    this.close();
    this.open();
  }

  /** What was told to somebody else ("you take …") is told anew. */
  #tellsAll = false;

  /** The device is somebody else's now, and nothing has to be covered: the same table from that seat, or nobody's. */
  useHand(seat: SeatCode | null): void {
    this.#chair.give(seat);
    this.#tellsAll = true;
    this.#sitAnew();
  }

  sit(): Extract<ToServer, { t: 'sit' }> {
    return this.#chair.sit(this.#tellsAll ? null : this.newest, this.step !== null);
  }

  line(state: LineState): void {
    if (state !== 'lost') return;
    this.#awayAt ??= this.newest?.step ?? null;
    this.shares.lost();
  }

  hear(message: FromServer): void {
    switch (message.t) {
      case 'table':
        return this.#table(message);
      case 'step':
        return this.#step(message);
      case 'no':
        return this.#no(message);
      case 'chat':
        return this.talk.hearChat(message);
      case 'wish':
        return this.talk.hearWish(message);
      case 'gone':
        this.gone = { code: 'gone', why: message.why };
        return;
      default:
    }
  }

  nameOf(seat: SeatCode | '*'): string {
    if (seat === '*') return t('Chance');
    return this.seats.find((one) => one.seat === seat)?.name ?? seat;
  }

  caughtUp(): void {
    this.meanwhile = [];
  }

  #table(message: TableMessage): void {
    const was = this.info;
    this.info = message;
    this.clocksAt = performance.now();
    if (message.status === 'aside') this.gone = { code: 'aside', why: message.why ?? '' };
    this.#chair.keep(message);
    this.shares.open(message, this.connection);
    this.shares.keepRematch(message);
    const withheld = message.fair?.withheld ?? [];
    if (was?.status === 'waiting' && message.status === 'running' && withheld.length)
      this.say('news', withheldWords(withheld.map((seat) => this.nameOf(seat))));
    const mine = message.seats.find((seat) => seat.seat === message.me);
    const before = was?.seats.find((seat) => seat.seat === message.me);
    if (was && mine?.standin && !before?.standin)
      this.say('news', t('A computer plays for you now. You can take your seat back at any time.'));
  }

  #step(step: Step): void {
    const old = this.newest;
    this.#tellsAll = false;
    const isRetold = old !== null && old.step === step.step && !step.undone;
    this.told = step.undone ? step.story : [...this.told.filter((told) => told.step <= step.since), ...step.story];
    this.newest = step;
    this.#settle(step);
    if (!isRetold) {
      this.hint = null;
      this.hinting = false;
      if (this.notice?.kind === 'why' || this.notice?.kind === 'no') this.hush();
    }
    this.#direct(step, old);
    if (!this.director.isPlaying && step.step !== old?.step) this.said = saidOf(step, old);
    this.#catchUp(step);
    if (step.undone) this.say('news', t('Moves were taken back.'));
    this.#chair.saw(step, this.me);
  }

  /** What of a step is shown as it happens, and what at once. */
  #direct(step: Step, old: Step | null): void {
    // Taken back, over, told in other words: what was kept is no longer so.
    if (step.undone || step.over || old?.step === step.step) this.back.forgetViews();
    if (old && (step.undone || step.step <= old.step)) return this.director.cut(step);
    this.back.keep(step);
    if (old && step.over && !old.over && this.me && this.info) countGame(this.info.game);
    const from = old?.step ?? this.#awayAt ?? 0;
    const news = this.told.filter((told) => told.step > from);
    this.director.hear(step, toShow(this, news, old, this.#awayAt !== null));
  }

  /** Another step is on the board. */
  #reached(step: Step): void {
    this.pick.offer(step.moves);
    if (!this.director.isPlaying) this.said = turnWords(step);
  }

  async #past(n: number): Promise<Past | No | null> {
    const answer = await this.connection.ask({ t: 'look', table: this.table, step: n });
    return answer?.t === 'past' || answer?.t === 'no' ? answer : null;
  }

  /** The table after so many moves as everybody may see it; null: it cannot be had. */
  async publicAt(n: number): Promise<Past | null> {
    const answer = await this.connection.ask({ t: 'look', table: this.table, step: n, public: true });
    return answer?.t === 'past' ? answer : null;
  }

  /** What became of a move that was under way. */
  #settle(step: Step): void {
    if (!this.pending) return;
    const { ask, move } = this.pending;
    if (step.ask === ask && step.moves.some((one) => one.m === move.m) && this.#awayAt !== null) {
      // It never arrived: the same question is still open. Ask it again.
      this.connection.say({ t: 'move', table: this.table, ask, move: move.m });
      return;
    }
    this.#giveUp();
  }

  #giveUp(): void {
    this.pending = null;
    this.pick.cancel();
  }

  #catchUp(step: Step): void {
    if (this.#awayAt === null) return;
    const from = this.#awayAt;
    this.#awayAt = null;
    this.meanwhile = missed(this.told, from, step, this.me);
  }

  /** The server cannot seat us just now (too much at once, a disk that stutters): say so once, and knock again. */
  #sitLater(no: No): void {
    this.say('no', no.why);
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      if (this.#leave) this.connection.say(this.sit());
    }, SIT_AGAIN_MS);
  }

  #no(no: No): void {
    if (no.of === 'sit' && (no.code === 'rate' || no.code === 'keep' || no.code === 'busy')) return this.#sitLater(no);
    if (no.of === 'sit' || (no.of === undefined && !this.newest && (no.code === 'key' || no.code === 'table'))) {
      this.gone = { code: no.code === 'key' ? 'key' : 'table', why: no.why };
      return;
    }
    if (no.of === 'move') this.#giveUp();
    if (no.of === 'hint') this.hinting = false;
    if (no.of === 'look') return; // said where the review is
    if (no.of === 'open') return; // too late: the table says whose share is missing
    this.refused(no);
  }

  protected refused(no: No): void {
    this.say('no', no.why || t('That is not possible now.'), no.rule);
  }
}
