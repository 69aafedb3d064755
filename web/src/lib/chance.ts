// My share of chance (docs/fair.md): pledged when I sit down, opened when the table asks for it, kept in this browser
// for the check.
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { mineAt, remember } from './mine.svelte';
import type { Fair, TableMessage } from './wire';

export const SEATS = ['p1', 'p2', 'p3', 'p4'];

export function digest(...parts: Uint8Array[]): string {
  return bytesToHex(blake2b(concatBytes(...parts), { dkLen: 32 }));
}

/** 32 bytes that nobody else can know, as 64 hexadecimal digits. Used once. */
export function newShare(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

export function pledgeOf(share: string): string {
  return digest(utf8ToBytes('ochre-pledge-2'), hexToBytes(share));
}

/** What every seat must have been told before it opens: the commitment and all pledges, in one number. */
export function sealOf(commitment: string, pledges: Record<string, string>): string {
  const marks = SEATS.map((seat) =>
    pledges[seat] ? concatBytes(new Uint8Array([1]), hexToBytes(pledges[seat])) : new Uint8Array([0]),
  );
  return digest(utf8ToBytes('ochre-round-2'), hexToBytes(commitment), ...marks);
}

const isShare = (share: string | undefined): share is string => !!share && /^[0-9a-f]{64}$/.test(share);

/** The share that this browser keeps for a table; '': none. */
export function keptShare(table: string): string {
  const share = mineAt(table)?.share;
  return isShare(share) ? share : '';
}

/** Is everything as it must be before a share is shown: my pledge, the promise I know, and the number that says so to
 * all? */
function isSound(fair: Fair, me: string, share: string, promise: string | undefined): boolean {
  return (
    fair.pledges[me] === pledgeOf(share) &&
    (!promise || promise === fair.commitment) &&
    fair.seal === sealOf(fair.commitment, fair.pledges)
  );
}

/** The share that the table asks for now, or null. The seal is kept before the share is given away. */
export function shareDue(message: TableMessage): string | null {
  const { me, fair, table } = message;
  if (!me || !fair?.unopened?.includes(me)) return null;
  const share = keptShare(table);
  if (!share || !isSound(fair, me, share, mineAt(table)?.promise)) return null;
  remember({ table, promise: fair.commitment, seal: fair.seal! });
  return share;
}
