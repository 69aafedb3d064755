// The rules alone, without a hall: one instance for whoever asks in this page or worker, fetched when first wanted.
import wasm from '../gen/ochre.wasm?url';
import { compileModule } from './compile';
import { Ochre } from './play';

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
