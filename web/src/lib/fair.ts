// The fair-chance check of docs/fair.md, from a log and the list of its draws: promise, pledges, shares, the seal I
// was told, and every
// draw with its odds. That the list has the outcomes and odds of the rules is for `ochre verify`, which plays the log
// by them.
import { chacha20orig } from '@noble/ciphers/chacha.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Draw } from './api';
import { digest, pledgeOf, sealOf, SEATS } from './chance';

export interface FairLog {
  /** 2; 1: shares were given openly. */
  version: number;
  commitment: string | null;
  pledges: Record<string, string>;
  shares: Record<string, string>;
  withheld: string[];
  position: boolean;
  seed: string | null;
  /** The moves of chance, in order. */
  draws: string[];
  moves: number;
  end: number | null;
}

export function readLog(text: string): FairLog {
  const log: FairLog = {
    version: 1,
    commitment: null,
    pledges: {},
    shares: {},
    withheld: [],
    position: false,
    seed: null,
    draws: [],
    moves: 0,
    end: null,
  };
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = ''] = line.split(' ');
    if (first === 'fair') [log.version, log.commitment] = third ? [Number(second), third] : [1, second];
    else if (first === 'pledge') log.pledges[second] = third;
    else if (first === 'share') log.shares[second] = third;
    else if (first === 'withheld') log.withheld.push(second);
    else if (first === 'position') log.position = true;
    else if (first === 'reveal') log.seed = second;
    else if (first === 'end') log.end = Number(second);
    else if (first === '*' || /^p[1-4]$/.test(first)) {
      log.moves += 1;
      if (first === '*') log.draws.push(second);
    }
  }
  return log;
}

export function commitmentOf(seed: string): string {
  return digest(hexToBytes(seed));
}

/** With the seal; without one (null) as in older logs. */
export function keyOf(seed: string, seal: string | null, shares: Record<string, string>): Uint8Array {
  const parts = SEATS.map((seat) => {
    const share = hexToBytes(shares[seat] ?? '');
    return concatBytes(new Uint8Array([share.length]), share);
  });
  const label = utf8ToBytes(seal ? 'ochre-fair-2' : 'ochre-fair-1');
  return blake2b(concatBytes(label, hexToBytes(seed), hexToBytes(seal ?? ''), ...parts), { dkLen: 32 });
}

/** The first words of a draw's stream. */
export function wordsOf(key: Uint8Array, draw: number, count: number): number[] {
  const nonce = new Uint8Array(8);
  new DataView(nonce.buffer).setBigUint64(0, BigInt(draw), true);
  const bytes = chacha20orig(key, nonce, new Uint8Array(count * 4));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: count }, (_, i) => view.getUint32(i * 4, true));
}

/** A number below the total, each equally likely. */
export function numberBelow(key: Uint8Array, draw: number, total: number): number {
  const least = 2 ** 32 % total;
  for (let count = 8; ; count *= 2) {
    const found = wordsOf(key, draw, count).find((word) => word >= least);
    if (found !== undefined) return found % total;
  }
}

export interface CheckedDraw {
  move: string;
  outcomes: Draw['outcomes'];
  /** The odds of what came: so many in so many. */
  weight: number;
  total: number;
  /** Is it the one that seed, shares and number give? */
  fits: boolean;
}

/** One draw; `listed` is what the server says could have come. */
function checkDraw(key: Uint8Array, n: number, move: string, listed: Draw | undefined): CheckedDraw {
  const outcomes = listed?.draw === n && listed.move === move ? listed.outcomes : [];
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const weight = outcomes.find((outcome) => outcome.move === move)?.weight ?? 0;
  if (!outcomes.length || outcomes.some(({ weight: one }) => !Number.isInteger(one) || one < 1))
    return { move, outcomes, weight, total, fits: false };
  let number = numberBelow(key, n, total);
  const due = outcomes.find((outcome) => (number -= outcome.weight) < 0);
  return { move, outcomes, weight, total, fits: due?.move === move };
}

export interface Told {
  /** The promise, and the seal, that this browser was told before it opened its share. */
  promise?: string | undefined;
  seal?: string | undefined;
}

export interface Verdict {
  version: number;
  /** Does the seed fit what was promised before the first draw? */
  promise: boolean;
  /** Does the log hold the promise that this page was told at the beginning? */
  sameAsTold: boolean;
  /** Is every share the one that was pledged, and nothing missing? */
  parts: boolean;
  /** My own share: in the log, said to be withheld, or not as I gave it. null: this browser remembers none. */
  mine: 'in' | 'withheld' | 'changed' | null;
  /** Are commitment and pledges those that I was told before I opened? null: this browser was told none. */
  seal: boolean | null;
  /** Is the log whole? */
  whole: boolean;
  draws: CheckedDraw[];
  drawsFit: boolean;
  opened: string[];
  withheld: string[];
}

function partsFit({ version, pledges, shares, withheld }: FairLog): boolean {
  if (version === 1) return Object.keys(pledges).length === 0 && withheld.length === 0;
  const isFine = (seat: string) => {
    const share = shares[seat];
    if (!pledges[seat]) return share === undefined && !withheld.includes(seat);
    return withheld.includes(seat) ? share === undefined : share?.length === 64 && pledgeOf(share) === pledges[seat];
  };
  return [...SEATS, ...Object.keys(pledges), ...Object.keys(shares), ...withheld].every(
    (seat) => SEATS.includes(seat) && isFine(seat),
  );
}

function ownShare(log: FairLog, mine: { seat: string; share: string } | null): Verdict['mine'] {
  if (!mine) return null;
  if (log.shares[mine.seat] === mine.share) return 'in';
  return log.withheld.includes(mine.seat) ? 'withheld' : 'changed';
}

export function check(
  text: string,
  listed: Draw[],
  told: Told,
  mine: { seat: string; share: string } | null,
): Verdict | null {
  const log = readLog(text);
  if (!log.seed || !log.commitment) return null;
  const seal = log.version === 1 ? null : sealOf(log.commitment, log.pledges);
  const key = keyOf(log.seed, seal, log.shares);
  const draws = log.draws.map((move, n) => checkDraw(key, n, move, listed[n]));
  return {
    version: log.version,
    promise: commitmentOf(log.seed) === log.commitment,
    sameAsTold: told.promise === undefined || told.promise === log.commitment,
    parts: partsFit(log),
    mine: ownShare(log, mine),
    seal: told.seal === undefined ? null : told.seal === seal,
    whole: log.end === log.moves,
    draws,
    drawsFit: draws.every((draw) => draw.fits) && listed.length === draws.length,
    opened: Object.keys(log.shares),
    withheld: log.withheld,
  };
}
