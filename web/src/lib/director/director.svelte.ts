// The director shows what happens at a table one thing after another, at the pace somebody chose. What was heard is
// queued as moments (moments.ts); each is drawn with its caption and stands for its time. It knows no game, only the
// story and the views: those that were heard, and those in between, which are asked for.
import type { Step, Told } from '../wire';
import { wallClock, type Clock } from './clock';
import { LANDS, momentsOf, QUIET, stays, THINKS, type Moment, type Pace } from './moments';
import { onStage, type Caption, type Stage } from './stage';
import { Timer } from './timer';

/** Views are asked for so many moments ahead. */
const AHEAD = 3;
/** So long a caption waits for its view; then it is told over the old one. */
const PATIENCE = 700;
/** After a view could not be had, none is asked for during so long. */
const REST = 3000;
/** Where people wait for each other, more than so many moments would be stale. */
const BACKLOG = 30;

export class Director {
  /** What is on the stage while something is played; null: the newest step is. */
  at = $state.raw<Step | null>(null);
  /** The step that was drawn before, for motion. */
  before = $state.raw<Step | null>(null);
  caption = $state.raw<Caption | null>(null);
  /** Whose move comes next: a computer that seems to think. */
  thinks = $state<string | null>(null);
  isPaused = $state(false);
  isReplay = $state(false);
  /** How many moments are still to be shown. */
  left = $state(0);

  #stage: Stage;
  #clock: Clock;
  #timer: Timer;
  #newest: Step | null = null;
  #queue: Moment[] = [];
  #known: Told[] = [];
  /** Its view is on the way, and it is its turn. */
  #awaited: Moment | null = null;
  #lastSeat = '';
  #isHidden = false;
  #restUntil = -1;
  #asked = new WeakSet<Moment>();
  /** Grows whenever everything under way has become stale. */
  #take = 0;

  constructor(stage: Stage, clock: Clock = wallClock) {
    this.#stage = stage;
    this.#clock = clock;
    this.#timer = new Timer(clock);
  }

  get isPlaying(): boolean {
    return this.at !== null;
  }

