// Chance: what this browser pledges and when it opens it, and the check after the end (docs/fair.md).
import { readFileSync } from 'node:fs';
import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, FakeSocket, KEY, settle, TABLE, tableMessage } from '../../test/server';
import type { Draw } from './api';
import { newShare, pledgeOf, sealOf } from './chance';
import { check, commitmentOf, keyOf, numberBelow, readLog, wordsOf } from './fair';
import { Glance } from './glance.svelte';
import { loadMine, mineAt, remember } from './mine.svelte';
import { TableStore } from './table.svelte';
import type { Fair, TableMessage } from './wire';

vi.stubGlobal('WebSocket', FakeSocket);

const from = (first: number) =>
  Array.from({ length: 32 }, (_, i) => (first + i).toString(16).padStart(2, '0')).join('');
const seed = from(0);
const commitment = commitmentOf(seed);
const pledges = { p1: pledgeOf(from(0x20)), p3: pledgeOf(from(0x40)) };
const seal = sealOf(commitment, pledges);
const key = keyOf(seed, seal, { p1: from(0x20) });

describe('the worked example of the document', () => {
  const told = readFileSync('../docs/fair.md', 'utf8');
  const said = (name: string) => new RegExp(`^ +${name} +([0-9a-f]{64})$`, 'm').exec(told)?.[1];
  it('has the same hashes', () => {
    expect(commitment).toBe(said('commitment'));
    expect(pledges.p1).toBe(said('pledge p1'));
    expect(pledges.p3).toBe(said('pledge p3'));
    expect(seal).toBe(said('seal'));
    expect(bytesToHex(key)).toBe(said('key'));
  });
  it('has the same numbers', () => {
    expect(
      wordsOf(key, 0, 2)
        .map((word) => word.toString(16))
        .join(' '),
    ).toBe(/first words ([0-9a-f]+ [0-9a-f]+)/.exec(told)?.[1]);
    const draws = (with_: Uint8Array) => [0, 1, 2, 3, 4, 5, 6, 7].map((draw) => numberBelow(with_, draw, 6)).join(' ');
    expect(draws(key)).toBe(/draws 0 to 7 give ([\d ]+)/.exec(told)?.[1]);
    expect(draws(keyOf(seed, null, { p1: '6f63687265' }))).toBe(/eight draws below 6 are ([\d ]+)\./.exec(told)?.[1]);
  });
});

// Three draws of one of six, the middle one with odds of its own.
const outcomes = (weights: number[]) => weights.map((weight, i) => ({ move: `roll:${i + 1}`, weight }));
const odds = [
  [1, 1, 1, 1, 1, 1],
  [5, 1, 3],
  [1, 2],
];
const due = (draw: number) => {
  let number = numberBelow(
    key,
    draw,
    odds[draw]!.reduce((a, b) => a + b, 0),
  );
  return `roll:${odds[draw]!.findIndex((weight) => (number -= weight) < 0) + 1}`;
};
const listed: Draw[] = odds.map((weights, draw) => ({
  step: draw + 1,
  draw,
  move: due(draw),
  outcomes: outcomes(weights),
}));
const sound = [
  'ochre 1',
  'game pebble',
  `fair 2 ${commitment}`,
  `pledge p1 ${pledges.p1}`,
  `share p1 ${from(0x20)}`,
  `pledge p3 ${pledges.p3}`,
  'withheld p3',
  '',
  ...listed.map(({ move }) => `* ${move}`),
  '',
  `reveal ${seed}`,
  'end 3',
  '',
].join('\n');
const mine = { seat: 'p1', share: from(0x20) };
const verdict = (
  text: string,
  draws = listed,
  told: { promise?: string; seal?: string } = { promise: commitment, seal },
  own: typeof mine | null = mine,
) => check(text, draws, told, own)!;

describe('the check', () => {
  it('finds nothing wrong with a sound log', () => {
    expect(verdict(sound)).toMatchObject({
      version: 2,
      promise: true,
      sameAsTold: true,
      parts: true,
      mine: 'in',
      seal: true,
      whole: true,
      drawsFit: true,
      opened: ['p1'],
      withheld: ['p3'],
    });
    expect(verdict(sound).draws.map(({ weight, total }) => [weight, total])).toEqual(
      listed.map((draw, i) => [
        draw.outcomes.find(({ move }) => move === draw.move)!.weight,
        odds[i]!.reduce((a, b) => a + b, 0),
      ]),
    );
    expect(verdict(sound, listed, {}, null)).toMatchObject({ mine: null, seal: null, sameAsTold: true });
  });
  it('finds what was changed', () => {
    expect(verdict(sound.replace(`reveal ${seed}`, `reveal ${from(1)}`)).promise).toBe(false);
    expect(verdict(sound, listed, { promise: from(3) }).sameAsTold).toBe(false);
    expect(verdict(sound, listed, { seal: from(3) }).seal).toBe(false);
    expect(verdict(sound.replace('end 3', 'end 4')).whole).toBe(false);
    expect(verdict(sound.replace(from(0x20), from(0x21)))).toMatchObject({ parts: false, mine: 'changed' });
    expect(verdict(sound.replace('withheld p3\n', '')).parts).toBe(false);
    expect(verdict(sound.replace('pledge p1', 'pledge p2')).parts).toBe(false);
    expect(verdict(sound.replace(`share p1 ${from(0x20)}`, 'withheld p1'))).toMatchObject({
      mine: 'withheld',
      drawsFit: false,
    });
    expect(verdict(sound.replace(`pledge p3 ${pledges.p3}\nwithheld p3\n`, ''))).toMatchObject({
      seal: false,
      drawsFit: false,
    });
    expect(check('ochre 1\n', [], {}, null)).toBeNull();
  });
  it('finds every draw that another number would give, and odds that are none', () => {
    listed.forEach(({ move }, i) => {
      const lines = sound.split('\n');
      const at = lines.indexOf('') + 1 + i;
      for (const { move: other } of listed[i]!.outcomes.filter((one) => one.move !== move)) {
        const changed = lines.with(at, `* ${other}`).join('\n');
        expect(verdict(changed).drawsFit).toBe(false);
        expect(verdict(changed, listed.with(i, { ...listed[i]!, move: other })).drawsFit).toBe(false);
      }
    });
    expect(verdict(sound, listed.slice(1)).drawsFit).toBe(false);
    expect(verdict(sound, [...listed, listed[0]!]).drawsFit).toBe(false);
    expect(verdict(sound, listed.with(1, { ...listed[1]!, outcomes: [] })).drawsFit).toBe(false);
    expect(
      verdict(sound, listed.with(1, { ...listed[1]!, outcomes: [{ move: listed[1]!.move, weight: 0 }] })).drawsFit,
    ).toBe(false);
  });
  it('still reads logs without pledges', () => {
    const old = `ochre 1\nfair ${commitment}\nshare p1 6f63687265\nposition {}\n\nreveal ${seed}\nend 0\n`;
    expect(readLog(old)).toMatchObject({ version: 1, position: true });
    expect(verdict(old, [], { promise: commitment }, { seat: 'p1', share: '6f63687265' })).toMatchObject({
      version: 1,
      promise: true,
      parts: true,
      mine: 'in',
      drawsFit: true,
    });
  });
});

