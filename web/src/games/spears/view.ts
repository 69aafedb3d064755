// What the server tells of a table of spears is compact ("h1 (h2) g1"); here it becomes things a page can draw.
// Nothing in here knows a rule: sums, answers and what may be given are told by the server.
import type { SeatCode } from '../../lib/wire';
import type {
  Action,
  Contest,
  Enemy,
  EnemyCard,
  Prey,
  Reaction,
  Resource,
  Role,
  SpearsView,
  Table,
  Tribe,
  Unit,
  UnitType,
} from './types';

export * from './types';

const TYPES: Record<string, UnitType> = { h: 'hunter', g: 'gatherer', w: 'warrior', m: 'healer', a: 'ambusher' };

/** "-" is nothing. */
export function list(text: string): string[] {
  return text === '-' || text === '' ? [] : text.split(' ');
}

export function key(text: string | undefined): string | null {
  return text === undefined || text === '-' ? null : text;
}

export function values(text: string): number[] {
  return list(text).map(Number);
}

/** "h1 (h2)" as codes, upright and turned. */
export function parseUnits(text: string): { active: Set<string>; turned: Set<string> } {
  const active = new Set<string>();
  const turned = new Set<string>();
  for (const word of list(text)) {
    if (word.startsWith('(')) turned.add(word.slice(1, -1));
    else active.add(word);
  }
  return { active, turned };
}

/** "m1 b0 t2" */
export function parseTotal(text: string): Record<Resource, number> {
  const total = { meat: 0, bone: 0, trophy: 0 };
  const letters: Record<string, Resource> = { m: 'meat', b: 'bone', t: 'trophy' };
  for (const word of list(text)) {
    const resource = letters[word[0]!];
    if (resource) total[resource] = Number(word.slice(1));
  }
  return total;
}

function parseReaction(text: string | undefined): Reaction {
  if (!text || text === '-') return { kind: 'none' };
  if (text.startsWith('support ')) return { kind: 'support', whom: text.slice(8) };
  return { kind: text === 'block' ? 'block' : 'pass' };
}

function preyOf(view: SpearsView, id: string): Prey {
  const card = view.cards.prey[Number(id.slice(1)) - 1];
  const [time, power, level, meat, bone, trophy, berry, vigor, names] = card ?? ['day', 0, 0, 0, 0, 0, 0, 0];
  return {
    id,
    time,
    power,
    level,
    meat,
    bone,
    trophy,
    berry,
    vigor: vigor > 0,
    names: names ?? null,
    touch: `prey:${id}`,
  };
}

function enemyOf(card: EnemyCard, index: number): Enemy {
  return { id: `e${index + 1}`, power: card[0], level: card[1], names: card[2] ?? null };
}

function unitsOf(view: SpearsView, owner: string): Unit[] {
  const { active, turned } = parseUnits(view.units[owner] ?? '-');
  const sent = new Set(list(view.sent[owner] ?? '-'));
  const pays = view.sacrifice?.payer === owner ? view.sacrifice : null;
  const given = new Set(pays ? list(pays.chosen) : []);
  return (view.cards.units[owner] ?? []).map(([code, cost, power, level, berry, names]) => ({
    code,
    type: TYPES[code[0]!] ?? 'hunter',
    cost,
    power,
    level,
    berry,
    names: names ?? null,
    state: active.has(code) ? 'active' : turned.has(code) ? 'turned' : 'deck',
    sent: sent.has(code),
    given: given.has(code),
    healed: pays?.healed[code] ?? 0,
    touch: `unit:${owner}:${code}`,
    deckTouch: `deck:${owner}:${code}`,
  }));
}

