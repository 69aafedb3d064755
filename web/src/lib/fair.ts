// The fair-chance check of docs/fair.md, as far as it can be made from a log alone: the seed fits the promise, the shares
// are those that were given, and which number every draw came from. That the outcomes have the right odds is for
// `ochre verify`, which knows the rules.
import { chacha20orig } from '@noble/ciphers/chacha.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export interface FairLog {
  commitment: string | null;
  shares: Record<string, string>;
  seed: string | null;
  /** The moves of chance, in order. */
  draws: string[];
  moves: number;
  end: number | null;
}

export function readLog(text: string): FairLog {
  const log: FairLog = { commitment: null, shares: {}, seed: null, draws: [], moves: 0, end: null };
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = ''] = line.split(' ');
    if (first === 'fair') log.commitment = second;
    else if (first === 'share') log.shares[second] = third;
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
  return bytesToHex(blake2b(hexToBytes(seed), { dkLen: 32 }));
}

export function keyOf(seed: string, shares: Record<string, string>): Uint8Array {
  const parts = ['p1', 'p2', 'p3', 'p4'].map((seat) => {
    const share = hexToBytes(shares[seat] ?? '');
    return concatBytes(new Uint8Array([share.length]), share);
  });
  return blake2b(concatBytes(utf8ToBytes('ochre-fair-1'), hexToBytes(seed), ...parts), { dkLen: 32 });
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

export interface Verdict {
  /** Does the seed fit what was promised before the first draw? */
  promise: boolean;
  /** Does the log hold the promise that this page was told at the beginning? */
  sameAsTold: boolean;
  /** Is my own share in it, unchanged? null: I gave none that this browser remembers. */
  mine: boolean | null;
  /** Is the log whole? */
  whole: boolean;
  draws: { move: string; word: number }[];
  shares: string[];
}

export function check(text: string, told: string | undefined, mine: { seat: string; share: string } | null): Verdict | null {
  const log = readLog(text);
  if (!log.seed || !log.commitment) return null;
  const key = keyOf(log.seed, log.shares);
  return {
    promise: commitmentOf(log.seed) === log.commitment,
    sameAsTold: told === undefined || told === log.commitment,
    mine: mine ? log.shares[mine.seat] === mine.share : null,
    whole: log.end === log.moves,
    draws: log.draws.map((move, n) => ({ move, word: wordsOf(key, n, 1)[0]! })),
    shares: Object.keys(log.shares),
  };
}