describe('my share', () => {
  let server: FakeServer;
  const share = from(0x60);
  const inShowing = (more: Partial<Fair> = {}, me: string | null = 'p1'): TableMessage => {
    const told = { ...pledges, p1: pledgeOf(share), ...more.pledges };
    const fair = {
      version: 2,
      commitment,
      unopened: ['p1', 'p3'],
      left: 120,
      seal: sealOf(more.commitment ?? commitment, told),
      ...more,
      pledges: told,
    };
    return tableMessage({ status: 'waiting', me, fair });
  };
  beforeEach(() => {
    localStorage.clear();
    loadMine();
    server = new FakeServer();
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      (bytes as Uint8Array).set(Array.from({ length: 32 }, (_, i) => 0x60 + i));
      return bytes;
    });
  });
  async function sit(): Promise<TableStore> {
    const store = new TableStore(TABLE, KEY, server.line());
    store.open();
    await settle();
    return store;
  }

  it('is pledged when a seat is taken by its link, and kept when the table has it', async () => {
    await sit();
    expect(newShare()).toBe(share);
    expect(server.said('sit')[0]).toMatchObject({ pledge: pledgeOf(share) });
    server.socket.tell(
      tableMessage({ status: 'waiting', fair: { version: 2, commitment, pledges: { p1: pledgeOf(share) } } }),
    );
    expect(mineAt(TABLE)).toMatchObject({ share, promise: commitment });
    expect(server.said('open')).toEqual([]);
  });
  it('is opened when the table asks, once, and the seal is kept', async () => {
    await sit();
    server.socket.tell(inShowing());
    server.socket.tell(inShowing());
    expect(server.said('open')).toEqual([{ t: 'open', table: TABLE, share }]);
    expect(mineAt(TABLE)).toMatchObject({ share, seal: inShowing().fair!.seal });
  });
  it('is opened again on a new line', async () => {
    await sit();
    server.socket.tell(inShowing());
    server.socket.close();
    await vi.waitFor(() => expect(server.sockets.length).toBe(2), 10_000);
    await settle();
    server.socket.tell(inShowing());
    expect(server.said('open')).toHaveLength(2);
    expect(server.said('sit').at(-1)).toMatchObject({ pledge: pledgeOf(share) });
  });
  it('stays closed when anything is not as it must be', async () => {
    const cases: TableMessage[] = [
      inShowing({ unopened: ['p3'] }), // not asked for
      inShowing({ pledges: { p1: pledgeOf(from(9)) } }), // another pledge than mine
      inShowing({ seal: from(9) }), // a number that does not say what is shown
      inShowing({ commitment: commitmentOf(from(9)) }), // another promise than I was told
      inShowing({}, null), // I only watch
    ];
    remember({ table: TABLE, key: KEY, share, promise: commitment });
    await sit();
    for (const message of cases) server.socket.tell(message);
    expect(server.said('open')).toEqual([]);
    server.socket.tell(inShowing());
    expect(server.said('open')).toHaveLength(1);
  });
  it('is opened from the home page too', async () => {
    remember({ table: TABLE, key: KEY, share, promise: commitment });
    const glance = new Glance(mineAt(TABLE)!, server.line());
    await settle();
    server.socket.tell(inShowing());
    expect(server.said('open')).toEqual([{ t: 'open', table: TABLE, share }]);
    glance.close();
  });
  it('of a rematch goes to the new table', async () => {
    const store = await sit();
    store.rematch();
    expect(server.said('rematch')).toEqual([{ t: 'rematch', table: TABLE, pledge: pledgeOf(share) }]);
    server.socket.tell(tableMessage({ status: 'over', rematch: 'another', key: KEY }));
    expect(mineAt('another')).toMatchObject({ key: KEY, share });
  });
  it('that is missing is told when play begins', async () => {
    const store = await sit();
    server.socket.tell(inShowing());
    server.socket.tell(
      tableMessage({ fair: { version: 2, commitment, pledges, shares: { p1: share }, withheld: ['p3'] } }),
    );
    expect(store.notice?.text).toContain('p3');
  });
});