function tribeOf(view: SpearsView, owner: string, place: number): Tribe {
  const token = list(view.order).indexOf(owner) + 1;
  const hand = list(view.hand[owner] ?? '-');
  const goals = list(view.goal[owner] ?? '-');
  const team = view.team[owner] ?? '-';
  const placed = view.placed[owner] ?? '-';
  return {
    key: owner,
    seat: `p${place + 1}`,
    place,
    token,
    role: key(view.limits.roles.split(' ')[token - 1]) as Role | null,
    berries: view.berries[owner] ?? 0,
    units: unitsOf(view, owner),
    pile: list(view.own[owner] ?? '-').map((id) => preyOf(view, id)),
    total: parseTotal(view.total[owner] ?? '-'),
    hand: hand.includes('?') ? null : hand.map(Number),
    handSize: hand.length,
    team: team === '?' || team === '-' ? null : team,
    goals: goals.includes('?') ? null : (goals as Resource[]),
    placed: placed !== '-',
    placedValue: placed === '-' || placed === '?' ? null : Number(placed),
    banned: view.banned === owner,
    obliged: view.obliged === owner,
    hasBlocked: list(view.blocked).includes(owner),
    reaction: parseReaction(view.action.reaction?.[owner]),
  };
}

function actionOf(view: SpearsView): Action | null {
  const { action } = view;
  if (action.kind === 'none') return null;
  return {
    kind: action.kind,
    prey: action.prey ? preyOf(view, action.prey) : null,
    active: action.active ?? '-',
    against: key(action.against),
    supporter: key(action.supporter),
    supporterAgainst: key(action.supporter_against),
    hunter: key(action.hunter),
    taken: action.taken ?? false,
    picked: key(action.picked),
  };
}

function contestOf(view: SpearsView, enemies: Enemy[]): Contest | null {
  const { contest } = view;
  if (!contest) return null;
  const met = contest.sides[1].enemy;
  return {
    ...contest,
    prey: contest.prey ? preyOf(view, contest.prey) : null,
    enemy: enemies.find((enemy) => enemy.id === met) ?? null,
  };
}

/** The whole view, read. */
export function readTable(view: SpearsView): Table {
  const keys = list(view.seats);
  const enemies = view.cards.enemies.map(enemyOf);
  return {
    phase: view.phase,
    turn: view.turn_number,
    vigor: view.vigor,
    time: view.time,
    step: view.step,
    second: view.second,
    tribes: keys.map((owner, place) => tribeOf(view, owner, place)),
    order: list(view.order).filter((owner) => keys.includes(owner)),
    row: view.row.split(' ').map((id) => (id === '-' ? null : preyOf(view, id))),
    unseen: list(view.unseen).map((id) => preyOf(view, id)),
    queue: list(view.queue).map((id) => preyOf(view, id)),
    enemy: enemies.find((enemy) => enemy.id === view.enemy) ?? null,
    enemies,
    rounds: view.rounds.map(({ reveal, ...known }) => ({
      reveal: values(reveal ?? '-'),
      known: Object.fromEntries(Object.entries(known).map(([owner, value]) => [owner, Number(value)])),
    })),
    action: actionOf(view),
    contest: contestOf(view, enemies),
    limits: view.limits,
    sacrifice: view.sacrifice
      ? {
          payer: view.sacrifice.payer,
          level: view.sacrifice.level,
          from: list(view.sacrifice.from),
          chosen: list(view.sacrifice.chosen),
          healer: key(view.sacrifice.healer),
        }
      : null,
    values: view.cards.values,
    over: view.over,
    winners:
      view.winners === null || view.winners === undefined ? null : view.winners === 'none' ? [] : list(view.winners),
  };
}

/** Tribes as they sit around somebody at the bottom: clockwise, beginning on the left. */
export function around(table: Table, me: SeatCode | null): { own: Tribe | null; others: Tribe[] } {
  const at = table.tribes.findIndex((tribe) => tribe.seat === me);
  if (at < 0) return { own: null, others: table.tribes };
  return { own: table.tribes[at]!, others: [...table.tribes.slice(at + 1), ...table.tribes.slice(0, at)] };
}

/** "+1", "0", "−1", with a real minus. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}
