import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mine } from './mine.svelte';
import { CODE_MOST, fromFile, isLuggage, pack, toFile, unpack } from './transfer';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const word = (length: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: length, maxLength: length }).map((all) => all.join(''));
const mine = fc.record({
  table: word(12),
  key: word(26),
  game: fc.constantFrom('dice', 'valley', 'tribes', 'spears'),
  seat: fc.constantFrom('p1', 'p2', 'p3', 'p4', ''),
  share: fc.stringMatching(/^[0-9a-f]{64}$/),
  over: fc.constant(true),
}) as unknown as fc.Arbitrary<Mine>;
const luggage = fc.record({ name: fc.string({ maxLength: 20 }), tables: fc.array(mine, { maxLength: 30 }) });

describe('tables on their way to another device', () => {
  it('arrive as they left, by link and by file', () => {
    fc.assert(
      fc.property(luggage, ({ name, tables }) => {
        const link = unpack(`#${pack({ name, tables }).text}`)!;
        expect(link.name).toBe(name);
        expect(link.tables).toEqual(tables.map((one) => ({ ...one, at: 0, seen: 0, ready: true })));
        expect(fromFile(toFile({ name, tables }))!.tables.map(({ table, key }) => [table, key])).toEqual(
          tables.map(({ table, key }) => [table, key]),
        );
      }),
    );
  });
  it('a link that lost something brings nothing, and never a wrong key', () => {
    fc.assert(
      fc.property(luggage, fc.nat(), fc.constantFrom('', 'x', '~', '.'), (sent, place, put) => {
        const { text } = pack(sent);
        const at = 'bring='.length + (place % (text.length - 'bring='.length));
        const bent = text.slice(0, at) + put + text.slice(at + 1);
        if (bent !== text) expect(unpack(bent)).toBeNull();
      }),
    );
  });
  it('a code has as many tables as can be scanned, the newest first', () => {
    const tables = fc.sample(mine, { numRuns: 40, seed: 3 });
    const { text, count } = pack({ name: 'Ama', tables }, CODE_MOST);
    expect(text.length).toBeLessThanOrEqual(CODE_MOST);
    expect(count).toBeGreaterThan(6);
    expect(unpack(text)!.tables[0]!.table).toBe(tables[0]!.table);
  });
  it('what was put away, and what is only watched, stays', () => {
    const [one] = fc.sample(mine, { numRuns: 1, seed: 5 });
    expect(pack({ name: '', tables: [{ ...one!, away: true }] }).count).toBe(0);
    expect(pack({ name: '', tables: [{ ...one!, key: '' }] }).count).toBe(0);
  });
  it('refuses what is not ours', () => {
    expect(isLuggage('#3.2')).toBe(false);
    expect(unpack('#bring=')).toBeNull();
    for (const text of ['', '{}', '[]', 'null', '{"ochre":"tables","version":2,"tables":[]}'])
      expect(fromFile(text), text).toBeNull();
    expect(fromFile('{"ochre":"tables","version":1,"tables":[{"table":"../x","key":"a","game":"dice"}]}')).toBeNull();
  });
});
