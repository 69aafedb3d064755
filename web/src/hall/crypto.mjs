// What the module takes from the outside where the program has libsodium: hashes, a stream and chance, by noble and the
// browser (src/module/lone/sodium.h asks for them). Plain JavaScript, because scripts/wasm-run needs it as it is.
import { chacha20orig } from '@noble/ciphers/chacha.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';

const MOST = 65536; // bytes that getRandomValues gives at once

/** The imports of the module "crypto"; `memory` gives the memory as it is now: it moves when it grows. */
export function cryptoImports(memory) {
  const bytes = (at, length) => new Uint8Array(memory(), at, length);
  return {
    blake2b: (from, length, to, size) => bytes(to, size).set(blake2b(bytes(from, length), { dkLen: size })),
    sha256: (from, length, to) => bytes(to, 32).set(sha256(bytes(from, length))),
    chacha20: (key, nonce, block, to, size) =>
      bytes(to, size).set(chacha20orig(bytes(key, 32), bytes(nonce, 8), new Uint8Array(size), undefined, block)),
    random: (to, size) => {
      for (let done = 0; done < size; done += MOST)
        crypto.getRandomValues(bytes(to + done, Math.min(MOST, size - done)));
    },
  };
}
