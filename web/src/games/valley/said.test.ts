import { describe, expect, it } from 'vitest';
import { instead, recordingsOf } from '../../../test/board';
import { Picker } from '../../lib/picker.svelte';
import type { Step } from '../../lib/wire';
import { guide } from './guide';
import { readView, type RawView } from './view';
import { bonusText, bonusTitle } from './words';

const all = recordingsOf('valley').flatMap(({ steps, me }) =>
  steps.map((step) => ({ step: step as Step<RawView>, me })),
);
const asked = all.filter(({ step }) => step.ask > 0);

describe('what is said is what the table plays', () => {
  const { step, me } = asked[0]!;
  const view = (more: Partial<RawView>) => readView({ ...step.view, ...more });

  it('a Hunt turns steaks into food, and the help says how many give what', () => {
    const table = step.view.steak_food;
    for (const convert of ['all', 'any'] as const) {
      const text = bonusText('H', view({ convert }));
      expect(text).toContain(`${table.at(-1)} for ${table.length} or more`);
      table.slice(0, -1).forEach((food, i) => expect(text).toContain(`${food} for ${i + 1}`));
      expect(text.includes('turn all of them')).toBe(convert === 'all');
    }
  });

  it('Camp gives what the pack says, and tiles may touch an abandoned tribe where that was agreed', () => {
    expect(bonusTitle('C', view({ camp_shelter: 5 }))).toBe('Camp: 5 shelter');
    const anew = instead(step, { phase: 'MAIN' }, [['new:RC1@h4k5', 'tile:RC1', 'p1.h4', 'p1.k5']]);
    const said = (abandoned: RawView['abandoned']) =>
      guide.decision!({ ...anew, view: { ...anew.view, abandoned } }, me, new Picker()).help;
    expect(said('forbidden')).toContain('nothing may touch them');
    expect(said('ignored')).not.toContain('touch');
  });

  it('every move comes in words for people', () => {
    for (const { step } of all)
      for (const move of step.moves) {
        expect(move.words).toMatch(/^[A-Z].*[^.]$/);
        expect(move.words, move.m).not.toMatch(/\b([A-Z]{2}\d|k[1-6]|w[12]|FP|SP|p[1-4])\b/);
      }
  });

  it('no sentence of the story has a code in it', () => {
    for (const { step } of all)
      for (const sentence of step.story.flatMap((told) => told.sentences))
        expect(sentence).not.toMatch(/\b([A-Z]{2}\d|k[1-6]|w[12]|FP|SP|p[1-4])\b/);
  });
});
