// What the shell gives a board, and what a board may ask of the shell.
import type { Component } from 'svelte';
import type { SeatInfo } from '../lib/seats';
import type { GameEvent, Move, SeatCode, Step } from '../lib/wire';

/** The click on a thing when something that was dragged is let go on it. */
export class Drop extends MouseEvent {}

/** Which move is meant by what was touched so far; made by lib/picker.svelte.ts from step.moves. */
export interface Pick {
  /** Touch ids already touched. */
  readonly picked: string[];
  /** Ids that lead on from here. */
  readonly can: ReadonlySet<string>;
  /** All touches of exactly one move are made; the shell confirms or plays it. */
  readonly ready: Move | null;
  /** Moves that still fit what was picked. */
  readonly over: Move[];
  /** A thing was touched; also things that are not in `can`: the picker restarts there, or says why not. */
  touch(id: string): void;
  cancel(): void;
  /** Pointer or focus is on it. */
  hover(id: string | null): void;
  readonly hovered: string | null;
  /** A move that is only shown (a hint): the shell draws an arrow over it; a board may draw it better. All of its
   * touches but the last are picked, the last is hovered. */
  readonly ghost?: Move | null;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface BoardProps<V = any> {
  /** The newest step: view, moves, asked, over. */
  step: Step<V>;
  /** The one before, for motion. */
  before: Step<V> | null;
  /** What is being told of the step's last move; null: nothing, or all of it. */
  told?: GameEvent | null;
  /** null: somebody who watches. */
  me: SeatCode | null;
  seats: SeatInfo[];
  pick: Pick;
  /** Reduced motion. */
  calm: boolean;
  /** Ask the server why this move (in notation) is not possible; the shell shows the answer near the board. */
  why(move: string): void;
  /** Play a move at once, without another word: for boards that have asked already (a handful of units sent
   * together). */
  play?(move: Move): void;
  /** A picture only (rules page): no pointer, no focus. */
  still?: boolean;
}

export type Board = Component<BoardProps>;
