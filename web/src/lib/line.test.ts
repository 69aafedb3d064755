import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, TABLE, tableMessage } from '../../test/server';
import type { Line, Listener } from './line.svelte';
import type { FromServer } from './wire';

vi.stubGlobal('WebSocket', FakeSocket);

class Ear implements Listener {
  table = TABLE;
  since = 0;
  heard: FromServer[] = [];
  states: string[] = [];
  sit() {
    return { t: 'sit' as const, table: TABLE, key: 'k', since: this.since };
  }
  hear(message: FromServer) {
    this.heard.push(message);
  }
  line(state: string) {
    this.states.push(state);
  }
}

describe('the line to the server', () => {
  let server: FakeServer;
  let line: Line;
  beforeEach(() => {
    vi.useFakeTimers();
    server = new FakeServer();
    line = server.line();
  });
  afterEach(() => {
    line.close();
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('says hello first, then sits down', async () => {
    const ear = new Ear();
    line.listen(ear);
    await pass(0);
    expect(server.heard.map((message) => message.t)).toEqual(['hello', 'sit']);
    expect(line.state).toBe('open');
  });
  it('brings messages only to their table', async () => {
    const ear = new Ear();
    line.listen(ear);
    await pass(0);
    server.socket.tell(tableMessage({}));
    server.socket.tell(tableMessage({ table: 'another' }));
    expect(ear.heard).toHaveLength(1);
  });
  it('comes back by itself and sits down again with what it knows', async () => {
    const ear = new Ear();
    line.listen(ear);
    await pass(0);
    ear.since = 17;
    server.up = false;
    server.socket.close();
    expect(line.state).toBe('lost');
    expect(ear.states).toContain('lost');
    await pass(3000);
    expect(line.state).toBe('lost');
    expect(server.sockets.length).toBeGreaterThan(2);
    server.up = true;
    await pass(20000);
    expect(line.state).toBe('open');
    expect(server.said('sit').at(-1)?.since).toBe(17);
    expect(line.restarts).toBe(0);
  });
  it('notices that the server was restarted', async () => {
    await pass(0);
    server.boot = 'second';
    server.socket.close();
    await pass(2000);
    expect(line.restarts).toBe(1);
  });
  it('answers questions that were lost with null', async () => {
    await pass(0);
    const answer = line.ask({ t: 'why', table: TABLE, move: 'a2a5' });
    server.socket.close();
    expect(await answer).toBeNull();
  });
  it('brings an answer to whoever asked', async () => {
    await pass(0);
    server.answer = (message, socket) => {
      if (message.t === 'why')
        socket.tell({
          t: 'why',
          id: message.id!,
          table: TABLE,
          move: message.move,
          can: false,
          rule: '3.4',
          why: 'no',
        });
    };
    expect(await line.ask({ t: 'why', table: TABLE, move: 'a2a5' })).toMatchObject({ can: false, rule: '3.4' });
  });
  it('takes a silent line for dead', async () => {
    await pass(0);
    const first = server.socket;
    server.answer = () => {}; // no pong
    await pass(70000);
    expect(server.sockets.length).toBeGreaterThan(1);
    expect(server.socket).not.toBe(first);
  });
  it('says nothing while the line is down', async () => {
    await pass(0);
    server.up = false;
    server.socket.close();
    expect(line.say({ t: 'undo', table: TABLE })).toBe(false);
    expect(server.said('undo')).toHaveLength(0);
  });
  it('stops hearing a table', async () => {
    const ear = new Ear();
    const stop = line.listen(ear);
    await pass(0);
    stop();
    expect(server.said('rise')).toHaveLength(1);
    server.socket.tell(tableMessage({}));
    expect(ear.heard).toHaveLength(0);
  });
});
