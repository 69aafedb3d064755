// Bone, slate, skin and reed: every sound of the page, synthesised. Each voice is a few nodes that end by themselves.

/** What an event of a game may sound like: set, laid, taken, thrown by chance, turned over. */
export type GameSound = 'bone' | 'slate' | 'skin' | 'rattle' | 'turn';
export type Sound = GameSound | 'two bones' | 'dull bone' | 'heart' | 'two hearts' | 'strip' | 'won' | 'lost' | 'draw';

/** Where a voice sings: the context, what it goes into, and when it begins. */
interface Place {
  context: BaseAudioContext;
  out: AudioNode;
  at: number;
}

/** Loud at once, then fading to nothing. */
function fading({ context, out, at }: Place, loud: number, seconds: number, rise = 0.002): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out);
  return gain;
}

function tone(
  place: Place,
  type: OscillatorType,
  from: number,
  to: number,
  loud: number,
  seconds: number,
  rise?: number,
) {
  const oscillator = place.context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, place.at);
  oscillator.frequency.exponentialRampToValueAtTime(to, place.at + seconds);
  oscillator.connect(fading(place, loud, seconds, rise));
  oscillator.start(place.at);
  oscillator.stop(place.at + seconds + 0.02);
}

/** Noise within a band. */
function noise(place: Place, hertz: number, width: number, loud: number, seconds: number, rise?: number) {
  const { context, at } = place;
  const length = Math.max(1, Math.ceil(context.sampleRate * seconds));
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 22222;
  for (let i = 0; i < length; i++) {
    seed = (seed * 16807) % 2147483647;
    samples[i] = seed / 1073741823.5 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = hertz;
  band.Q.value = hertz / width;
  source.connect(band);
  band.connect(fading(place, loud, seconds, rise));
  source.start(at);
}

const later = (place: Place, seconds: number): Place => ({ ...place, at: place.at + seconds });

function click(place: Place, hertz: number, loud: number, seconds: number) {
  tone(place, 'triangle', hertz, hertz * 0.8, loud, seconds);
  noise(place, hertz, hertz * 0.4, loud * 0.8, seconds * 0.6);
}

function drum(place: Place, loud: number, from = 90, to = 60) {
  tone(place, 'sine', from, to, loud, 0.22);
  noise(place, 180, 200, loud * 0.25, 0.05);
}

/** A reed flute: a soft tone with breath in it. */
function reed(place: Place, hertz: number, seconds: number) {
  tone(place, 'sine', hertz, hertz, 0.4, seconds, 0.05);
  tone(place, 'triangle', hertz * 2, hertz * 2, 0.06, seconds, 0.06);
  noise(place, hertz * 2, hertz, 0.05, seconds, 0.08);
}

const NOTES = { low: 392, middle: 440, high: 523.25, highest: 659.25 };

/** How each sounds, and how long (seconds). */
export const VOICES: Record<Sound, { seconds: number; sing(place: Place): void }> = {
  bone: { seconds: 0.05, sing: (place) => click(place, 2200, 0.5, 0.04) },
  slate: {
    seconds: 0.3,
    sing(place) {
      noise(place, 1000, 900, 0.5, 0.12);
      drum(later(place, 0.1), 0.3, 120, 80);
    },
  },
  skin: { seconds: 0.24, sing: (place) => drum(place, 0.8) },
  // Knucklebones in a hand, then on the ground.
  rattle: {
    seconds: 0.36,
    sing(place) {
      [0, 0.05, 0.09, 0.15, 0.24].forEach((at, i) => click(later(place, at), 1700 - 140 * i, 0.2 + 0.06 * i, 0.05));
    },
  },
  turn: {
    seconds: 0.2,
    sing(place) {
      noise(place, 1800, 1400, 0.22, 0.09, 0.04);
      click(later(place, 0.1), 1300, 0.3, 0.05);
    },
  },
  'two bones': {
    seconds: 0.2,
    sing(place) {
      click(place, 1100, 0.5, 0.06);
      click(later(place, 0.09), 1500, 0.5, 0.06);
    },
  },
  'dull bone': { seconds: 0.12, sing: (place) => click(place, 400, 0.5, 0.09) },
  heart: { seconds: 0.24, sing: (place) => drum(place, 0.4) },
  'two hearts': {
    seconds: 0.5,
    sing(place) {
      drum(place, 0.4);
      drum(later(place, 0.22), 0.4);
    },
  },
  strip: { seconds: 0.4, sing: (place) => reed(place, NOTES.low / 2, 0.38) },
  won: {
    seconds: 1.4,
    sing(place) {
      reed(place, NOTES.middle, 0.4);
      reed(later(place, 0.32), NOTES.high, 0.4);
      reed(later(place, 0.64), NOTES.highest, 0.75);
    },
  },
  lost: {
    seconds: 1.2,
    sing(place) {
      reed(place, NOTES.high, 0.5);
      reed(later(place, 0.42), NOTES.low, 0.75);
    },
  },
  draw: { seconds: 1.0, sing: (place) => reed(place, NOTES.middle, 0.95) },
};
