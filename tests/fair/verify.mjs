// verify.mjs: checks the chance of a log from docs/fair.md alone, without a line of Ochre.
//
//     ochre replay LOG --json | node verify.mjs LOG
//
// The log gives commitment, pledges, shares, draws and seed; the replay gives, for each draw, what could have come and with which
// odds. BLAKE2b and ChaCha20 are written out here, so that nothing has to be trusted but this page of code.
// `node verify.mjs --example` checks the worked examples of the document.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

// ---- BLAKE2b (RFC 7693), unkeyed, 32 bytes ----

const MASK = (1n << 64n) - 1n;
const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
            0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0]];
const rotr64 = (x, n) => ((x >> n) | (x << (64n - n))) & MASK;

function blake2b256(input) {
  const h = IV.slice();
  h[0] ^= 0x01010000n ^ 32n;
  const blocks = Math.max(1, Math.ceil(input.length / 128));
  for (let b = 0; b < blocks; b++) {
    const block = Buffer.alloc(128);
    Buffer.from(input).copy(block, 0, b * 128, Math.min(input.length, (b + 1) * 128));
    const m = Array.from({ length: 16 }, (_, i) => block.readBigUInt64LE(i * 8));
    const last = b === blocks - 1;
    const v = [...h, ...IV];
    v[12] ^= BigInt(last ? input.length : (b + 1) * 128);
    if (last) v[14] ^= MASK;
    const mix = (a, c, d, e, x, y) => {
      v[a] = (v[a] + v[c] + x) & MASK; v[e] = rotr64(v[e] ^ v[a], 32n);
      v[d] = (v[d] + v[e]) & MASK;     v[c] = rotr64(v[c] ^ v[d], 24n);
      v[a] = (v[a] + v[c] + y) & MASK; v[e] = rotr64(v[e] ^ v[a], 16n);
      v[d] = (v[d] + v[e]) & MASK;     v[c] = rotr64(v[c] ^ v[d], 63n);
    };
    for (let round = 0; round < 12; round++) {
      const s = SIGMA[round % 10];
      mix(0, 4, 8, 12, m[s[0]], m[s[1]]);    mix(1, 5, 9, 13, m[s[2]], m[s[3]]);
      mix(2, 6, 10, 14, m[s[4]], m[s[5]]);   mix(3, 7, 11, 15, m[s[6]], m[s[7]]);
      mix(0, 5, 10, 15, m[s[8]], m[s[9]]);   mix(1, 6, 11, 12, m[s[10]], m[s[11]]);
      mix(2, 7, 8, 13, m[s[12]], m[s[13]]);  mix(3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
  }
  const out = Buffer.alloc(64);
  h.forEach((word, i) => out.writeBigUInt64LE(word, i * 8));
  return out.subarray(0, 32);
}

// ---- ChaCha20, 64-bit counter and nonce; one block as 16 words ----

function chachaBlock(key, counter, nonce) {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) start[4 + i] = key.readUInt32LE(i * 4);
  start[12] = counter;
  start[14] = Number(nonce & 0xffffffffn);
  start[15] = Number(nonce >> 32n);
  const w = start.slice();
  const rotl = (x, n) => (x << n) | (x >>> (32 - n));
  const quarter = (a, b, c, d) => {
    w[a] += w[b]; w[d] = rotl(w[d] ^ w[a], 16);
    w[c] += w[d]; w[b] = rotl(w[b] ^ w[c], 12);
    w[a] += w[b]; w[d] = rotl(w[d] ^ w[a], 8);
    w[c] += w[d]; w[b] = rotl(w[b] ^ w[c], 7);
  };
  for (let i = 0; i < 10; i++) {
    quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
  }
  return w.map((word, i) => word + start[i]);
}

function numberBelow(key, draw, total) {
  const least = 2 ** 32 % total;
  for (let counter = 0; ; counter++)
    for (const word of chachaBlock(key, counter, BigInt(draw)))
      if (word >= least) return word % total;
}

// ---- commitment, pledges, seal, key ----

const label = (text) => Buffer.from(text, 'ascii');
const pledgeOf = (share) => blake2b256(Buffer.concat([label('ochre-pledge-2'), share]));

function sealOf(commitment, pledges) {
  const marks = pledges.map((pledge) => (pledge ? Buffer.concat([Buffer.from([1]), pledge]) : Buffer.from([0])));
  return blake2b256(Buffer.concat([label('ochre-round-2'), commitment, ...marks]));
}

/** With the seal; without one (null) as in older logs. */
function keyOf(seed, seal, shares) {
  const parts = shares.map((share) => Buffer.concat([Buffer.from([share ? share.length : 0]), share ?? Buffer.alloc(0)]));
  return blake2b256(Buffer.concat([label(seal ? 'ochre-fair-2' : 'ochre-fair-1'), seed, seal ?? Buffer.alloc(0), ...parts]));
}

// ---- the log ----

function fail(why) {
  console.log(`not fair: ${why}`);
  process.exit(1);
}

function bytes(hex, what) {
  if (!/^([0-9a-f]{2})+$/.test(hex ?? '')) fail(`${what} is not hexadecimal`);
  return Buffer.from(hex, 'hex');
}

function seatOf(code, seats) {
  if (!/^p[1-4]$/.test(code ?? '') || Number(code[1]) > seats) fail(`${code} is no seat of this play`);
  return Number(code[1]) - 1;
}

function readLog(text) {
  if (!text.endsWith('\n')) fail('the log is cut short');
  const log = { pledges: [null, null, null, null], shares: [null, null, null, null], withheld: [false, false, false, false], moves: [] };
  log.seats = Number(/^seats ([1-4])$/m.exec(text)?.[1] ?? fail('the log names no seats'));
  const once = (list, code, value, what) => {
    const seat = seatOf(code, log.seats);
    if (list[seat]) fail(`${code} has a second ${what}`);
    list[seat] = value;
  };
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [key, ...rest] = line.split(' # ')[0].trimEnd().split(' ');
    if (key === 'fair') {
      log.version = rest.length === 1 ? 1 : Number(rest.shift());
      log.commitment = bytes(rest[0], 'the commitment');
    } else if (key === 'pledge') once(log.pledges, rest[0], bytes(rest[1], 'a pledge'), 'pledge');
    else if (key === 'share') once(log.shares, rest[0], bytes(rest[1], 'a share'), 'share');
    else if (key === 'withheld') once(log.withheld, rest[0], true, 'withheld line');
    else if (key === 'reveal') log.seed = bytes(rest[0], 'the seed');
    else if (key === 'end') log.end = Number(rest[0]);
    else if (/^(p[1-4]|\*)$/.test(key)) log.moves.push({ seat: key, move: rest.join(' ') });
  }
  return log;
}

