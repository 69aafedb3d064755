// The page makes a sound: asleep until the first touch, one at a time (the newer wins), never in a hidden tab but for
// the call that it is one's turn, and never when it is off.
import { prefs } from '../prefs.svelte';
import { VOICES, type Sound } from './voices';

export type Loudness = 'off' | 'soft' | 'full';
export const LOUDNESS: readonly Loudness[] = ['off', 'soft', 'full'];
const GAIN: Record<Loudness, number> = { off: 0, soft: 0.25, full: 0.7 };

/** Who hears what is played: the loudspeakers, or a test. */
export interface Ears {
  wake(): void;
  play(sound: Sound, gain: number): void;
}

let isAwake = false;
let ears: Ears | null = null;

/** The browser's loudspeakers; null where there are none. */
function speakers(): Ears | null {
  if (typeof AudioContext === 'undefined') return null;
  const context = new AudioContext();
  let last: GainNode | null = null;
  return {
    wake: () => void context.resume().catch(() => {}),
    play(sound, gain) {
      last?.disconnect(); // the newer one wins
      last = context.createGain();
      last.gain.value = gain;
      last.connect(context.destination);
      VOICES[sound].sing({ context, out: last, at: context.currentTime + 0.005 });
    },
  };
}

/** Somebody has touched the page: from here on it may be heard. */
function wake(): void {
  isAwake = true;
  ears ??= speakers();
  ears?.wake();
}

/** Listens for the first touch. Returns how to stop. */
export function sleepUntilTouched(): () => void {
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) window.addEventListener(event, wake, { capture: true, once: true });
  return () => {
    for (const event of events) window.removeEventListener(event, wake, { capture: true });
  };
}

export function makeSound(sound: Sound): void {
  if (!isAwake || prefs.sound === 'off') return;
  if (document.hidden && sound !== 'two bones') return;
  // Whoever counts listens for it: a test hears nothing else.
  window.dispatchEvent(new CustomEvent('ochre:sound', { detail: sound }));
  ears?.play(sound, GAIN[prefs.sound]);
}

/** For tests: other ears, and asleep again. */
export function useEars(other: Ears | null): void {
  ears = other;
  isAwake = false;
}
