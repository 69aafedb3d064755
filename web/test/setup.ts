import { keep } from '../src/lib/prefs.svelte';

// jsdom lacks a few things that every browser has.
if (!window.matchMedia)
  window.matchMedia = (query: string) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
window.scrollTo = () => {};
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Motion is over at once.
Element.prototype.animate ??= () => {
  const animation = {
    currentTime: 0,
    playState: 'finished',
    onfinish: null as (() => void) | null,
    cancel() {},
    finished: Promise.resolve(),
  };
  queueMicrotask(() => animation.onfinish?.());
  return animation as unknown as Animation;
};
// What happens is shown at once, unless a test is about the showing.
keep({ pace: 'once' });
window.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS;
