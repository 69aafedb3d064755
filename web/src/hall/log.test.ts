import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { Keep } from './keep';
import { makeTable, Page, playOn, startHall, type Said } from './testing';

async function open(): Promise<Page> {
  const page = new Page();
  await startHall(await Keep.open(new IDBFactory()), page);
  return page;
}

/** A play of some moves, and its log with the seed. */
async function begun(game: string, bots: string[], moves: number): Promise<{ log: string; step: Said }> {
  const page = await open();
  const made = await makeTable(page, game, bots);
  const line = page.open();
  const first = await line.ask({ t: 'sit', table: made.table, key: made.key });
  const step = await playOn(line, first, moves);
  const { said } = await page.request('GET', `/api/tables/${made.table}/log?reveal=1`, undefined, made.key);
  return { log: said.text, step };
}

const SEATS = [
  { kind: 'me', name: 'Ama' },
  { kind: 'reserved', name: 'Bo' },
];

test.each([
  ['valley', 12],
  ['valley', Infinity],
  ['dice', 6],
])('a log of %s after %d moves goes on elsewhere', async (game, moves) => {
  const { log, step } = await begun(game as string, ['level:1'], moves as number);
  const page = await open();
  const made = await page.request('POST', '/api/tables', { game, seats: SEATS, log });
  expect(made.status).toBe(201);
  expect(made.said.seats.map((seat: Said) => seat.seat)).toEqual(['p1', 'p2']);
  const table = made.said.table;
  const line = page.open();
  const there = await line.ask({ t: 'sit', table, key: made.said.seats[0].key });
  expect(there.step).toBeGreaterThanOrEqual(step.step);
  const { said } = await page.request('GET', `/api/tables/${table}`);
  expect(said).toMatchObject({ brought: true, status: step.over ? 'over' : 'running' });
  if (step.over) return;
  // Both seats are people's now; whoever is asked plays on.
  const other = page.open();
  const told = await other.ask({ t: 'sit', table, key: made.said.seats[1].key });
  const [asking, asked] = there.ask ? [line, there] : [other, told];
  const moved = await asking.ask({ t: 'move', table, ask: asked.ask, move: asked.moves[0].m });
  expect(moved.step).toBeGreaterThan(asked.step);
});

test('it is kept like any other', async () => {
  const { log } = await begun('valley', ['level:1'], 8);
  const factory = new IDBFactory();
  const first = new Page();
  const hall = await startHall(await Keep.open(factory), first);
  const made = await first.request('POST', '/api/tables', { game: 'valley', seats: SEATS, log });
  hall.end();
  const page = new Page();
  await startHall(await Keep.open(factory), page);
  const step = await page.open().ask({ t: 'sit', table: made.said.table, key: made.said.seats[0].key });
  expect(step.step).toBeGreaterThan(0);
  expect((await page.request('GET', `/api/tables/${made.said.table}`)).said.brought).toBe(true);
});

test('what is wrong with a log is said', async () => {
  const { log } = await begun('valley', ['level:1'], 8);
  const page = await open();
  const why = async (text: string, more: Said = {}) => {
    const { status, said } = await page.request('POST', '/api/tables', {
      game: 'valley',
      seats: SEATS,
      log: text,
      ...more,
    });
    expect(status).toBe(400);
    return said.error.why as string;
  };
  expect(await why('something else')).toMatch(/./);
  expect(await why(log.replace(/^reveal .*\n/m, ''))).toMatch(/seed/);
  expect(await why(log.replace(/^\* .*\n/m, ''))).toMatch(/line|move/);
  expect(await why(log.replace(/^(reveal )../m, '$1zz'))).toMatch(/line/);
  expect(await why(log, { game: 'dice' })).toMatch(/another game/);
  expect(await why(log, { seats: [...SEATS, { kind: 'reserved' }] })).toMatch(/number of seats/);
  expect(await why(log, { seats: [{ kind: 'me' }, { kind: 'open' }] })).toMatch(/reserve/);
  expect(await why(log, { options: {} })).toMatch(/own options/);
});
