// Which stone is which from step to step, so that stones slide instead of jumping; and which were lost on the way.
import { parseMove, unitOfByte, type DiceStep, type Looks } from './view';

export interface Stone extends Looks {
  square: string;
  /** The same from step to step. */
  id: number;
  /** By how much its value changed, and in which step. */
  grown?: { n: number; by: number };
}

export interface Lost extends Looks {
  id: number;
  /** The step it was lost in. */
  n: number;
}

export interface Followed {
  n: number;
  next: number;
  stones: Stone[];
  lost: Lost[];
  /** Is `lost` everything since the beginning? */
  whole: boolean;
}

export const nothing: Followed = { n: -1, next: 1, stones: [], lost: [], whole: false };

/** Ids of the stones by square after the moves that were told. */
function moved(before: Followed, step: DiceStep): Map<string, number> {
  const ids = new Map(before.stones.map((stone) => [stone.square, stone.id]));
  for (const told of step.story) {
    const said = told.step > before.n ? parseMove(told.move) : null;
    if (!said || said.kind === 'rotate') continue;
    const id = ids.get(said.from);
    ids.delete(said.from);
    // Of an alliance the stone that stays is the same as before; so the one that joins disappears in it.
    if (id !== undefined && said.kind === 'slide') ids.set(said.to, id);
  }
  return ids;
}

/** Units that events say have left the board. */
function losses(step: DiceStep, after: number): Omit<Lost, 'id'>[] {
  return step.story.flatMap((told) =>
    told.step <= after
      ? []
      : told.events.flatMap((event) => {
          if (event.kind === 'captured') return [{ ...unitOfByte(Number(event['prey'])), n: told.step }];
          if (event.kind === 'martyred') return [{ ...unitOfByte(Number(event['unit'])), n: told.step }];
          return [];
        }),
  );
}

function isSame(a: Stone, b: Stone): boolean {
  return (
    a.square === b.square &&
    a.owner === b.owner &&
    a.value === b.value &&
    a.diagonal === b.diagonal &&
    a.ally === b.ally
  );
}

/** The stones of a step, with the ids they had before. */
export function follow(before: Followed, step: DiceStep): Followed {
  const anew = step.step <= before.n || before.n < 0 || (step.story[0]?.step ?? step.step) > before.n + 1;
  const ids = anew ? new Map<string, number>() : moved(before, step);
  let next = before.next;
  const used = new Set<number>();
  const known = new Map(before.stones.map((stone) => [stone.id, stone]));
  const stones = step.view.units.map(({ square, owner, value, diagonal, ally }) => {
    let id = ids.get(square);
    if (id === undefined || used.has(id)) id = next++;
    used.add(id);
    const stone = { square, owner, value, diagonal, ally, id };
    // What did not change stays the same object: it is not drawn again.
    const old = known.get(id);
    if (!old) return stone;
    if (isSame(old, stone)) return old;
    return value === old.value ? stone : { ...stone, grown: { n: step.step, by: value - old.value } };
  });
  const told = step.since === 0 || step.undone === true || step.step === 0;
  const earlier = anew ? [] : before.lost;
  const lost = [...earlier, ...losses(step, anew ? 0 : before.n).map((one) => ({ ...one, id: next++ }))];
  return { n: step.step, next, stones, lost, whole: anew ? told : before.whole };
}
