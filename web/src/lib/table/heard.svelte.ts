// What this page has heard of one table: who sits there, the newest step, the story so far, and how it ended.
import { pledgeOf } from '../chance';
import { t } from '../i18n.svelte';
import { line as sharedLine, type Line, type LineState, type Listener } from '../line.svelte';
import { mineAt, remember } from '../mine.svelte';
import { Picker } from '../picker.svelte';
import { prefs } from '../prefs.svelte';
import { seatsOf, type SeatInfo } from '../seats';
import type { FromServer, Hint, Move, No, SeatCode, Step, TableMessage, Told, ToServer } from '../wire';
import { Notices } from './notices.svelte';
import { Shares } from './shares';
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
  step = $state.raw<Step | null>(null);
  /** The step before, when the newest one followed from it. */
  before = $state.raw<Step | null>(null);
  story = $state.raw<Told[]>([]);
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

  protected readonly connection: Line;
  protected readonly shares: Shares;
  protected readonly talk = new Talk(this);
  #key: string;
  #leave: (() => void) | null = null;
  #awayAt: number | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, key: string | null, line: Line = sharedLine()) {
    super();
    const kept = mineAt(table);
    this.table = table;
    this.connection = line;
    this.shares = new Shares(table);
    this.#key = key ?? kept?.key ?? '';
    if (kept?.seen) this.#awayAt = kept.seen;
  }

  get key(): string {
    return this.#key;
  }

  open(): void {
    this.#leave ??= this.connection.listen(this);
  }

  close(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#leave?.();
    this.#leave = null;
  }

  /** Another key (a reserved seat was taken, or the key was changed): sit down anew. */
  useKey(key: string): void {
    this.#key = key;
    this.gone = null;
    this.close();
    this.open();
  }

  sit(): Extract<ToServer, { t: 'sit' }> {
    const share = this.#key ? this.shares.toSit(this.step !== null) : '';
    return {
      t: 'sit',
      table: this.table,
      ...(this.#key ? { key: this.#key } : {}),
      ...(share ? { pledge: pledgeOf(share) } : {}),
      ...(this.step ? { since: this.step.step } : {}),
      ...(prefs.name ? { name: prefs.name } : {}),
      // Whoever comes by a link looks around first, and says so with a button.
      ...(this.#key && !this.step && !mineAt(this.table)?.ready ? { ready: false } : {}),
    };
  }

  line(state: LineState): void {
    if (state !== 'lost') return;
    this.#awayAt ??= this.step?.step ?? null;
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
    if (this.#key && message.me) this.#keep(message, message.me);
    this.shares.open(message, this.connection);
    this.shares.keepRematch(message);
    if (was?.status === 'waiting' && message.status === 'running') this.#sayWithheld(message);
    const mine = message.seats.find((seat) => seat.seat === message.me);
    const before = was?.seats.find((seat) => seat.seat === message.me);
    if (was && mine?.standin && !before?.standin)
      this.say('news', t('A computer plays for you now. You can take your seat back at any time.'));
  }

  #sayWithheld(message: TableMessage): void {
    const names = (message.fair?.withheld ?? []).map((seat) => this.nameOf(seat));
    if (names.length)
      this.say(
        'news',
        t('Play begins without the share of chance that was pledged by {0}. The log says so.', { 0: names.join(', ') }),
      );
  }

  #keep(message: TableMessage, me: SeatCode): void {
    const kept = mineAt(this.table);
    const share = this.shares.taken(message, me);
    remember({
      table: this.table,
      key: this.#key,
      game: message.game,
      seat: me,
      over: message.status === 'over',
      // The first promise counts: it was made before the first draw.
      ...(message.fair && !kept?.promise ? { promise: message.fair.commitment } : {}),
      ...(share ? { share } : {}),
    });
  }

  #step(step: Step): void {
    const old = this.step;
    const isRetold = old !== null && old.step === step.step && !step.undone;
    this.story = step.undone ? step.story : [...this.story.filter((told) => told.step <= step.since), ...step.story];
    this.before = old && step.step > old.step ? old : null;
    this.step = step;
    this.#settle(step);
    this.pick.offer(step.moves);
    if (!isRetold) {
      this.hint = null;
      this.hinting = false;
      if (this.notice?.kind === 'why' || this.notice?.kind === 'no') this.hush();
    }
    this.#catchUp(step);
    this.#announce(step, old);
    if (step.undone) this.say('news', t('Moves were taken back.'));
    if (this.#key && this.me) remember({ table: this.table, seen: step.step, over: step.over !== null });
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
    this.meanwhile = this.story.filter(
      (told) => told.step > from && told.seat !== this.me && told.sentences.length > 0,
    );
    if (step.step < from) this.meanwhile = [];
  }

  #announce(step: Step, old: Step | null): void {
    if (old && step.step === old.step) return;
    const sentences = step.story
      .filter((told) => told.step > (old?.step ?? step.step - 1))
      .flatMap((told) => told.sentences);
    const turn = step.over ? t('The game is over.') : step.ask > 0 ? t('Your turn.') : '';
    this.said = [...sentences.slice(-6), turn].filter(Boolean).join(' ');
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
    if (no.of === 'sit' || (no.of === undefined && !this.step && (no.code === 'key' || no.code === 'table'))) {
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
