// A play looked back upon, step by step, in one instance of the module (src/module/reviews.h, docs/review.md).
import type { Module } from './module';
import type { Depth } from './play';

/** As enum weigh_depth of weigh.h. */
export const DEPTHS: readonly Depth[] = ['quick', 'usual', 'deep'];

/** Why there is no review. */
export class NoReview extends Error {}

export class Reviewing {
  private readonly handle: number;

  /** Throws NoReview: which line of the log is wrong, and why. */
  constructor(
    private readonly module: Module,
    log: string,
    { depth = 'usual' as Depth, seed = 1, lang = 'en' } = {},
  ) {
    const bytes = new TextEncoder().encode(log);
    const [high, low] = [Math.floor(seed / 2 ** 32) >>> 0, seed >>> 0];
    this.handle = module.call('review_load', bytes, bytes.length, DEPTHS.indexOf(depth), high, low, lang);
    if (this.handle) return;
    const { why } = JSON.parse(module.textAt(module.call('play_trouble'))) as { why: string };
    throw new NoReview(why);
  }

  /** Who reads it, and what people are called. */
  call(you: number, names: string[]): void {
    this.module.call('review_call', this.handle, you, names.map((name) => name.replaceAll('\n', ' ')).join('\n'));
  }

  /** Looks at one step more; false: there is none. */
  on(): boolean {
    return this.module.call('review_on', this.handle) !== 0;
  }

  about(lang: string): string {
    return this.text('review_about', lang);
  }

  step(number: number): string {
    return this.text('review_step', number);
  }

  /** What was looked at so far, with its sums. */
  review(): string {
    return this.text('review_text');
  }

  moment(number: number, lang: string): string {
    return this.text('review_moment', number, lang);
  }

  close(): void {
    this.module.call('review_close', this.handle);
  }

  private text(door: string, ...values: (number | string)[]): string {
    return this.module.textAt(this.module.call(door, this.handle, ...values));
  }
}
