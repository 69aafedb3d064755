// What squares and units are called.
import { t } from '../../lib/i18n.svelte';
import type { Pick } from '../board';
import { pickedOf, type Units } from './reach';
import type { Colour, DiceUnit } from './view';

export const colourName: Record<Colour, () => string> = {
  w: () => t('White'),
  b: () => t('Black'),
  r: () => t('Red'),
  g: () => t('Green'),
};

function unitName(unit: DiceUnit): string {
  const fill = { 0: colourName[unit.owner](), 1: unit.value };
  if (unit.ally)
    return unit.diagonal ? t('{0}, alliance of {1}, diagonal', fill) : t('{0}, alliance of {1}, straight', fill);
  return unit.diagonal ? t('{0} {1}, diagonal', fill) : t('{0} {1}, straight', fill);
}

/** A square: what stands there, and what touching it would do. */
export function squareWords(square: string, units: Units, pick: Pick): string {
  const { from, to } = pickedOf(pick);
  const unit = units.get(square);
  const fill = { 0: square, 1: unit ? unitName(unit) : t('empty') };
  if (square === from) return t('{0}: {1}; picked', fill);
  if (!pick.can.has(square)) return t('{0}: {1}', fill);
  if (!from) return t('{0}: {1}; can be picked', fill);
  if (to) return t('{0}: {1}; can be asked in exchange', fill);
  if (!unit) return t('{0}: {1}; can go there', fill);
  return unit.owner === units.get(from)?.owner ? t('{0}: {1}; can join', fill) : t('{0}: {1}; can be taken', fill);
}
