// A table as the director knows it.
import { pageOf } from '../../games/pages';
import { lastRound, sinceFirstDecision } from '../director/moments';
import { paceOf } from '../director/pace';
import type { Stage } from '../director/stage';
import type { SeatInfo } from '../seats';
import type { SeatCode, Step, TableInfo, Told } from '../wire';
import type { LookingBack } from './past.svelte';

interface Shown {
  readonly me: SeatCode | null;
  readonly info: TableInfo | null;
  readonly seats: SeatInfo[];
  readonly isShow: boolean;
  readonly newest: Step | null;
  said: string;
}

export function stageOf(table: Shown, back: () => LookingBack, reached: (step: Step) => void): Stage {
  return {
    get me() {
      return table.me;
    },
    get pace() {
      return paceOf(table.info);
    },
    get wants() {
      return pageOf(table.info?.game ?? '').moments ?? {};
    },
    get isShow() {
      return table.isShow;
    },
    isComputer: (seat) => table.seats.some((one) => one.seat === seat && (one.kind === 'bot' || !!one.standin)),
    async viewAt(n) {
      const answer = await back().get(n);
      return answer?.t === 'past' ? answer : null;
    },
    reached,
    cue(beat) {
      table.said = beat.sentences.join(' ');
    },
  };
}

/** What of the news is shown as it happened. Who comes in or comes back sees the last round; of computers among
 * themselves, who play for whoever watches, all of it. */
export function toShow(table: Shown, news: Told[], old: Step | null, wasAway: boolean): Told[] {
  if (table.isShow) return old ? news : sinceFirstDecision(news);
  if (!old && (!table.me || table.newest?.over)) return [];
  return !old || wasAway ? lastRound(news, table.me) : news;
}
