// What the page knows of a game. A game is one folder of the page, games/NAME, and each of its files may be missing:
//   index.ts        exports `page: GamePage`: the guide and whatever else a table of this game needs
//   Board.svelte    draws it (board.ts); without one it is played by its moves in words (Plain.svelte)
//   card.ts         exports `card: Card`: what the home page says, before anything else is fetched
//   Scene.svelte    the painting above the card
//   pictures.json   situations that the rules page shows
// Files are found by their names (boards.ts, cards.ts, pages.ts, pages/home/later.ts, rules/pictures.ts): there is no
// list to add to.
import type { GameSound } from '../lib/sound/voices';
import type { Move, SeatCode, Step, Told } from '../lib/wire';
import type { Pick } from './board';

export type StoryEvent = Told['events'][number];

/** What is asked of me now. */
export interface Decision {
  /** The same for all decisions that are explained by the same words. */
  kind: string;
  /** One sentence once something is touched: what that means, or what is touched next. Without it the question of the
   * step stands there, which the game asks itself. */
  ask?: string;
  /** Two or three sentences for the first time; empty where nothing needs to be said. */
  help: string;
  /** Number of the rule to read on at. */
  rule?: string;
}

/** What is asked, in which words, and what is asked once more. */
export interface Guide {
  decision?(step: Step, me: SeatCode | null, pick: Pick): Decision;
  /** Words for a move without any. */
  words?(move: Move, step: Step): string | null;
  /** Words that say more than the game's own. */
  clearer?(move: Move, step: Step): string | null;
  /** Would a slip hurt? Then the move is confirmed. */
  careful?(move: Move, step: Step): boolean;
  /** What the button that confirms it says. */
  confirm?(move: Move, step: Step): string;
}

export interface Strip {
  icon: string;
  text: string;
}

export interface GamePage {
  guide?: Guide;
  /** Touches that are buttons rather than things on the board; those of every game are in table/acts.ts. */
  buttons?: RegExp;
  /** What a button says. */
  label?(id: string): string | null;
  /** As high as wide: moves stand beside the board, not behind a tab. */
  isSquare?: boolean;
  /** Which components are reconstructed, in one sentence: said before play. */
  ours?(): string;
  /** The board shows who sits where: a strip of seats above it would say it twice. */
  showsSeats?: boolean;
  /** What was picked is put back on the board itself: no button is needed for it. */
  putsBack?: boolean;
  /** What the game calls each seat where no standing is told. */
  names?(step: Step): Record<SeatCode, string>;
  /** The rule that makes an event happen. */
  rules?: Record<string, string>;
  /** Codes with which moves are refused (docs/packs), and the rule to read on at. */
  reasons?: Record<string, string>;
  /** How much time an event wants when it is shown: it stands until it is taken in, passes by, or is not shown.
   * Others stand for as long as it takes to read them; what chance does passes by. */
  moments?: Record<string, 'hold' | 'short' | 'skip'>;
  /** What an event sounds like; others sound by their weight (lib/sound). */
  sounds?: Record<string, GameSound>;
  /** An event that is announced by a torn strip across the board: the last round, something that strikes. */
  strip?(event: StoryEvent, step: Step, before: Step | null): Strip | null;
  /** Which sentences of the last move say how it ended for somebody: about the reader first, then about the others. */
  ends?(last: Told, me: SeatCode | null): string[];
  /** What colours the whole page: day and night of the game. */
  light?(step: Step): 'light' | 'dark' | null;
  /** How far play is: "turn 3". */
  moment?(step: Step): string;
}

/** What the home page says about a game by itself, so that the first screen waits for nobody. */
export interface Card {
  /** Where it stands on the home page; without one it does not. */
  place?: number;
  icon: string;
  /** Seats of a table that is opened with one click. */
  usual: number;
  minutes: number;
  luckIcon: string;
  words(): CardWords;
}

export interface CardWords {
  title: string;
  by: string;
  say: string;
  seats: string;
  luck: string;
}
