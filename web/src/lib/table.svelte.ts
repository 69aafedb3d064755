// One table as this page knows it: who sits there, the newest step, the story so far, talk, wishes and refusals.
import { keptShare, newShare, pledgeOf, shareDue } from './chance';
import { t, tn } from './i18n.svelte';
import { line as sharedLine, type Line, type LineState, type Listener } from './line.svelte';
import { mineAt, remember } from './mine.svelte';
import { Picker } from './picker.svelte';
import { prefs } from './prefs.svelte';
import type { SeatInfo } from './seats';
import type { ChatLine, FromServer, Hint, Move, No, Past, SeatCode, Step, TableMessage, Told, Wish } from './wire';
import { seatsOf } from './seats';

/** A word to the person, near the board. */
export interface Notice {
  id: number;
  kind: 'no' | 'why' | 'news' | 'good';
  text: string;
  rule?: string;
}

export interface Gone {
  code: 'gone' | 'table' | 'key' | 'aside';
  why: string;
}

const CHAT_MOST = 200;
/** Before sitting down is tried again. */
const SIT_AGAIN_MS = 2000;

export class TableStore implements Listener {
  readonly table: string;
  readonly pick = new Picker();

  info = $state.raw<TableMessage | null>(null);
  step = $state.raw<Step | null>(null);
  /** The step before, when the newest one followed from it. */
  before = $state.raw<Step | null>(null);
  story = $state.raw<Told[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  wishes = $state.raw<Wish[]>([]);
  gone = $state.raw<Gone | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** A move that was sent and has not been answered. */
  pending = $state.raw<{ ask: number; move: Move } | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  /** What others did while the line was down, or since I was here last. */
  meanwhile = $state.raw<Told[]>([]);
  /** The step that is looked at again; null: the newest. */
  past = $state.raw<Past | null>(null);
  /** When clocks were told (performance.now()). */
  clocksAt = $state(0);
  /** Read aloud by screen readers. */
  said = $state('');

  me = $derived<SeatCode | null>(this.info?.me ?? null);
  seats: SeatInfo[] = $derived(seatsOf(this.info?.seats ?? [], this.info?.me ?? null));
  mySeat = $derived(this.seats.find((seat) => seat.seat === this.me) ?? null);
  isMyTurn = $derived(!!this.step && this.step.ask > 0 && !this.step.over);
  /** Somebody with a hand on the table, not only eyes. */
  people = $derived(this.seats.filter((seat) => seat.kind === 'person').length);
  /** What the board shows: the newest step, or the one that is looked at again. */
  shown: Step | null = $derived(this.past && this.step ? stepOfPast(this.past, this.step) : this.step);

  #key: string;
  #line: Line;
  #leave: (() => void) | null = null;
  #awayAt: number | null = null;
  #cache = new Map<number, Past>();
  #notices = 0;
  #chatOpen = false;
  /** A share of chance that is not kept yet: of a seat that is being taken by its link, and of a rematch that is
   * being asked for. */
  #fresh = '';
  #next = '';
  #isOpen = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, key: string | null, line: Line = sharedLine()) {
    this.table = table;
    this.#key = key ?? mineAt(table)?.key ?? '';
    this.#line = line;
    const kept = mineAt(table);
    if (kept?.seen) this.#awayAt = kept.seen;
  }

  get key(): string {
    return this.#key;
  }

