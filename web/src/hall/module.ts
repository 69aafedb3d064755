// One instance of the module (src/module/module.h): its memory, texts in and out, its doors as functions.
import { cryptoImports } from './crypto.mjs';

/** What the module calls; texts and bytes are copies. */
export interface Outside {
  said(line: number, text: string): void;
  closed(line: number, code: number): void;
  answer(id: number, status: number, type: string, body: string): void;
  keep(ticket: number, text: string): void;
  think(ticket: number, question: Uint8Array<ArrayBuffer>): void;
  stop(ticket: number): void;
}

/** As enum store_result of store.h. */
export const KEPT = { durable: 0, full: 1, readonly: 2, broken: 3 } as const;

/** As enum hall_method of hall.h. */
const METHODS: Record<string, number> = { GET: 0, POST: 1 };

const NOBODY: Outside = { said() {}, closed() {}, answer() {}, keep() {}, think() {}, stop() {} };

type Door = (...numbers: number[]) => number;
type Doors = { memory: WebAssembly.Memory; _initialize(): void } & Record<string, Door>;

/** The module has come to its end (out of memory, an assertion): nothing more can be asked of it. */
export class ModuleDied extends Error {}

const ERRNO = { ok: 0, badf: 8, inval: 28, nosys: 52 };
const CLOCKS = [() => Date.now(), () => performance.now()];

export class Module {
  private readonly doors: Doors;
  private readonly read = new TextDecoder();
  private readonly write = new TextEncoder();

  private constructor(instance: WebAssembly.Instance) {
    this.doors = instance.exports as Doors;
  }

  static async start(compiled: WebAssembly.Module, outside: Outside = NOBODY): Promise<Module> {
    const there: { module?: Module } = {};
    const self = () => there.module!;
    const imports = {
      page: pageImports(outside, self),
      crypto: cryptoImports(() => self().doors.memory.buffer),
      wasi_snapshot_preview1: systemImports(compiled, self),
    };
    const module = new Module(await WebAssembly.instantiate(compiled, imports));
    there.module = module;
    module.doors._initialize();
    return module;
  }

  /** A view that holds until the next call of a door. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.doors.memory.buffer as ArrayBuffer, at, length);
  }

  text(at: number, length: number): string {
    return this.read.decode(this.bytes(at, length));
  }

  /** A text that ends with NUL. */
  textAt(at: number): string {
    const rest = new Uint8Array(this.doors.memory.buffer, at);
    return this.text(at, rest.indexOf(0));
  }

  call(door: string, ...values: (number | string | Uint8Array)[]): number {
    const given: number[] = [];
    const numbers = values.map((value) => {
      if (typeof value === 'number') return value;
      const at = this.put(typeof value === 'string' ? this.write.encode(value) : value);
      given.push(at);
      return at;
    });
    try {
      return this.doors[door]!(...numbers);
    } finally {
      for (const at of given) this.doors.page_free!(at);
    }
  }

  /** Bytes into the module's memory, with a NUL behind them. */
  private put(bytes: Uint8Array): number {
    const at = this.doors.page_alloc!(bytes.length + 1);
    const there = this.bytes(at, bytes.length + 1);
    there.set(bytes);
    there[bytes.length] = 0;
    return at;
  }

  // ---- the hall

  fill(key: string, value: string): void {
    this.call('hall_fill', key, value);
  }

  begin(): void {
    const why = this.call('hall_start');
    if (why) throw new Error(this.textAt(why));
  }

  /** Milliseconds until the next turn, if nothing happens before. */
  turn(): number {
    return this.call('hall_turn');
  }

  open(line: number): boolean {
    return this.call('line_open', line) !== 0;
  }

  say(line: number, text: string): boolean {
    const bytes = this.write.encode(text);
    return this.call('line_say', line, bytes, bytes.length) !== 0;
  }

  close(line: number): void {
    this.call('line_close', line);
  }

  ask(id: number, method: string, path: string, query: string, key: string, body: string): boolean {
    const bytes = this.write.encode(body);
    return this.call('hall_ask', id, METHODS[method] ?? 2, path, query, key, bytes, bytes.length) !== 0;
  }

  kept(ticket: number, result: number): void {
    this.call('hall_kept', ticket, result);
  }

  thought(ticket: number, answer: Uint8Array): void {
    this.call('hall_thought', ticket, answer, answer.length);
  }

  // ---- a thinker

  /** Empty: that was no question. */
  think(question: Uint8Array): Uint8Array<ArrayBuffer> {
    const at = this.call('thinker_think', question, question.length);
    return at ? this.bytes(at, this.call('thinker_answer_size')).slice() : new Uint8Array(0);
  }
}

function pageImports(outside: Outside, module: () => Module): Record<string, Door | ((...n: number[]) => void)> {
  return {
    said: (line, at, length) => outside.said(line, module().text(at, length)),
    closed: (line, code) => outside.closed(line, code),
    answer: (id, status, type, at, length) =>
      outside.answer(id, status, module().textAt(type), module().text(at, length)),
    keep: (ticket, at, length) => outside.keep(ticket, module().text(at, length)),
    think: (ticket, at, length) => outside.think(ticket, module().bytes(at, length).slice()),
    stop: (ticket) => outside.stop(ticket),
  } as Record<string, (...n: number[]) => void>;
}

/** What a C library asks of a system: the time, and where to complain. There are no files here. */
function systemImports(compiled: WebAssembly.Module, module: () => Module): Record<string, Door> {
  const numbers = () => new DataView(module().bytes(0, 1).buffer);
  const known: Record<string, (...n: never[]) => number> = {
    clock_time_get: (clock: number, _precision: bigint, at: number) => {
      const read = CLOCKS[clock];
      if (!read) return ERRNO.inval;
      numbers().setBigUint64(at, BigInt(Math.round(read() * 1e6)), true);
      return ERRNO.ok;
    },
    fd_write: (_file: number, pieces: number, count: number, written: number) => {
      let text = '';
      let length = 0;
      for (let i = 0; i < count; i++) {
        const size = numbers().getUint32(pieces + 8 * i + 4, true);
        text += module().text(numbers().getUint32(pieces + 8 * i, true), size);
        length += size;
      }
      console.error(text.trimEnd());
      numbers().setUint32(written, length, true);
      return ERRNO.ok;
    },
    proc_exit: (code: number) => {
      throw new ModuleDied(`the module ended with ${code}`);
    },
  };
  const files: Record<string, Door> = {};
  for (const wanted of WebAssembly.Module.imports(compiled))
    if (wanted.module === 'wasi_snapshot_preview1')
      files[wanted.name] = (known[wanted.name] as Door | undefined) ?? (() => ERRNO.badf);
  return files;
}
