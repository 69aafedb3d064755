// A clock that runs only while somebody looks at it.
import { createSubscriber } from 'svelte/reactivity';

const every = (ms: number) =>
  createSubscriber((update) => {
    const timer = setInterval(update, ms);
    return () => clearInterval(timer);
  });
const slowly = every(500);
const quickly = every(100);

/** performance.now(), followed by whoever shows it: tenths of seconds too, when they count. */
export function now(tenths = false): number {
  if (tenths) quickly();
  else slowly();
  return performance.now();
}
