// What is wished of a new table: who sits there, and how long they may think.
import type { GameInfo, GameOption, SeatWish } from '../../lib/api';
import { botSeat, levels, nameOf, temperOf } from '../../lib/bots';
import { t } from '../../lib/i18n.svelte';
import type { ClockTerms } from '../../lib/wire';

/** `here`: somebody who shares this device. */
export type Kind = SeatWish['kind'] | 'here';

export interface Chair {
  kind: Kind;
  bot: string;
  /** Of somebody who shares this device. */
  name?: string;
}

/** The computer that is offered first. */
function friendly(info: GameInfo): string {
  const known = levels(info.bots);
  return known.find((bot) => bot.name === 'level:3')?.name ?? known[0]?.name ?? info.bots[0]?.name ?? 'random';
}

/** So many chairs; those that were there stay as they are. */
export function chairsFor(info: GameInfo, count: number, before: Chair[]): Chair[] {
  const bot = friendly(info);
  return Array.from({ length: count }, (_, i) => before[i] ?? { kind: i === 0 ? 'me' : 'bot', bot });
}

export interface ClockWish {
  kind: ClockTerms['kind'];
  seconds: number;
  minutes: number;
  increment: number;
  days: number;
}

export function termsOf({ kind, seconds, minutes, increment, days }: ClockWish): ClockTerms {
  if (kind === 'move') return { kind, seconds };
  if (kind === 'game') return { kind, seconds: Math.round(minutes * 60), increment };
  if (kind === 'days') return { kind, days };
  return { kind: 'none' };
}

/** What is asked of the house for a chair. People of this device have seats that are reserved for them. */
export function seatWish({ kind, bot, name }: Chair, place: number): SeatWish {
  if (kind === 'bot') return botSeat(bot, nameOf(temperOf(bot), place));
  if (kind === 'here') return { kind: 'reserved', name: name?.trim() || t('Player {0}', { 0: place + 1 }) };
  return { kind };
}

/** What can be chosen with so many seats. */
export function choicesFor(option: GameOption, seats: number): { choice: string; phrase: string }[] {
  return (option.choices ?? [])
    .map((choice, i) => ({ choice, phrase: option.phrases?.[i] ?? choice, seats: option.choice_seats?.[i] }))
    .filter((one) => !one.seats || one.seats.includes(seats));
}

/** What an option is unless somebody says otherwise: what the game offers, where so many seats allow it. */
export function usual(option: GameOption, seats: number): string {
  const offered = option.offer ?? option.default;
  const choices = choicesFor(option, seats);
  return !option.choices || choices.some(({ choice }) => choice === offered)
    ? offered
    : (choices[0]?.choice ?? offered);
}

/** The options to name: what differs from the offer, and can be with so many seats. */
export function agreed(options: GameOption[], wished: Record<string, string>, seats: number): Record<string, string> {
  const named = options.map((option) => {
    const wish = wished[option.name];
    const can = wish && (!option.choices || choicesFor(option, seats).some(({ choice }) => choice === wish));
    return [option.name, can ? wish : usual(option, seats), option.offer ?? option.default] as const;
  });
  return Object.fromEntries(
    named.filter(([, value, offered]) => value !== offered).map(([name, value]) => [name, value]),
  );
}

export type HelpName = 'hints' | 'standins' | 'takeback';

/** null: as is usual for those who play. */
export type HelpWish = Record<HelpName, boolean | null>;

export interface HelpTerms {
  /** What is agreed now, and what cannot be: with a clock against a person. */
  on: Record<HelpName, boolean>;
  barred: Record<HelpName, boolean>;
  terms: Partial<Record<HelpName, 'allow' | 'never'>>;
}

/** Help as the server sees it: free for who plays alone, agreed against people, none against people and time. */
export function helpOf(wishes: HelpWish, chairs: Chair[], clock: ClockWish): HelpTerms {
  const rival = chairs.filter(({ kind }) => kind !== 'bot' && kind !== 'here').length > 1;
  const timed = rival && clock.kind !== 'none';
  const barred = { hints: timed, standins: false, takeback: timed };
  const names: HelpName[] = ['hints', 'standins', 'takeback'];
  const value = (name: HelpName) => !barred[name] && (wishes[name] ?? (name === 'takeback' || !rival));
  const pairs = <T>(of: (name: HelpName) => T) => Object.fromEntries(names.map((name) => [name, of(name)]));
  return {
    on: pairs(value) as Record<HelpName, boolean>,
    barred,
    terms: pairs((name) => (value(name) ? 'allow' : 'never')) as Record<HelpName, 'allow' | 'never'>,
  };
}
