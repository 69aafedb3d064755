// The names of things in tribes, in the language of the page.
import { t, tn } from '../../lib/i18n.svelte';
import type { Action, Land, Resource, Track } from './view';

/** Marks a sentence that is said later. */
const tt = (english: string) => english;

export const RESOURCE_MARKS: Record<Resource, string> = { G: 'goat', H: 'horse', W: 'wheat', O: 'gold', I: 'incense' };

const ACTION_NAMES: Record<Action, string> = { procreate: tt('Procreate'), explore: tt('Explore'), move: tt('Move') };

const TRACK_NAMES: Record<Track, string> = {
  procreation: tt('Procreation'),
  exploration: tt('Exploration'),
  movement: tt('Movement'),
  strength: tt('Strength'),
};

export const TRACK_MARKS: Record<Track, string> = {
  procreation: 'procreate',
  exploration: 'explore',
  movement: 'move',
  strength: 'strength',
};

export const ACTION_TRACK: Record<Action, Track> = {
  procreate: 'procreation',
  explore: 'exploration',
  move: 'movement',
};

export function actionName(action: Action): string {
  return t(ACTION_NAMES[action]);
}

export function trackName(track: Track): string {
  return t(TRACK_NAMES[track]);
}

/** "+2 members", "2 land tiles", "3 steps" */
export function yields(action: Action, n: number): string {
  if (action === 'procreate') return tn('+{0} member', '+{0} members', n);
  if (action === 'explore') return tn('{0} land tile', '{0} land tiles', n);
  return tn('{0} step', '{0} steps', n);
}

export function shells(n: number): string {
  return tn('{0} shell', '{0} shells', n);
}

export function members(n: number): string {
  return tn('{0} member', '{0} members', n);
}

/** "d4 (Goat), exhausted, 2 members"; instead of its name the land may be called by what a touch does there. */
export function landName(land: Land, called = `${land.name} (${land.kind})`): string {
  const parts = [called];
  if (land.spent) parts.push(t('exhausted'));
  if (land.members) parts.push(members(land.members));
  return parts.join(', ');
}
