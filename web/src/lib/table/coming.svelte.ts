// "Call me when they come": whoever waits for others is told by the device, or where that is not wanted by a sound and
// the title of the tab. Nothing is asked of the browser before somebody touches the button.
import { untrack } from 'svelte';
import { t } from '../i18n.svelte';
import { mineAt, remember } from '../mine.svelte';
import { makeSound } from '../sound/sound';
import type { TableStore } from '../table.svelte';
import type { TableMessage } from '../wire';

const isThere = (info: TableMessage | null, code: string) =>
  !!info?.seats.some(({ seat, kind, here }) => seat === code && kind === 'person' && here !== false);

/** Who is at the table now and was not before. */
export function arrivals(was: TableMessage | null, now: TableMessage): string[] {
  if (!was) return [];
  return now.seats
    .filter(({ seat }) => seat !== now.me && isThere(now, seat) && !isThere(was, seat))
    .map(({ name }) => name || t('Somebody'));
}

export type Calling = 'off' | 'device' | 'page';

const devices = () => (typeof Notification === 'undefined' ? null : Notification);

/** How this table calls: not at all, by the device, or by the page alone. */
export function callingOf(table: string): Calling {
  if (!mineAt(table)?.call) return 'off';
  return devices()?.permission === 'granted' ? 'device' : 'page';
}

/** Turns it on or off, and keeps that for the table. Only now the browser asks whether it may. */
export async function setCalling(table: string, on: boolean): Promise<void> {
  const device = devices();
  if (on && device?.permission === 'default')
    try {
      await device.requestPermission();
    } catch {
      // An old browser that answers by a callback: the page calls by itself.
    }
  remember({ table, call: on });
}

/** By the device, if nobody looks at the page; false where it cannot. */
function notify(table: string, title: string, text: string): boolean {
  if (!document.hidden || callingOf(table) !== 'device') return false;
  try {
    const note = new Notification(title, { body: text, tag: `ochre-${table}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return true;
  } catch {
    return false; // phones allow it only to pages that are installed
  }
}

/** Called while a component is made. */
export function callWhenTheyCome(table: TableStore, title: () => string): void {
  let was: TableMessage | null = null;
  $effect(() => {
    const { info } = table;
    untrack(() => {
      const before = was;
      was = info;
      if (!info || before?.status !== 'waiting' || callingOf(table.table) === 'off') return;
      const who = arrivals(before, info);
      const news =
        info.status === 'running' ? t('Play begins') : who.length ? t('{0} is here', { 0: who.join(', ') }) : '';
      if (!news) return;
      table.visitor = news;
      if (!notify(table.table, title(), news)) makeSound('two bones');
    });
  });
  // Whoever looks at the page knows.
  $effect(() => {
    const seen = () => {
      if (!document.hidden) table.visitor = '';
    };
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pointerdown', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pointerdown', seen);
    };
  });
}
