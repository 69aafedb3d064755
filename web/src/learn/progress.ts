// Which lessons somebody has done: kept in the browser with what else was chosen there.
import { keep, prefs } from '../lib/prefs.svelte';
import type { Lesson } from './lessons';

const key = (game: string, lesson: string) => `${game}.${lesson}`;

export function isDone(game: string, lesson: string): boolean {
  return prefs.learnt.includes(key(game, lesson));
}

export function done(game: string, lesson: string): void {
  if (!isDone(game, lesson)) keep({ learnt: [...prefs.learnt, key(game, lesson)] });
}

/** The one to take next: the first that was not done. */
export function nextOf(game: string, lessons: readonly Lesson[]): Lesson | undefined {
  return lessons.find((lesson) => !isDone(game, lesson.id));
}
