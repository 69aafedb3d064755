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
const { instance } = await WebAssembly.instantiate(readFileSync(program), imports);
memory = instance.exports.memory;
process.exitCode = wasi.start(instance);