  get #pace(): Pace {
    const { pace } = this.#stage;
    return this.isReplay && pace === 'once' ? 'slow' : pace;
  }

  /** A new step was heard; `story` is what of it is to be shown, in order. */
  hear(step: Step, story: readonly Told[]): void {
    const old = this.#newest;
    this.#newest = step;
    const moments = momentsOf(story, this.#stage.me, this.#stage.wants, step.ask > 0);
    for (const moment of moments) if (moment.told.step === step.step) moment.view = step;
    if (this.#pace === 'once' && !this.isPlaying && !this.isPaused) return this.#arrive(old);
    if (!this.isPlaying) {
      this.#take += 1; // whatever was about to begin is stale
      if (!moments.some(({ beats }) => beats.length)) return this.#arrive(old);
      this.#known = [];
      if (moments[0]!.isMine) this.#lastSeat = '';
      if (!old) {
        this.#stage.reached(step);
        return void this.#openWith(moments);
      }
      this.#begin(old);
    }
    this.#push(moments);
    this.#run();
  }

  /** Shows at once how it stands now: the story begins anew, or the same is told in other words. */
  cut(step: Step): void {
    this.#newest = step;
    this.#clear();
    this.before = null;
    this.#stage.reached(step);
  }

  /** What was shown once more. */
  async replay(story: readonly Told[]): Promise<void> {
    if (!story.length || !this.#newest) return;
    this.#clear();
    this.isReplay = true;
    await this.#openWith(momentsOf(story, null, this.#stage.wants, false));
  }

  /** Any touch: straight to now. True when the board looked different before. */
  skip(): boolean {
    if (!this.at || !this.#newest) return false;
    const { step } = this.at;
    this.#arrive(this.at);
    return step !== this.#newest.step;
  }

  /** Do not wait any longer for what comes next. */
  next(): void {
    if (!this.isPlaying) return;
    this.#halt();
    this.thinks = null;
    this.#show(this.#queue[0]);
  }

  pause(): void {
    this.isPaused = true;
    this.#timer.hold(true);
  }

  goOn(): void {
    this.isPaused = false;
    this.#resume();
  }

  /** Nobody looks: what happens waits. Whoever comes back is shown what is left, not more than `keep` of it. */
  hide(hidden: boolean, keep: (moments: readonly Told[]) => Told[] = (all) => [...all]): void {
    if (hidden === this.#isHidden) return;
    this.#isHidden = hidden;
    if (hidden) return this.#timer.hold(true);
    const kept = new Set(keep(this.#queue.map(({ told }) => told)));
    if (!this.#stage.isShow) this.#queue = this.#queue.filter(({ told }) => kept.has(told));
    this.left = this.#queue.length;
    this.#resume();
  }

  close(): void {
    this.#clear();
  }

  #begin(from: Step): void {
    this.at = onStage(this.#newest!, from, [], from.asked);
    this.#stage.reached(this.at);
  }

  /** From a step that has to be asked for. */
  async #openWith(moments: Moment[]): Promise<void> {
    const first = moments[0]!.told.step - 1;
    const take = ++this.#take;
    this.left = moments.length;
    const base = await this.#stage.viewAt(first);
    if (take !== this.#take || !this.#newest) return;
    for (const moment of moments) if (moment.told.step === this.#newest.step) moment.view = this.#newest;
    this.before = null;
    this.#begin(base ? { ...this.#newest, ...base, t: 'step', asked: [] } : { ...this.#newest, step: first });
    this.#push(moments);
    this.#run();
  }

  #push(moments: Moment[]): void {
    this.#queue.push(...moments);
    if (!this.#stage.isShow && this.#queue.length > BACKLOG) this.#queue = this.#queue.slice(-BACKLOG);
    this.left = this.#queue.length;
    this.#fetchAhead();
  }

  #fetchAhead(): void {
    for (const moment of this.#queue.slice(0, AHEAD)) {
      // One's own result never waits, and what is not told needs no picture of its own.
      if (moment.view || this.#asked.has(moment) || moment.isMine || !moment.beats.length) continue;
      if (this.#clock.now() < this.#restUntil) continue;
      this.#asked.add(moment);
      void this.#fetch(moment);
    }
  }

  async #fetch(moment: Moment): Promise<void> {
    const past = await this.#stage.viewAt(moment.told.step);
    moment.view = past;
    if (!past) this.#restUntil = this.#clock.now() + REST;
    // Somebody waits for it.
    if (this.#awaited === moment) {
      this.#halt();
      this.#show(moment);
    }
  }

  /** What comes next, unless something still stands. */
  #run(): void {
    if (this.#timer.isSet || this.isPaused || this.#isHidden || !this.at) return;
    const moment = this.#queue[0];
    if (!moment) return this.#end();
    const { seat } = moment.told;
    const waits = seat !== this.#lastSeat && !moment.isMine && this.#stage.isComputer(seat) && moment.beats.length > 0;
    if (!waits || this.isReplay) return this.#show(moment);
    this.caption = null;
    this.thinks = seat;
    this.#timer.set(THINKS[this.#pace], () => {
      this.thinks = null;
      this.#show(moment);
    });
  }

  #show(moment: Moment | undefined): void {
    if (!moment) return this.#end();
    this.#fetchAhead();
    if (!moment.view && this.#asked.has(moment) && this.#awaited !== moment && this.#clock.now() >= this.#restUntil) {
      this.#awaited = moment;
      return this.#timer.set(PATIENCE, () => this.#show(moment));
    }
    this.#awaited = null;
    this.#queue.shift();
    this.left = this.#queue.length;
    if (moment.told.seat !== '*') this.#lastSeat = moment.told.seat;
    this.#known.push(moment.told);
    if (moment.view) this.#draw(moment, moment.view);
    this.#fetchAhead();
    if (moment.beats.length) this.#tell(moment, 0);
    else if (moment.isMine && moment.view && this.#queue.length) this.#timer.set(LANDS[this.#pace], () => this.#run());
    else this.#run();
  }

  #draw(moment: Moment, view: NonNullable<Moment['view']>): void {
    const drawn = { step: moment.told.step, view: view.view, scores: view.scores };
    this.before = this.at && this.at.step < drawn.step ? this.at : null;
    this.at = onStage(this.#newest!, drawn, this.#known, []);
    this.#known = [];
    this.#stage.reached(this.at);
  }

  #tell(moment: Moment, i: number): void {
    const beat = moment.beats[i];
    if (!beat) return this.#run();
    // Step by step, everything that a move does is told together.
    const told = this.isPaused ? { ...beat, sentences: moment.beats.flatMap((one) => one.sentences) } : beat;
    this.caption = { ...told, seat: moment.told.seat, step: moment.told.step };
    this.#stage.cue(beat, moment.told);
    if (this.isPaused) return;
    this.#timer.set(stays(beat, this.#pace), () => this.#tell(moment, i + 1));
  }

  #end(): void {
    if (this.#newest?.over && !this.isReplay && this.caption) {
      this.caption = null;
      return this.#timer.set(QUIET[this.#pace], () => this.#arrive(this.at));
    }
    this.#arrive(this.at);
  }

  /** The newest step stands; `from` is what stood before it. */
  #arrive(from: Step | null): void {
    const newest = this.#newest!;
    if (!from || from.step > newest.step) this.before = null;
    else if (from.step < newest.step) this.before = from;
    this.#clear();
    this.#stage.reached(newest);
  }

  #resume(): void {
    if (this.isPaused || this.#isHidden) return;
    this.#timer.hold(false);
    this.#run();
  }

  #halt(): void {
    this.#timer.cancel();
    this.#awaited = null;
  }

  #clear(): void {
    this.#halt();
    this.#take += 1;
    this.#queue = [];
    this.#known = [];
    this.left = 0;
    this.at = null;
    this.caption = null;
    this.thinks = null;
    this.isReplay = false;
  }
}
