// See scripts/wasm-run.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { cryptoImports } from '../web/src/hall/crypto.mjs';

const [program, ...words] = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...words],
  env: process.env,
  preopens: { '/': '/' },
  returnOnExit: true,
});
let memory;
const imports = { ...wasi.getImportObject(), crypto: cryptoImports(() => memory.buffer) };
// Asked often, node's own clock breaks the heap of node 20 (it crashes at its end): this is the same, in a few words.
const clocks = [
  () => BigInt(Date.now()) * 1_000_000n, // the time of day
  () => process.hrtime.bigint(), // the time that passes
  () => BigInt(process.cpuUsage().user + process.cpuUsage().system) * 1_000n, // the work of the process, and of its thread
];
imports.wasi_snapshot_preview1.clock_time_get = (which, _precision, at) => {
  new DataView(memory.buffer).setBigUint64(at, clocks[Math.min(which, 2)](), true);
  return 0;
};
const { instance } = await WebAssembly.instantiate(readFileSync(program), imports);
memory = instance.exports.memory;
process.exitCode = wasi.start(instance);
