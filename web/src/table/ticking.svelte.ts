// A clock that runs only while somebody looks at it.
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 500);
  return () => clearInterval(timer);
});

/** performance.now(), followed by whoever shows it. */
export function now(): number {
  subscribe();
  return performance.now();
}
