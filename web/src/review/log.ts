// Logs (docs/log.md) as a review needs them: cut where somebody wants to play on, and carried in a link.

/** Bytes that a log may have (docs/log.md). */
export const LOG_MOST = 4 * 1024 * 1024;

/** The game and the seats of a log; null: it is none. */
export function headOf(log: string): { game: string; seats: number } | null {
  if (!/^ochre \d+\s*$/.test(log.trimStart().split('\n')[0] ?? '')) return null;
  const game = /^game (\w+)\s*$/m.exec(log)?.[1];
  const seats = Number(/^seats (\d)\s*$/m.exec(log)?.[1] ?? 0);
  return game && seats ? { game, seats } : null;
}

const MOVE = /^(p\d|\*) /;

/** The same play up to its move `count`: as if it had been saved then. */
export function cutLog(log: string, count: number): string {
  const lines = log.trimStart().split('\n');
  const head = lines.slice(0, lines.indexOf(''));
  const moves = lines.slice(head.length).filter((line) => MOVE.test(line));
  const reveal = lines.filter((line) => line.startsWith('reveal '));
  const kept = moves.slice(0, count);
  return [...head, '', ...kept, '', ...reveal, `end ${kept.length}`, ''].join('\n');
}

/** Whoever plays on from a move is asked there: chance that follows has come already. */
export function movesBefore(steps: readonly { n: number; seat: string }[], n: number): number {
  const next = steps.find((step) => step.n >= n && step.seat !== '*');
  return next ? next.n - 1 : steps.length;
}

// ---- links

/** Longer addresses are cut by programs that pass them on. */
export const LINK_MOST = 12_000;

/** All that comes out; throws beyond what a log may have: a short link can swell to anything. */
async function through(bytes: Uint8Array<ArrayBuffer>, way: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Response(bytes).body!.pipeThrough(way as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  const reader = out.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LOG_MOST) {
      void reader.cancel();
      throw new RangeError('longer than a log may be');
    }
    parts.push(part.value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A log as the part of an address behind #. */
export async function packLog(log: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(log), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** null: the link was damaged on its way, or is no log at all. */
export async function unpackLog(text: string): Promise<string | null> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}

/** The mark of an address: the move that is shown, and the log where the address does not name a table. */
export function readMark(mark: string): { n: number | null; packed: string } {
  const [, n = '', packed = ''] = /^(\d*)(?:~([\w-]+))?$/.exec(mark) ?? [];
  return { n: n ? Number(n) : null, packed };
}
