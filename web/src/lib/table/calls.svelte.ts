// What a table makes heard and seen beyond its page: sounds, the title of the tab, and its icon.
import { untrack } from 'svelte';
import called from '../../art/mark-turn.svg?url';
import resting from '../../art/mark.svg?url';
import { pageOf, stripOf } from '../../games/pages';
import { clockOf, LAST } from '../../table/clocks';
import { t } from '../i18n.svelte';
import { makeSound } from '../sound/sound';
import type { Sound } from '../sound/voices';
import type { TableStore } from '../table.svelte';
import { callWhenTheyCome } from './coming.svelte';
import { wallClock, type Clock } from '../director/clock';

/** The heart beats with these seconds left. */
const BEATS = [10, 5, 3, 2, 1];

/** What an end sounds like to somebody. */
export function endSound(winners: readonly string[], me: string | null): Sound {
  if (!winners.length || (winners.length > 1 && (!me || winners.includes(me)))) return 'draw';
  return me && !winners.includes(me) ? 'lost' : 'won';
}

function showTitle(table: TableStore, title: () => string): void {
  $effect(() => {
    const call = table.isCalled ? t('Your turn') : table.visitor;
    const text = [call, title(), 'Ochre'].filter(Boolean).join(' · ');
    // The browser takes its time over a title; the board is drawn first.
    const later = setTimeout(() => (document.title = text), 0);
    return () => clearTimeout(later);
  });
}

function showIcon(table: TableStore): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  $effect(() => {
    link.href = table.isCalled ? called : resting;
    return () => (link.href = resting);
  });
}

function soundSteps(table: TableStore): void {
  let last: number | null = null;
  let asked = 0;
  let wasOver = false;
  $effect(() => {
    const { step } = table;
    const caption = table.director.caption;
    untrack(() => {
      if (!step || table.past) return;
      const isFirst = last === null;
      const isNew = !isFirst && step.step > last!;
      last = step.step;
      const hasEnded = step.over !== null && !wasOver;
      wasOver = step.over !== null;
      if (isFirst) return;
      if (hasEnded) return makeSound(endSound(step.over!.winners, table.me));
      const game = table.info?.game ?? '';
      if (isNew && stripOf(game, step, table.before)) return makeSound('strip');
      const kind = caption?.kind ?? step.story.at(-1)?.events[0]?.kind ?? '';
      const own = pageOf(game).sounds?.[kind];
      if (caption) makeSound(own ?? (caption.weight === 'hold' ? 'skin' : caption.seat === '*' ? 'rattle' : 'bone'));
      else if (isNew) makeSound(own ?? 'bone');
    });
  });
  // The call is heard when the question comes, also in a hidden tab, where nothing is shown yet.
  $effect(() => {
    const ask = table.isMyTurn || (document.hidden && table.isCalled) ? (table.newest?.ask ?? 0) : 0;
    untrack(() => {
      const isCall = ask > 0 && ask !== asked && table.newest!.step > 0 && !isOwnTurn(table);
      if (ask) asked = ask;
      if (isCall) makeSound('two bones');
    });
  });
}

/** I moved last, and am asked again: nobody needs to be called. */
function isOwnTurn(table: TableStore): boolean {
  const last = table.told.findLast((told) => told.seat !== '*');
  return !!last && last.seat === table.me;
}

/** The heart beats in the last seconds of my own clock; at 3, 2 and 1 twice. */
function soundClock(table: TableStore, clock: Clock): void {
  $effect(() => {
    const { info, clocksAt, me } = table;
    if (!me || info?.status !== 'running' || info.clock.kind === 'days' || !info.clocks?.[me]?.running) return;
    const shown = clockOf(info, me, performance.now() - clocksAt);
    if (!shown) return;
    const stops = BEATS.filter((left) => left <= shown.seconds && left <= LAST).map((left) =>
      clock.after((shown.seconds - left) * 1000, () => makeSound(left <= 3 ? 'two hearts' : 'heart')),
    );
    return () => stops.forEach((stop) => stop());
  });
}

/** Called while a component is made. */
export function callsOf(table: TableStore, title: () => string, clock: Clock = wallClock): void {
  showTitle(table, title);
  showIcon(table);
  soundSteps(table);
  soundClock(table, clock);
  callWhenTheyCome(table, title);
  $effect(() => {
    const kind = table.notice?.kind;
    if (table.notice && (kind === 'no' || kind === 'why')) makeSound('dull bone');
  });
  $effect(() => {
    if (table.wishes.some((wish) => wish.seat !== table.me) && table.me) makeSound('two bones');
  });
}
