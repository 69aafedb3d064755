// Time as the director knows it: one place to ask, so that tests bring their own.

export interface Clock {
  now(): number;
  /** Calls back once, later. Returns how to call it off. */
  after(ms: number, then: () => void): () => void;
}

/** Looks the functions up at every call: a test may have put its own in their place. */
export const wallClock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
