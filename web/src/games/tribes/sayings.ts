// What touching a thing means now, in the words of the move that it ends.
import type { Move } from '../../lib/wire';
import type { Pick } from '../board';

/** id -> words, of what is left to touch; a thing that several moves go on from says nothing. */
export function sayings(pick: Pick, moves: readonly Move[], kind: string | null): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  const tell = (move: Move, depth: number) => {
    const id = move.touch[depth];
    if (id !== undefined && move.touch.length === depth + 1 && move.words) said.set(id, move.words);
  };
  for (const move of pick.over) tell(move, pick.picked.length);
  // A land about to be laid is taken up by itself: its places speak before it is touched.
  for (const move of moves) if (kind && move.touch[0] === `land:${kind}`) tell(move, 1);
  return said;
}
