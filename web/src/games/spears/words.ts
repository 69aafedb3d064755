// Names of things at the table, in the language of the page.
import { lang, t, tn } from '../../lib/i18n.svelte';
import type { SeatInfo } from '../../lib/seats';
import { nameIn } from './art';
import { tribeName } from './tribe';
import type { Enemy, Prey, Resource, Role, Table, Tribe, Unit, UnitType } from './view';

export function typeName(type: UnitType): string {
  switch (type) {
    case 'hunter':
      return t('Hunter');
    case 'gatherer':
      return t('Gatherer');
    case 'warrior':
      return t('Warrior');
    case 'healer':
      return t('Healer');
    default:
      return t('Ambusher');
  }
}

export function roleName(role: Role): string {
  switch (role) {
    case 'chief':
      return t('Chief');
    case 'shaman':
      return t('Shaman');
    case 'seer':
      return t('Seer');
    default:
      return t('Flutist');
  }
}

export function roleWords(role: Role): string {
  switch (role) {
    case 'chief':
      return t('acts twice each turn');
    case 'shaman':
      return t('may oblige a tribe to support');
    case 'seer':
      return t('bans one tribe from fights');
    default:
      return t('drives one prey away');
  }
}

export function resourceName(resource: Resource): string {
  switch (resource) {
    case 'meat':
      return t('Meat');
    case 'bone':
      return t('Bone');
    default:
      return t('Trophy');
  }
}

export function teamName(team: string): string {
  switch (team) {
    case 'Survivor':
      return t('Survivor');
    case 'Amasser':
      return t('Amasser');
    case 'Dominator':
      return t('Dominator');
    default:
      return team;
  }
}

/** What a team wants, in a few words. */
export function teamWords(team: string, needs: Table['limits']['needs']): string {
  const [of, first, second] = needs[team] ?? ['any', 0];
  const fill = { 0: first ?? 0, 1: second ?? 0 };
  switch (team) {
    case 'Survivor':
      return second
        ? t('wins with the other Survivor: {0} and {1} of your goals each', fill)
        : t('wins with the other Survivor: {0} of your goal each', fill);
    case 'Amasser':
      return t('wins alone with {0} of anything', fill);
    case 'Dominator':
      return of === 'any'
        ? t('wins alone with {0} of anything, if the Survivors fail', fill)
        : t('wins alone with {0} of the goal, if the Survivors fail', fill);
    default:
      return '';
  }
}

export function preyName(prey: Prey): string {
  return nameIn(prey.names, lang(), prey.id);
}

export function enemyName(enemy: Enemy): string {
  return nameIn(enemy.names, lang(), enemy.id);
}

export function unitName(unit: Unit): string {
  return nameIn(unit.names, lang(), typeName(unit.type));
}

/** A unit for somebody who does not see it. */
export function unitWords(unit: Unit): string {
  const fill = { 0: unitName(unit), 1: unit.power, 2: unit.level };
  if (unit.state === 'deck') return t('{0}, power {1}, level {2}, in reserve', fill);
  if (unit.sent) return t('{0}, power {1}, level {2}, takes part', fill);
  return unit.state === 'turned'
    ? t('{0}, power {1}, level {2}, resting', fill)
    : t('{0}, power {1}, level {2}, ready', fill);
}

export function preyWords(prey: Prey): string {
  const parts = [
    prey.time === 'day'
      ? t('{0}, by day, power {1}, level {2}', { 0: preyName(prey), 1: prey.power, 2: prey.level })
      : t('{0}, at night, power {1}, level {2}', { 0: preyName(prey), 1: prey.power, 2: prey.level }),
    t('{0} meat, {1} bone, {2} trophy', { 0: prey.meat, 1: prey.bone, 2: prey.trophy }),
    tn('{0} berry each turn', '{0} berries each turn', prey.berry),
  ];
  if (prey.vigor) parts.push(t('may give one vigor'));
  return parts.join('; ');
}

/** "You", or the name of who sits there. */
export function personName(tribe: Tribe, seats: SeatInfo[], me: string | null): string {
  if (tribe.seat === me) return t('You');
  return seats.find((seat) => seat.seat === tribe.seat)?.name || tribeName(tribe.key);
}
