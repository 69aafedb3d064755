// The names of things in tribes, in the language of the page.
import { t, tn } from '../../lib/i18n.svelte';
import type { Action, Land, Resource, Track, View } from './view';

/** Marks a sentence that is said later. */
const tt = (english: string) => english;

const RESOURCE_NAMES: Record<Resource, string> = {
  G: tt('Goat'),
  H: tt('Horse'),
  W: tt('Wheat'),
  O: tt('Gold'),
  I: tt('Incense'),
};

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

export function resourceName(resource: Resource): string {
  return t(RESOURCE_NAMES[resource]);
}

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

/** "d4, Goat, exhausted, 2 members" */
export function landName(land: Land): string {
  const parts = [land.name, resourceName(land.resource)];
  if (land.spent) parts.push(t('exhausted'));
  if (land.members) parts.push(members(land.members));
  return parts.join(', ');
}

/** One line under the land: what is being done. */
export function doingWords(view: View): string {
  const event = view.tile?.event?.name ?? '';
  const left = view.left;
  switch (view.phase) {
    case 'FOUND':
      return t('Look which land the achievements of epoch 1 ask for.');
    case 'BIRTH':
      return tn(
        'One new member: touch land where members live.',
        '{0} new members: touch land where members live.',
        left,
      );
    case 'LIFT':
      return t('All members are on the land. You may send one to another place.');
    case 'DROP':
      return t('Where does the member go? Any land where members live.');
    case 'LAY':
      return tn('Lay this land beside yours.', 'Lay all {0}, in any order, beside your land.', left);
    case 'RENEW':
      return event
        ? t('{0}: you may make an exhausted empty land fresh again.', { 0: event })
        : t('There is no new land to draw: you may make an exhausted empty land fresh again.');
    case 'STEP':
      return tn(
        'One step: touch a member, then a neighbouring land.',
        '{0} steps left: touch a member, then a neighbouring land.',
        left,
      );
    case 'WILD':
      return t('Some of the needed land is missing: another inhabited land is used up instead.');
    case 'LOSE':
      return t('{0}: choose where a member is lost.', { 0: event });
    case 'WITHER':
      return t('{0}: choose an empty land that is exhausted.', { 0: event });
    case 'PICK':
      return t('{0}: choose one.', { 0: event });
    case 'ARRANGE':
      return t('How shall your three lands lie?');
    default:
      return '';
  }
}
