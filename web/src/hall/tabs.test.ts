import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Hall } from './hall';
import { Keep } from './keep';
import { Tabs, type Channel, type Locks } from './tabs';
import { compiled, HereThinker, makeTable, Page, playOn } from './testing';

/** Web Locks, as far as tabs use them: a lock is held until its tab goes. */
class FakeLocks {
  private readonly held = new Map<string, string>();
  private readonly queue: { name: string; tab: string; held: (lock: unknown) => unknown }[] = [];

  of(tab: string): Locks {
    return {
      request: async (name, _options, held) => {
        this.queue.push({ name, tab, held });
        this.grant();
      },
    };
  }

  gone(tab: string): void {
    for (const [name, holder] of [...this.held]) if (holder === tab) this.held.delete(name);
    this.queue.splice(0, this.queue.length, ...this.queue.filter((one) => one.tab !== tab));
    this.grant();
  }

  private grant(): void {
    for (const one of [...this.queue]) {
      if (this.held.has(one.name)) continue;
      this.queue.splice(this.queue.indexOf(one), 1);
      this.held.set(one.name, one.tab);
      one.held({});
    }
  }
}

interface Tab {
  page: Page;
  hall: Hall | null;
  channel: Channel & { isGone?: boolean };
}

let factory: IDBFactory;
let locks: FakeLocks;
let all: Map<string, Tab>;

beforeEach(() => {
  factory = new IDBFactory();
  locks = new FakeLocks();
  all = new Map();
});

afterEach(() => all.forEach((tab) => tab.hall?.end()));

function openTab(id: string): Tab {
  const channel: Tab['channel'] = {
    onmessage: null,
    postMessage: (message) => {
      for (const [other, tab] of all)
        if (other !== id && !channel.isGone)
          queueMicrotask(() => !tab.channel.isGone && tab.channel.onmessage?.({ data: message } as MessageEvent));
    },
  };
  const tab: Tab = { page: new Page(), hall: null, channel };
  all.set(id, tab);
  const tabs = new Tabs({
    id,
    locks: locks.of(id),
    channel,
    say: (message) => tab.page.say(message),
    start: async (say) => {
      const keep = await Keep.open(factory);
      tab.hall = await Hall.start({ compiled, keep, thinker: () => new HereThinker(), say });
      return tab.hall;
    },
  });
  tab.page.hear = (message) => tabs.hear(message);
  return tab;
}

function kill(id: string): void {
  const tab = all.get(id)!;
  tab.channel.isGone = true;
  tab.page.say = () => {};
  tab.hall?.end();
  all.delete(id);
  locks.gone(id);
}

test('a second tab plays in the hall of the first, and takes over when that goes', async () => {
  const first = openTab('a');
  await first.page.wait('ready');
  const second = openTab('b');
  await second.page.wait('ready');
  expect(second.hall).toBeNull();
  const made = await makeTable(second.page, 'valley', ['level:1']);
  const line = second.page.open();
  const step = await line.ask({ t: 'sit', table: made.table, key: made.key });
  const told = await playOn(line, step, 3);
  const seen = await first.page.request('GET', `/api/tables/${made.table}`);
  expect(seen.said.seats[0].here).toBe(true);

  const closed = second.page.wait('closed');
  const ready = second.page.wait('ready');
  kill('a');
  expect(await closed).toMatchObject({ line: line.number, code: 1001 });
  await ready;
  expect(second.hall).not.toBeNull();
  const again = second.page.open();
  const back = await again.ask({ t: 'sit', table: made.table, key: made.key });
  expect(back.step).toBeGreaterThanOrEqual(told.step);
  expect((await playOn(again, back)).over).not.toBeNull();
});

test('nobody sits in a tab that has gone', async () => {
  const first = openTab('a');
  await first.page.wait('ready');
  const second = openTab('b');
  await second.page.wait('ready');
  const made = await makeTable(second.page, 'valley', ['level:1']);
  await second.page.open().ask({ t: 'sit', table: made.table, key: made.key });
  kill('b');
  const seen = await first.page.request('GET', `/api/tables/${made.table}`);
  expect(seen.said.seats[0].here).toBe(false);
});

test('a storage that cannot be opened is told, and nobody waits for ever', async () => {
  await new Promise((done) => (factory.open('ochre-hall', 9).onsuccess = done));
  const { page } = openTab('a');
  const request = page.request('GET', '/api/games');
  expect(await page.wait('trouble')).toMatchObject({ kind: 'version' });
  expect((await request).status).toBe(503);
});