  open(): void {
    this.#leave ??= this.#line.listen(this);
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

  /** What this seat gives to chance; '' where it is too late, or there is no seat. */
  #share(): string {
    const kept = keptShare(this.table);
    if (kept || !this.#key || this.step || mineAt(this.table)?.seen) return kept;
    return (this.#fresh ||= newShare());
  }

  sit(): Extract<import('./wire').ToServer, { t: 'sit' }> {
    const share = this.#share();
    return {
      t: 'sit',
      table: this.table,
      ...(this.#key ? { key: this.#key } : {}),
      ...(this.#key && share ? { pledge: pledgeOf(share) } : {}),
      ...(this.step ? { since: this.step.step } : {}),
      ...(prefs.name ? { name: prefs.name } : {}),
    };
  }

  line(state: LineState): void {
    if (state === 'lost') this.#awayAt ??= this.step?.step ?? null;
    if (state === 'lost') this.#isOpen = false;
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
        return this.#chat(message);
      case 'wish':
        return this.#wish(message);
      case 'gone':
        this.gone = { code: 'gone', why: message.why };
        return;
      default:
    }
  }

  #table(message: TableMessage): void {
    const was = this.info;
    this.info = message;
    this.clocksAt = performance.now();
    if (message.status === 'aside') this.gone = { code: 'aside', why: message.why ?? '' };
    if (this.#key && message.me) this.#keep(message, message.me);
    this.#openShare(message);
    if (message.rematch && message.key && this.#next) {
      remember({ table: message.rematch, key: message.key, game: message.game, share: this.#next });
      this.#next = '';
    }
    if (was?.status === 'waiting' && message.status === 'running') this.#sayWithheld(message);
    const mine = message.seats.find((seat) => seat.seat === message.me);
    const before = was?.seats.find((seat) => seat.seat === message.me);
    if (was && mine?.standin && !before?.standin)
      this.say('news', t('A computer plays for you now. You can take your seat back at any time.'));
  }

  #openShare(message: TableMessage): void {
    const share = this.#isOpen ? null : shareDue(message);
    if (share) this.#isOpen = this.#line.say({ t: 'open', table: this.table, share });
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
    remember({
      table: this.table,
      key: this.#key,
      game: message.game,
      seat: me,
      over: message.status === 'over',
      // The first promise counts: it was made before the first draw.
      ...(message.fair && !kept?.promise ? { promise: message.fair.commitment } : {}),
      ...(this.#fresh && message.fair?.pledges[me] === pledgeOf(this.#fresh) ? { share: this.#fresh } : {}),
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
      if (this.notice?.kind === 'why' || this.notice?.kind === 'no') this.notice = null;
    }
    this.#catchUp(step);
    this.#announce(step, old);
    if (step.undone) this.say('news', t('Moves were taken back.'));
    if (this.#key && this.me) remember({ table: this.table, seen: step.step, over: step.over !== null });
  }

  /** What became of a move that was under way. */
  #settle(step: Step): void {
    if (!this.pending) return;
    if (
      step.ask === this.pending.ask &&
      step.moves.some((move) => move.m === this.pending!.move.m) &&
      this.#awayAt !== null
    ) {
      // It never arrived: the same question is still open. Ask it again.
      this.#line.say({ t: 'move', table: this.table, ask: this.pending.ask, move: this.pending.move.m });
      return;
    }
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
      if (this.#leave) this.#line.say(this.sit());
    }, SIT_AGAIN_MS);
  }

  #no(no: No): void {
    if (no.of === 'sit' && (no.code === 'rate' || no.code === 'keep' || no.code === 'busy')) return this.#sitLater(no);
    if (no.of === 'sit' || (no.of === undefined && !this.step && (no.code === 'key' || no.code === 'table'))) {
      this.gone = { code: no.code === 'key' ? 'key' : 'table', why: no.why };
      return;
    }
    if (no.of === 'move') {
      this.pending = null;
      this.pick.cancel();
    }
    if (no.of === 'hint') this.hinting = false;
    if (no.of === 'look') return; // said where the review is
    if (no.of === 'open') return; // too late: the table says whose share is missing
    this.say('no', no.why || t('That is not possible now.'), no.rule);
  }

  #chat(message: ChatLine): void {
    // The last lines are told again after every sitting down.
    const known = this.chat.some(
      (one) => one.at === message.at && one.name === message.name && one.text === message.text,
    );
    if (known) return;
    this.chat = [...this.chat, message].sort((a, b) => a.at - b.at).slice(-CHAT_MOST);
    const isMine = message.seat != null && message.seat === this.me;
    if (!this.#chatOpen && !isMine && message.at * 1000 > Date.now() - 60_000) this.unread += 1;
    if (!isMine && message.at * 1000 > Date.now() - 10_000)
      this.said = t('{0} says: {1}', { 0: message.name, 1: message.text });
  }

  #wish(wish: Wish): void {
    this.wishes = this.wishes.filter((one) => one.wish !== wish.wish);
    if (!wish.ended) {
      this.wishes = [...this.wishes, wish];
      const name = this.nameOf(wish.seat);
      if (wish.seat !== this.me)
        this.said = tn(
          '{1} would like to take back {0} move.',
          '{1} would like to take back {0} moves.',
          wish.moves ?? 1,
          { 1: name },
        );
      return;
    }
    if (wish.ended === 'refused')
      this.say('news', wish.seat === this.me ? t('Not everybody agreed: your move stands.') : t('The move stands.'));
    if (wish.ended === 'moved') this.say('news', t('Play went on; the wish to take back has ended.'));
  }

  nameOf(seat: SeatCode | '*'): string {
    if (seat === '*') return t('Chance');
    return this.seats.find((one) => one.seat === seat)?.name ?? seat;
  }

  say(kind: Notice['kind'], text: string, rule?: string): void {
    this.notice = { id: ++this.#notices, kind, text, ...(rule ? { rule } : {}) };
    this.said = text;
  }

  hush(): void {
    this.notice = null;
  }

  #sayOrExcuse(ok: boolean): boolean {
    if (!ok) this.say('no', t('The line to the table is down. It comes back by itself; nothing was sent.'));
    return ok;
  }

  play(move: Move): void {
    if (this.pending || !this.step) return;
    const ask = this.step.ask;
    this.pending = { ask, move };
    this.notice = null;
    this.#line.say({ t: 'move', table: this.table, ask, move: move.m });
    // With the line down the move is kept: it is sent when the same question is still open after coming back.
    if (this.#line.state !== 'open') this.said = t('Your move is sent as soon as the line stands again.');
  }

  /** May I make this move? The answer appears near the board. */
  async why(move: string): Promise<void> {
    const answer = await this.#line.ask({ t: 'why', table: this.table, move });
    if (answer === null) this.#sayOrExcuse(false);
    else if (answer.t === 'why' && !answer.can) this.say('why', answer.why ?? '', answer.rule);
  }

  undo(): void {
    this.#sayOrExcuse(this.#line.say({ t: 'undo', table: this.table }));
  }

  consent(wish: Wish, yes: boolean): void {
    if (this.#sayOrExcuse(this.#line.say({ t: 'consent', table: this.table, wish: wish.wish, yes })))
      this.wishes = this.wishes.filter((one) => one.wish !== wish.wish);
  }

  async askHint(): Promise<void> {
    if (!this.step || this.hinting) return;
    this.hinting = true;
    const answer = await this.#line.ask({ t: 'hint', table: this.table, ask: this.step.ask });
    this.hinting = false;
    if (answer === null) this.#sayOrExcuse(false);
    else if (answer.t === 'no') this.say('no', answer.why || t('That is not possible now.'), answer.rule);
    else if (answer.t === 'hint' && this.step.ask === answer.ask) {
      this.hint = answer;
      this.said = t('Hint: {0}', { 0: answer.words ?? answer.move });
    }
  }

  sendChat(text: string): boolean {
    return this.#sayOrExcuse(this.#line.say({ t: 'chat', table: this.table, text }));
  }

  chatIsOpen(open: boolean): void {
    this.#chatOpen = open;
    if (open) this.unread = 0;
  }

  resign(): void {
    this.#sayOrExcuse(this.#line.say({ t: 'resign', table: this.table }));
  }

  standIn(bot: string | null): void {
    this.#sayOrExcuse(this.#line.say({ t: 'standin', table: this.table, bot }));
  }

  begin(bot: string): void {
    this.#sayOrExcuse(this.#line.say({ t: 'begin', table: this.table, bot }));
  }

  /** Without the shares that are still missing. */
  beginWithout(): void {
    this.#sayOrExcuse(this.#line.say({ t: 'begin', table: this.table, without: true }));
  }

  rematch(): void {
    this.#next = newShare();
    this.#sayOrExcuse(this.#line.say({ t: 'rematch', table: this.table, pledge: pledgeOf(this.#next) }));
  }

  /** Shows the table as it was after so many moves; the newest one ends the looking back. */
  async look(n: number): Promise<void> {
    if (!this.step) return;
    const wanted = Math.max(0, Math.min(n, this.step.step));
    const known = this.#cache.get(wanted) ?? (await this.#fetch(wanted));
    if (known) this.past = known;
  }

  async #fetch(n: number): Promise<Past | null> {
    const answer = await this.#line.ask({ t: 'look', table: this.table, step: n });
    if (answer === null) this.#sayOrExcuse(false);
    else if ((answer as unknown as Past).t === 'past') {
      const past = answer as unknown as Past;
      this.#cache.set(n, past);
      return past;
    } else if (answer.t === 'no') this.say('no', answer.why);
    return null;
  }

  /** Words and views were told in the old language. */
  forgetPast(): void {
    this.#cache.clear();
    this.past = null;
  }

  lookEnds(): void {
    this.past = null;
  }

  caughtUp(): void {
    this.meanwhile = [];
  }
}

function stepOfPast(past: Past, newest: Step): Step {
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
