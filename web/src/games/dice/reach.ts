// What is shown of a unit that is picked or looked at: where it goes, whom it takes or joins, and where it would stand.
import type { Pick } from '../board';
import { words, type DiceStep, type DiceUnit } from './view';

export type Units = ReadonlyMap<string, DiceUnit>;

export interface Reach {
  square: string;
  /** It may be moved now; otherwise this is only what it could. */
  can: boolean;
  go: string[];
  take: string[];
  join: string[];
}

/** What was picked: the unit, where it goes, whom it is exchanged for. */
export function pickedOf(pick: Pick) {
  const [from, to, victim] = pick.picked;
  return {
    from: from ?? null,
    to: to && to !== 'rotate' ? to : null,
    victim: victim && victim !== 'keep' ? victim : null,
  };
}

export function reachOf(square: string, unit: DiceUnit, units: Units, step: DiceStep, pick: Pick): Reach {
  const targets = new Set<string>();
  for (const move of step.moves)
    if (move.touch[0] === square && move.touch[1] && move.touch[1] !== 'rotate') targets.add(move.touch[1]);
  const can = targets.size > 0 || pick.picked.length > 0 || pick.can.has(square);
  if (!can) [...words(unit.reach), ...words(unit.takes)].forEach((one) => targets.add(one));
  const reach: Reach = { square, can, go: [], take: [], join: [] };
  for (const target of targets) {
    const there = units.get(target);
    (!there ? reach.go : there.owner === unit.owner ? reach.join : reach.take).push(target);
  }
  return reach;
}

/** The picked unit where it would stand: under the pointer, or where it was put. */
export function ghostOf(units: Units, pick: Pick): { square: string; unit: DiceUnit } | null {
  const { from, to } = pickedOf(pick);
  const over =
    to ?? (from && pick.hovered && pick.can.has(pick.hovered) && pick.hovered !== 'rotate' ? pick.hovered : null);
  const unit = from ? units.get(from) : undefined;
  if (!unit || !over || !/^[a-j]\d/.test(over) || over === from) return null;
  const there = units.get(over);
  if (there && there.owner === unit.owner) return null;
  return { square: over, unit: { ...unit, value: there ? unit.grown : unit.value } };
}
