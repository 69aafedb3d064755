import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { cryptoImports } from './crypto.mjs';

const memory = new ArrayBuffer(4096);
const { blake2b, sha256, chacha20, random } = cryptoImports(() => memory);
const put = (at: number, bytes: Uint8Array) => new Uint8Array(memory).set(bytes, at);
const get = (at: number, length: number) => new Uint8Array(memory, at, length).slice();
const counting = (from: number) => Uint8Array.from({ length: 32 }, (_, i) => from + i);

// The numbers of the worked example in docs/fair.md.
test('commitment and pledge of the worked example', () => {
  put(0, counting(0));
  blake2b!(0, 32, 100, 32);
  expect(bytesToHex(get(100, 32))).toBe('cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6');
  put(0, utf8ToBytes('ochre-pledge-2'));
  put(14, counting(0x20));
  blake2b!(0, 46, 100, 32);
  expect(bytesToHex(get(100, 32))).toBe('0941aa18a0f9613366fb25fb4d1025bc8c4a52d3bcb381204c83823b637964bc');
});

test('draws of the worked example', () => {
  put(0, hexToBytes('5ecb423b11faa5d6b5e3ee7fdbcf9e8bd9d542d9d75adc4a9166917fb788f143'));
  const draw = (number: number) => {
    put(40, Uint8Array.of(number, 0, 0, 0, 0, 0, 0, 0));
    chacha20!(0, 40, 0, 64, 64);
    return new DataView(memory).getUint32(64, true);
  };
  expect(draw(0).toString(16)).toBe('b03c7245');
  expect(Array.from({ length: 8 }, (_, i) => draw(i) % 6)).toEqual([5, 1, 1, 3, 3, 2, 1, 1]);
  put(40, new Uint8Array(8));
  chacha20!(0, 40, 1, 64, 64); // the second block is not the first
  expect(new DataView(memory).getUint32(64, true)).not.toBe(0xb03c7245);
});

test('sha-256, and bytes that nobody can foresee', () => {
  put(0, utf8ToBytes('abc'));
  sha256!(0, 3, 100);
  expect(bytesToHex(get(100, 32))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  random!(200, 32);
  const once = bytesToHex(get(200, 32));
  random!(200, 32);
  expect(bytesToHex(get(200, 32))).not.toBe(once);
});
