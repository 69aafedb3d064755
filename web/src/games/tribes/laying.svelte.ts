// Land about to be laid, and what touching a land means: a kind is taken up at once, another one can be touched.
import type { Step } from '../../lib/wire';
import type { Pick } from '../board';
import { RESOURCES, type Phase, type RawView, type Resource, type Seat, type View } from './view';

/** What is on the table now. */
interface Now {
  step: Step<RawView>;
  view: View;
  pick: Pick;
  /** Whose land is large. */
  seat: Seat;
  isMine: boolean;
  asked: boolean;
  why: (move: string) => void;
}

interface Touched {
  phase: Phase;
  /** The land about to be laid. */
  kind: Resource | null;
  picked: readonly string[];
  seat: Seat;
}

/** The move that touching this land would mean, to hear why it is not possible. */
function notation(name: string, { phase, kind, picked, seat }: Touched): string | null {
  switch (phase) {
    case 'FOUND':
    case 'BIRTH':
    case 'DROP':
      return `+${name}`;
    case 'LOSE':
    case 'LIFT':
      return `-${name}`;
    case 'WITHER':
    case 'WILD':
      return `x${name}`;
    case 'RENEW':
      return `r${name}`;
    case 'LAY':
      return kind ? `${kind}@${name}` : null;
    case 'STEP': {
      const from = picked.find((id) => id.startsWith('cell:'))?.slice(6);
      const next = seat.land.find((land) => land.name !== name);
      return from ? `${from}-${name}` : next ? `${name}-${next.name}` : null;
    }
    default:
      return null;
  }
}

export class Laying {
  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  readonly #isOn = $derived.by(() => {
    const { step, view, isMine } = this.#now();
    return step.ask > 0 && view.phase === 'LAY' && isMine;
  });
  readonly kinds = $derived.by((): Resource[] =>
    this.#isOn ? RESOURCES.filter((kind) => this.#now().view.hand[kind] > 0) : [],
  );
  readonly kind = $derived.by((): Resource | null => {
    if (!this.#isOn) return null;
    const picked = this.#now().pick.picked.find((id) => id.startsWith('land:'));
    return picked ? (picked.slice(5) as Resource) : (this.kinds[0] ?? null);
  });
  /** Where it may lie; otherwise what the picker offers. */
  readonly cells = $derived.by((): ReadonlySet<string> => {
    const { step, pick } = this.#now();
    if (!this.#isOn) return pick.can;
    return new Set(step.moves.filter((move) => move.touch[0] === `land:${this.kind}`).map((move) => move.touch[1]!));
  });

  touchCell = (name: string): void => {
    const { step, view, pick, seat, isMine, asked, why } = this.#now();
    const id = `cell:${seat.letter}${name}`;
    if (!isMine || !asked) return;
    const leads = pick.can.has(id) || pick.picked.includes(id);
    if (this.#isOn && this.cells.has(id) && !leads) {
      if (!pick.picked.includes(`land:${this.kind}`)) pick.touch(`land:${this.kind}`);
      pick.touch(id);
    } else if (leads || step.moves.some((move) => move.touch[0] === id)) {
      pick.touch(id);
    } else {
      const asking = notation(name, { phase: view.phase, kind: this.kind, picked: pick.picked, seat });
      if (asking) why(asking);
    }
  };
}
