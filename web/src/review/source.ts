// Who weighs a play: the module in a worker of this browser, else the server. Both speak as the worker does
// (hall/reviewer.ts), so that nobody else knows the difference.
import type { FromReviewer, ToReviewer } from '../hall/reviewer';
import { isSite } from '../lib/place';
import { ServerReviewer } from './server';

/** What a source says; `unable`: it cannot do it, and another one may. */
export type FromSource = FromReviewer | { t: 'unable'; why: string };

export interface ReviewSource {
  postMessage(message: ToReviewer): void;
  terminate(): void;
  onmessage: ((event: { data: FromSource }) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Throws where it cannot be had at all. */
export type MakeSource = () => ReviewSource;

function makeWorker(): ReviewSource {
  if (typeof WebAssembly === 'undefined') throw new Error('no WebAssembly');
  return new Worker(new URL('../hall/reviewer.ts', import.meta.url), { type: 'module' }) as ReviewSource;
}

/** In the order in which they are asked. */
export const SOURCES: MakeSource[] = isSite ? [makeWorker] : [makeWorker, () => new ServerReviewer()];
