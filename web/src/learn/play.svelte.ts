// A lesson under way: the play that it runs on, and what is said to the moves. Offers a board what a table would.
import { Refused, type Ochre, type Play } from '../hall/play';
import { lang, t } from '../lib/i18n.svelte';
import { Picker } from '../lib/picker.svelte';
import { seatsOf } from '../lib/seats';
import type { Move, Seat, SeatCode, Step } from '../lib/wire';
import { judge, made, say, seedOf, solution, type Lesson, type Words } from './lessons';

export interface Said {
  is: 'right' | 'wrong';
  /** In the words of the lesson, or of the rules. */
  words: Words | null;
  text: string;
  rule?: string;
}

export class LessonPlay {
  readonly pick = new Picker();
  readonly me: SeatCode;
  step = $state.raw<Step | null>(null);
  before = $state.raw<Step | null>(null);
  /** The task, from 0. */
  n = $state(0);
  said = $state.raw<Said | null>(null);
  /** Somebody asked to be shown: nothing is lost by that. */
  isShown = $state(false);

  // What of a table there is none of in a lesson.
  readonly pending = null;
  readonly past = null;
  readonly info = null;
  readonly mySeat = null;
  readonly isMyTurn = true;
  readonly hint = null;
  readonly hinting = false;
  readonly isFree = true;
  standIn = () => {};
  askHint = async () => {};
  undo = () => {};

  task = $derived.by(() => this.lesson.tasks[this.n]!);
  isLast = $derived.by(() => this.n === this.lesson.tasks.length - 1);
  seats = $derived.by(() => {
    const made = Array.from({ length: this.#count }, (_, i): Seat => ({ seat: `p${i + 1}`, kind: 'person' }));
    return seatsOf(made, this.me);
  });

  #play: Play | null = null;
  #count = $state(2);
  /** Where the task began, to begin it anew: a task without a start of its own follows from those before it. */
  #owed: string[] = [];

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    private readonly ochre: Ochre,
  ) {
    this.me = lesson.seat ?? 'p1';
    this.#begin(0);
  }

  get #seat(): number {
    return Number(this.me.slice(1)) - 1;
  }

  #make(moves: readonly string[]): void {
    for (const text of moves) {
      const { seat, move } = made(text);
      this.#play!.move(seat, move);
    }
  }

  #look(since = Infinity): void {
    this.before = since === Infinity ? null : this.step;
    this.step = this.#play!.look(this.#seat, { lang: lang(), since }) as unknown as Step;
    this.pick.cancel();
    this.pick.offer(this.said?.is === 'right' ? [] : this.step.moves);
  }

  /** The task as it begins, also when those before it were skipped: they are done as they would be shown. */
  #begin(n: number): void {
    const { tasks } = this.lesson;
    let first = n;
    while (!tasks[first]!.start) first--;
    const start = tasks[first]!.start!;
    this.#play?.close();
    const { moves = [], seed, ...terms } = start;
    this.#play = this.ochre.open({ ...terms, game: this.game, seed: seedOf(seed) });
    this.#make(moves);
    for (let i = first; i < n; i++) {
      const listed = this.#play.look(this.#seat).moves as Move[];
      this.#play.move(this.#seat, solution(tasks[i]!, listed)!.m);
      this.#make(tasks[i]!.reply ?? []);
    }
    this.#owed = [];
    this.n = n;
    this.said = null;
    this.isShown = false;
    this.#count = seatCount(this.#play);
    this.#look();
  }

  again(): void {
    this.#begin(this.n);
  }

  skipTo(n: number): void {
    this.#begin(n);
  }

  /** A move was meant. What is wrong is not made, and the board stays as it was. */
  play(move: Move): void {
    if (this.said?.is === 'right' || !this.step) return;
    const judged = judge(this.task, move.m);
    this.said = { is: judged.is, words: judged.say, text: '' };
    if (judged.is === 'wrong') return;
    const since = this.step.step;
    this.#play!.move(this.#seat, move.m);
    this.#owed = this.task.reply ?? [];
    // Where several choose at once nothing happens before all have; elsewhere one's own move is seen first.
    if (this.isLast || this.#play!.asked.length > 1) this.#answer();
    this.#look(since);
  }

  #answer(): void {
    const moves = this.#owed;
    this.#owed = [];
    this.#make(moves);
  }

  /** Something that the rules forbid: in the words of the lesson, else in those of the rules. */
  why(move: string): void {
    if (this.said?.is === 'right' || !this.step) return;
    const legal = this.step.moves.find((one) => one.m === move);
    if (legal) return this.play(legal);
    const own = this.task.wrong?.find((wrong) => wrong.move === move);
    if (own) this.said = { is: 'wrong', words: own.say, text: '' };
    else this.said = this.#refusal(move);
  }

  #refusal(move: string): Said {
    try {
      this.#play!.move(this.#seat, move, lang());
    } catch (error) {
      if (error instanceof Refused) return { is: 'wrong', words: null, text: error.message, rule: error.rule };
      throw error;
    }
    throw new Error(`${move} is no move of the list, and yet it was made`);
  }

  /** A thing was touched that leads nowhere. */
  astray(): void {
    if (this.said) return;
    this.said = { is: 'wrong', words: null, text: t('Nothing can be done there now. What glows can be touched.') };
  }

  /** After a wrong try: everything as before. */
  retry(): void {
    if (this.said?.is !== 'wrong') return;
    this.said = null;
    this.pick.cancel();
  }

  show(): void {
    this.retry();
    const found = this.step && solution(this.task, this.step.moves);
    if (!found || this.said) return;
    this.isShown = true;
    this.pick.cancel();
    this.pick.show(found);
  }

  /** On to the next task; false: that was the last. */
  next(): boolean {
    if (this.isLast) return false;
    if (this.lesson.tasks[this.n + 1]!.start) this.#begin(this.n + 1);
    else {
      const since = this.step?.step ?? Infinity;
      this.#answer();
      this.n += 1;
      this.said = null;
      this.isShown = false;
      this.#look(since);
    }
    return true;
  }

  /** In another language. */
  speak(): void {
    if (!this.#play) return;
    this.#look();
  }

  get words(): string {
    return this.said?.words ? say(this.said.words) : (this.said?.text ?? '');
  }

  close(): void {
    this.#play?.close();
    this.#play = null;
  }
}

/** How many sit there: a log says it. */
function seatCount(play: Play): number {
  return Number(/^seats (\d)$/m.exec(play.log())?.[1] ?? 2);
}
