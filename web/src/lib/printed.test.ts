import { describe, expect, it } from 'vitest';
import { FakeServer, recording, settle, TABLE } from '../../test/server';
import type { FromServer, Step } from './wire';

describe('what is told once', () => {
  it('stands in every view that is heard afterwards, of this table alone, and newer words replace older ones', async () => {
    const server = new FakeServer();
    const line = server.line();
    const heard: Step[] = [];
    const listen = (table: string) =>
      line.listen({
        table,
        sit: () => ({ t: 'sit', table }),
        hear: (message: FromServer) => void (message.t === 'step' && heard.push(message)),
      });
    listen(TABLE);
    listen('another');
    await settle();
    const first = recording('pebble').steps[0]!;
    const tell = (more: Partial<Step>) => server.socket.tell({ ...first, view: { phase: 'PLAY' }, ...more });
    tell({ printed: { cards: ['elk'] } });
    tell({ view: { phase: 'OVER' } });
    tell({ table: 'another' });
    tell({ printed: { cards: ['élan'] } });
    expect(heard.map((step) => step.view)).toEqual([
      { cards: ['elk'], phase: 'PLAY' },
      { cards: ['elk'], phase: 'OVER' },
      { phase: 'PLAY' },
      { cards: ['élan'], phase: 'PLAY' },
    ]);
  });

  it('stands in what is looked at again', async () => {
    const server = new FakeServer();
    const line = server.line();
    line.listen({ table: TABLE, sit: () => ({ t: 'sit', table: TABLE }), hear: () => {} });
    await settle();
    const { table, step, story, scores } = recording('pebble').steps[0]!;
    server.socket.tell({ ...recording('pebble').steps[0]!, printed: { cards: ['elk'] } });
    server.answer = (message, socket) =>
      socket.tell({ t: 'past', id: message.id!, table, step, steps: 9, view: { phase: 'PLAY' }, story, scores });
    const past = await line.ask({ t: 'look', table: TABLE, step: 0 });
    expect(past?.t === 'past' && past.view).toEqual({ cards: ['elk'], phase: 'PLAY' });
  });
});
