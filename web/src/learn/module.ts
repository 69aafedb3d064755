// The rules in this page: one instance for all lessons, fetched with the first.
import wasm from '../gen/ochre.wasm?url';
import { compileModule } from '../hall/compile';
import { Ochre } from '../hall/play';

let started: Promise<Ochre> | undefined;

export function startOchre(): Promise<Ochre> {
  started ??= compileModule(wasm)
    .then((module) => Ochre.start(module))
    .catch((error: unknown) => {
      started = undefined; // the next one tries again
      throw error;
    });
  return started;
}
