// Lessons checked as `ochre lesson check` does it, by the same code in a module of its own (src/module/lessons.h),
// which is fetched when first wanted.
import { compileModule } from '../hall/compile';
import { Module } from '../hall/module';

/** Bytes that a file of lessons may have. */
export const LESSONS_MOST = 1024 * 1024;

/** What there is, or why not: in one language, with the place in the file. */
export type Checked = { game: string; lessons: number; tasks: number; moves: number } | { why: string };

export class Checker {
  private constructor(private readonly module: Module) {}

  static async start(compiled: WebAssembly.Module): Promise<Checker> {
    return new Checker(await Module.start(compiled));
  }

  check(text: string, lang: string): Checked {
    const bytes = new TextEncoder().encode(text);
    return JSON.parse(this.module.textAt(this.module.call('lessons_check', bytes, bytes.length, lang))) as Checked;
  }
}

let started: Promise<Checker> | undefined;

/** One for the page; what could not be fetched is tried again. */
export function startChecker(wasm: string): Promise<Checker> {
  started ??= compileModule(wasm)
    .then((compiled) => Checker.start(compiled))
    .catch((error: unknown) => {
      started = undefined;
      throw error;
    });
  return started;
}