function checkParts({ version, pledges, shares, withheld }) {
  for (let seat = 0; seat < 4; seat++) {
    const [pledge, share, name] = [pledges[seat], shares[seat], `p${seat + 1}`];
    if (version === 1) {
      if (pledge || withheld[seat]) fail(`${name} has pledged in a log without pledges`);
      if (share && share.length > 32) fail(`the share of ${name} is too long`);
      continue;
    }
    if (!pledge && (share || withheld[seat])) fail(`${name} has a share without a pledge`);
    if (!pledge) continue;
    if (pledge.length !== 32) fail(`the pledge of ${name} is no hash`);
    if (!share === !withheld[seat]) fail(`${name} has neither opened nor withheld its share, or both`);
    if (share && (share.length !== 32 || !pledgeOf(share).equals(pledge))) fail(`the share of ${name} is not the one it pledged`);
  }
}

function checkDraws(log, steps, key) {
  if (steps.length !== log.moves.length) fail('the replay has other moves than the log');
  let draws = 0;
  log.moves.forEach(({ seat, move }, i) => {
    const step = steps[i];
    if (step.seat !== seat || step.move !== move) fail(`move ${i + 1} is ${move} in the log, ${step.move} in the replay`);
    if (seat !== '*') return;
    if (step.draw !== draws) fail(`move ${i + 1} should be draw ${draws}`);
    const total = step.outcomes.reduce((sum, { weight }) => sum + weight, 0);
    let number = numberBelow(key, draws, total);
    const due = step.outcomes.find(({ weight }) => (number -= weight) < 0);
    if (due.move !== move) fail(`draw ${draws} is ${move}, but the seed gives ${due.move}`);
    draws++;
  });
  return draws;
}

function verify(path) {
  const log = readLog(readFileSync(path, 'utf8'));
  const replay = JSON.parse(readFileSync(0, 'utf8'));
  if (log.end !== log.moves.length) fail('the end is missing, or counts other moves');
  if (!log.commitment || !log.seed) fail('no promise, or no seed was revealed');
  if (log.version !== 1 && log.version !== 2) fail(`version ${log.version} of fair is not known`);
  if (log.seed.length !== 32 || !blake2b256(log.seed).equals(log.commitment)) fail('the seed is not the promised one');
  checkParts(log);
  const seal = log.version === 1 ? null : sealOf(log.commitment, log.pledges);
  const draws = checkDraws(log, replay.steps, keyOf(log.seed, seal, log.shares));
  const names = (list) => list.flatMap((there, seat) => (there ? [`p${seat + 1}`] : [])).join(' ') || 'nobody';
  console.log(`fair: ${draws} draws follow from the promised seed`);
  console.log(`shares of ${names(log.shares)}, withheld by ${names(log.withheld)}${seal ? `, seal ${seal.toString('hex')}` : ''}`);
}

function example() {
  const from = (first) => Buffer.from(Array.from({ length: 32 }, (_, i) => first + i));
  const draws = (key) => Array.from({ length: 8 }, (_, draw) => numberBelow(key, draw, 6));
  const seed = from(0);
  const commitment = blake2b256(seed);
  const pledges = [pledgeOf(from(0x20)), null, pledgeOf(from(0x40)), null];
  const seal = sealOf(commitment, pledges);
  const key = keyOf(seed, seal, [from(0x20), null, null, null]);
  const told = readFileSync(new URL('../../docs/fair.md', import.meta.url), 'utf8');
  const said = (name) => new RegExp(`^ +${name} +([0-9a-f]{64})$`, 'm').exec(told)?.[1];
  assert.equal(commitment.toString('hex'), said('commitment'));
  assert.equal(pledges[0].toString('hex'), said('pledge p1'));
  assert.equal(pledges[2].toString('hex'), said('pledge p3'));
  assert.equal(seal.toString('hex'), said('seal'));
  assert.equal(key.toString('hex'), said('key'));
  assert.equal(draws(key).join(' '), /draws 0 to 7 give ([\d ]+)/.exec(told)[1]);
  const old = keyOf(seed, null, [Buffer.from('ochre'), null, null, null]);
  assert.equal(old.toString('hex'), /the key is\n`([0-9a-f]{64})`/.exec(told)[1]);
  assert.equal(draws(old).join(' '), /eight draws below 6 are ([\d ]+)\./.exec(told)[1]);
  console.log('the worked examples are right');
}

if (process.argv[2] === '--example') example();
else verify(process.argv[2]);
