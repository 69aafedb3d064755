import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, KEY, recording, settle, TABLE } from '../../test/server';
import { mineAt, remember } from './mine.svelte';
import { TableStore } from './table.svelte';
import type { Step } from './wire';

vi.stubGlobal('WebSocket', FakeSocket);

describe('the store of a table', () => {
  let server: FakeServer;
  beforeEach(() => {
    localStorage.clear();
    server = new FakeServer();
  });
  async function open(name = 'dice', at = 2): Promise<{ store: TableStore; steps: Step[] }> {
    const { steps } = server.play(name, at);
    const store = new TableStore(TABLE, KEY, server.line());
    store.open();
    await settle();
    return { store, steps };
  }

  it('shows the newest step and keeps the key', async () => {
    const { store, steps } = await open();
    expect(store.step?.step).toBe(steps[2]!.step);
    expect(store.me).toBe('p1');
    expect(mineAt(TABLE)).toMatchObject({ key: KEY, game: 'dice', seat: 'p1' });
  });
  it('adds to the story, and begins anew after taking back', async () => {
    const { store, steps } = await open('dice', 2);
    const length = store.story.length;
    server.socket.tell({ ...steps[3]!, since: steps[2]!.step });
    expect(store.story.length).toBe(length + steps[3]!.story.length);
    expect(store.before?.step).toBe(steps[2]!.step);
    server.socket.tell({ ...steps[1]!, since: 0, undone: true, story: steps[1]!.story });
    expect(store.story).toEqual(steps[1]!.story);
    expect(store.before).toBeNull();
    expect(store.notice?.text).toContain('taken back');
  });
  it('tells the same step again in another language without moving anything', async () => {
    const { store, steps } = await open('dice', 3);
    server.socket.tell({ ...steps[3]!, since: 0, story: [] });
    expect(store.before).toBeNull();
    expect(store.step?.step).toBe(steps[3]!.step);
  });
  it('sends one move and waits for its answer', async () => {
    const { store, steps } = await open('dice', 0);
    const move = store.step!.moves[0]!;
    store.play(move);
    store.play(store.step!.moves[1]!);
    expect(server.said('move')).toEqual([{ t: 'move', table: TABLE, ask: steps[0]!.ask, move: move.m }]);
    expect(store.pending?.move.m).toBe(move.m);
    server.socket.tell({ ...steps[1]!, since: steps[0]!.step });
    expect(store.pending).toBeNull();
  });
  it('says why a move was refused, with its rule', async () => {
    const { store } = await open('dice', 0);
    store.play(store.step!.moves[0]!);
    server.socket.tell({ t: 'no', table: TABLE, of: 'move', ask: 1, code: 'rule', rule: '3.4', why: 'It cannot.' });
    expect(store.pending).toBeNull();
    expect(store.notice).toMatchObject({ kind: 'no', text: 'It cannot.', rule: '3.4' });
  });
  it('sends a move again when the line broke under it and the question is still open', async () => {
    const { store } = await open('dice', 0);
    const move = store.step!.moves[2]!;
    store.play(move);
    server.socket.close();
    expect(store.pending?.move.m).toBe(move.m);
    await vi.waitFor(() => expect(server.said('move')).toHaveLength(2), { timeout: 5000 });
    expect(server.said('move')[1]).toMatchObject({ move: move.m, ask: store.step!.ask });
  });
  it('says on coming back which story it knows', async () => {
    const { steps } = await open('dice', 3);
    expect(server.said('sit').at(-1)).not.toHaveProperty('edition');
    server.socket.tell({ ...steps[1]!, since: 0, undone: true, edition: 3 });
    server.socket.close();
    await vi.waitFor(() => expect(server.said('sit')).toHaveLength(2), { timeout: 5000 });
    expect(server.said('sit')[1]).toMatchObject({ since: steps[1]!.step, edition: 3 });
  });
  it('gives a move up when the question has passed meanwhile, and tells what happened', async () => {
    const { store, steps } = await open('dice', 0);
    store.play(store.step!.moves[2]!);
    server.answer = (message, socket) => {
      if (message.t === 'sit')
        socket.tell({
          ...steps[3]!,
          ask: 9,
          since: message.since ?? 0,
          story: steps.slice(1, 4).flatMap((step) => step.story),
        });
    };
    server.socket.close();
    await vi.waitFor(() => expect(store.step?.step).toBe(steps[3]!.step), { timeout: 5000 });
    expect(store.pending).toBeNull();
    expect(server.said('move')).toHaveLength(1);
    expect(store.meanwhile.length).toBeGreaterThan(0);
    expect(store.meanwhile.every((told) => told.seat !== 'p1')).toBe(true);
  });
  it('tells what happened since the last visit', async () => {
    remember({ table: TABLE, key: KEY, seen: 1 });
    const { store } = await open('dice', 6);
    expect(store.meanwhile.length).toBeGreaterThan(0);
    store.caughtUp();
    expect(store.meanwhile).toEqual([]);
  });
  it('knows a table that is gone, and a key that no longer opens', async () => {
    const { store } = await open();
    server.socket.tell({ t: 'gone', table: TABLE, why: 'archived' });
    expect(store.gone).toEqual({ code: 'gone', why: 'archived' });
    const other = new FakeServer();
    other.answer = (message, socket) =>
      message.t === 'sit' && socket.tell({ t: 'no', of: 'sit', table: TABLE, code: 'key', why: 'wrong key' });
    const second = new TableStore(TABLE, KEY, other.line());
    second.open();
    await settle();
    expect(second.gone).toEqual({ code: 'key', why: 'wrong key' });
  });
  it('knocks again where the server cannot seat it just now', async () => {
    vi.useFakeTimers();
    try {
      const other = new FakeServer();
      let knocks = 0;
      other.answer = (message, socket) => {
        if (message.t !== 'sit') return false;
        knocks += 1;
        socket.tell({
          t: 'no',
          of: 'sit',
          table: TABLE,
          code: knocks === 1 ? 'rate' : knocks === 2 ? 'keep' : 'table',
          why: 'wait',
        });
        return true;
      };
      const store = new TableStore(TABLE, KEY, other.line());
      store.open();
      await vi.advanceTimersByTimeAsync(1000);
      expect(store.gone).toBeNull();
      await vi.advanceTimersByTimeAsync(5000);
      expect(knocks).toBe(3);
      expect(store.gone).toEqual({ code: 'table', why: 'wait' });
    } finally {
      vi.useRealTimers();
    }
  });
  it('hears chat once, however often it is told', async () => {
    const { store } = await open();
    const line = {
      t: 'chat' as const,
      table: TABLE,
      seat: 'p2',
      name: 'Bo',
      text: 'hello',
      at: Math.floor(Date.now() / 1000),
    };
    server.socket.tell(line);
    server.socket.tell(line);
    expect(store.chat).toHaveLength(1);
    expect(store.unread).toBe(1);
    store.chatIsOpen(true);
    expect(store.unread).toBe(0);
  });
  it('carries wishes to take back', async () => {
    const { store } = await open();
    server.socket.tell({ t: 'wish', table: TABLE, wish: 3, seat: 'p2', moves: 2 });
    expect(store.wishes).toHaveLength(1);
    store.consent(store.wishes[0]!, false);
    expect(server.said('consent')).toEqual([{ t: 'consent', table: TABLE, wish: 3, yes: false }]);
    expect(store.wishes).toHaveLength(0);
    server.socket.tell({ t: 'wish', table: TABLE, wish: 4, seat: 'p1', moves: 1 });
    server.socket.tell({ t: 'wish', table: TABLE, wish: 4, seat: 'p1', ended: 'refused' });
    expect(store.notice?.text).toContain('your move stands');
  });
  it('looks back and returns', async () => {
    const { store, steps } = await open('dice', -1);
    server.answer = (message, socket) => {
      if (message.t === 'look')
        socket.tell({
          t: 'past',
          id: message.id,
          table: TABLE,
          step: message.step,
          steps: store.step!.step,
          view: steps[0]!.view,
          story: [],
          scores: null,
        } as never);
    };
    await store.look(0);
    expect(store.shown?.step).toBe(0);
    expect(store.shown?.moves).toEqual([]);
    store.lookEnds();
    expect(store.shown?.step).toBe(steps.at(-1)!.step);
  });
  it('asks for a hint and forgets it with the next step', async () => {
    const { store, steps } = await open('dice', 0);
    server.answer = (message, socket) => {
      if (message.t === 'hint')
        socket.tell({ t: 'hint', id: message.id!, table: TABLE, ask: message.ask, move: 'a2a3', words: 'so' } as never);
    };
    await store.askHint();
    expect(store.hint?.move).toBe('a2a3');
    server.socket.tell({ ...steps[1]!, since: 0 });
    expect(store.hint).toBeNull();
  });
  it('says why there is no hint instead of waiting, wherever the refusal came from', async () => {
    const { store } = await open('dice', 0);
    for (const table of [TABLE, undefined]) {
      server.answer = (message, socket) => {
        if (message.t === 'hint')
          socket.tell({
            t: 'no',
            id: message.id!,
            of: 'hint',
            code: 'busy',
            why: 'All are busy.',
            ...(table ? { table } : {}),
          } as never);
      };
      store.hush();
      await store.askHint();
      expect(store.hinting).toBe(false);
      expect(store.hint).toBeNull();
      expect(store.notice).toMatchObject({ kind: 'no', text: 'All are busy.' });
    }
  });
  it('tells screen readers whose turn it is', async () => {
    const { store } = await open('dice', 2);
    expect(store.said).toContain('Your turn');
  });
  it('reads every recorded step of every game', async () => {
    for (const name of [
      'dice',
      'dice-4i',
      'dice-4t',
      'valley',
      'valley-2',
      'tribes',
      'tribes-4',
      'spears',
      'spears-3',
      'spears-watch',
    ]) {
      const { steps } = recording(name);
      const { store } = await open(name, 0);
      for (const step of steps) {
        server.socket.tell(step);
        expect(store.pick.moves).toEqual(step.moves);
      }
      store.close();
    }
  });
});
