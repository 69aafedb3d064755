// Lessons are data (docs/lessons.md); `ochre lesson check` has played every one of those that come with the page.
import { lang } from '../lib/i18n.svelte';
import type { Move } from '../lib/wire';

export interface Words {
  en: string;
  fr: string;
}

export interface Start {
  position?: unknown;
  options?: Record<string, string>;
  seats?: number;
  seed?: number;
  moves?: string[];
}

export interface Task {
  start?: Start;
  ask: Words;
  accept: string[];
  right: Words;
  wrong?: { move: string; say: Words }[];
  otherwise?: Words;
  reply?: string[];
}

export interface Lesson {
  id: string;
  title: Words;
  say: Words;
  tip?: Words;
  minutes?: number;
  rule?: string;
  seat?: string;
  tasks: Task[];
}

export interface Lessons {
  game: string;
  minute: { title: Words; say: Words; icon?: string }[];
  lessons: Lesson[];
}

const files = import.meta.glob<Lessons>('../../../lessons/*.json', { import: 'default' });

/** The lessons of a game, fetched when somebody wants to learn; null: it has none. */
export async function lessonsOf(game: string): Promise<Lessons | null> {
  const later = files[`../../../lessons/${game}.json`];
  return later ? later() : null;
}

export function say(words: Words): string {
  return words[lang()];
}

/** "b3*": does the move fit? A star stands for anything, also for nothing. */
export function fits(pattern: string, move: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(move);
}

export type Judgement = { is: 'right' | 'wrong'; say: Words | null };

/** What a lesson says to a move, legal or not; null: nothing of its own. */
export function judge(task: Task, move: string): Judgement {
  if (task.accept.some((pattern) => fits(pattern, move))) return { is: 'right', say: task.right };
  const own = task.wrong?.find((wrong) => fits(wrong.move, move));
  return { is: 'wrong', say: own?.say ?? task.otherwise ?? null };
}

/** A move that does it. */
export function solution(task: Task, moves: Move[]): Move | undefined {
  for (const pattern of task.accept) {
    const found = moves.find((move) => fits(pattern, move.m));
    if (found) return found;
  }
  return undefined;
}

/** "p2>a7a6": who, and what. */
export function made(text: string): { seat: number; move: string } {
  return { seat: Number(text[1]) - 1, move: text.slice(3) };
}

/** The number of a lesson's chance, as a play wants it. */
export function seedOf(seed = 1): string {
  return seed.toString(16).padStart(64, '0');
}

export function minutesOf(lessons: readonly Lesson[]): number {
  return lessons.reduce((sum, lesson) => sum + (lesson.minutes ?? 1), 0);
}
