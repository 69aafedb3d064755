// What the host of the server tells everybody, on every page.
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, KEY, settle, TABLE, until } from '../../test/server';
import { hostSays, hostShutsOut } from '../lib/host.svelte';
import { speak } from '../lib/i18n.svelte';
import { useLine } from '../lib/line.svelte';
import { keep } from '../lib/prefs.svelte';
import Home from './Home.svelte';
import Table from './Table.svelte';

vi.stubGlobal('WebSocket', FakeSocket);

describe('the host of the server', () => {
  let server: FakeServer;
  let page: Record<string, unknown> | null = null;
  let notice: unknown;
  beforeEach(() => {
    localStorage.clear();
    keep({ helper: false, met: [], confirm: false });
    server = new FakeServer();
    useLine(server.line());
    notice = undefined;
    hostSays(null);
    hostShutsOut(null);
    vi.stubGlobal('fetch', async (url: string) => {
      const said = url.startsWith('/api/games') ? { games: [] } : { tables: [], ...(notice ? { notice } : {}) };
      return new Response(JSON.stringify(said), { headers: { 'Content-Type': 'application/json' } });
    });
  });
  afterEach(async () => {
    if (page) await unmount(page);
    page = null;
    useLine(null);
    document.body.innerHTML = '';
  });
  const banner = () => document.querySelector('.host');
  async function table(more = {}, at = 0) {
    server.play('dice', at, more);
    page = mount(Table, { target: document.body, props: { table: TABLE, seatKey: KEY } });
    await until(() => document.querySelector('.ask'));
    await settle();
  }

  it('is heard at a table, in its own words, until it takes them back', async () => {
    await table();
    expect(banner()).toBeNull();
    server.socket.tell({ t: 'notice', text: 'Pause <b>at</b> eight', at: 1, drain: false });
    await settle();
    expect(banner()!.textContent).toContain('Pause <b>at</b> eight');
    expect(banner()!.getAttribute('role')).toBe('status');
    server.socket.tell({ t: 'notice', text: null, drain: false });
    await settle();
    expect(banner()).toBeNull();
  });
  it('can be put away, and is heard again when it says something else', async () => {
    await table();
    server.socket.tell({ t: 'notice', text: 'one', at: 1, drain: false });
    await settle();
    banner()!.querySelector('button')!.click();
    await settle();
    expect(banner()).toBeNull();
    server.socket.tell({ t: 'notice', text: 'one', at: 1, drain: false });
    await settle();
    expect(banner()).toBeNull();
    server.socket.tell({ t: 'notice', text: 'two', at: 2, drain: false });
    await settle();
    expect(banner()!.textContent).toContain('two');
  });
  it('says before an upgrade that no new tables are made, in the language of the page', async () => {
    await table();
    server.socket.tell({ t: 'notice', text: null, drain: true });
    await settle();
    expect(banner()!.textContent).toContain('No new tables for now');
    await speak('fr');
    await settle();
    expect(banner()!.textContent).toContain('Pas de nouvelle table');
    await speak('en');
  });
  it('is heard on the first page too, without a line', async () => {
    notice = { text: 'Welcome', at: 3, drain: false };
    page = mount(Home, { target: document.body });
    await until(() => banner());
    expect(banner()!.textContent).toContain('Welcome');
  });
  it('shuts somebody out: words, and no more knocking', async () => {
    vi.useFakeTimers();
    const line = server.line();
    await vi.advanceTimersByTimeAsync(0);
    const before = server.sockets.length;
    const socket = server.socket;
    socket.tell({ t: 'bye', code: 'banned', why: 'Enough' });
    socket.close();
    await vi.advanceTimersByTimeAsync(120000);
    expect(server.sockets.length).toBe(before);
    expect(line.state).toBe('lost');
    vi.useRealTimers();
    await table();
    hostShutsOut('Enough');
    await settle();
    expect(banner()!.textContent).toContain('does not let your address in. Enough');
    expect(banner()!.getAttribute('role')).toBe('alert');
  });
  it('ends a play: everybody reads why', async () => {
    await table({ status: 'over', why: 'Bed time' });
    expect(document.querySelector('.ask')!.textContent).toContain('Play ended without a result.Bed time');
  });
});
