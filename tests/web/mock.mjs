// A server made of recordings: enough to look at every page without a running `ochre serve`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const TABLE = 'k5wq3tgmd7ra';
export const KEY = 'abcdefghijklmnopqrstuvwx23';

export function recording(name) {
  const [table, ...steps] = readFileSync(join(root, 'web/fixtures', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const { printed } = steps[0];
  return { table, steps: steps.map((step) => ({ ...step, view: { ...printed, ...step.view } })) };
}

const NAMES = { dice: 'Sapiens: dice', valley: 'Sapiens: valley', tribes: 'Tribes', spears: 'Spears and Bones' };

export function tableMessage(name, extra = {}) {
  const { table } = recording(name);
  return {
    t: 'table',
    table: TABLE,
    game: table.game,
    name: NAMES[table.game],
    status: 'running',
    options: {},
    pack: 'default',
    public: true,
    watch: 'public',
    takeback: 'allow',
    clock: { kind: 'none' },
    steps: 10,
    made: 1731715200,
    me: table.me,
    opener: true,
    watchers: 2,
    thinking: [],
    seats: table.seats,
    fair: {
      commitment: 'cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6',
      pledges: {},
      shares: {},
      withheld: [],
      version: 2,
    },
    ...extra,
  };
}

/** A table whose steps are told one by one: returns what tells the next one; `heard` gets what the page says. */
export async function live(page, file, extra = {}, heard = () => {}) {
  let tell;
  let sit;
  const sat = new Promise((resolve) => (sit = resolve));
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      heard(message);
      if (message.t === 'hello') say({ t: 'hello', server: 'test', wire: 5, boot: 'a' });
      if (message.t === 'ping') say({ t: 'pong' });
      if (message.t !== 'sit') return;
      say({ ...tableMessage(file, extra), table: message.table });
      // Whoever comes back is told on the new line.
      tell = (step) => say({ ...step, table: message.table });
      sit();
    });
  });
  return async (step) => {
    await sat;
    tell(step);
  };
}

/** Routes API and WebSocket of a Playwright page to recordings. `at`: which step, or the last one of a `phase` in which
 * the seat is asked; `extra`: changes of the table message. */
export async function mock(page, { file = 'dice', at = 0, phase, extra = {}, tables = [], chats = [] } = {}) {
  const { steps } = recording(file);
  await page.route('**/api/**', async (route) => {
    const url = new URL(route.request().url());
    const json = (body) => route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
    if (url.pathname === '/api/tables')
      return json(
        route.request().method() === 'POST'
          ? { table: TABLE, seats: [{ seat: 'p1', key: KEY, link: `/t/${TABLE}#${KEY}` }] }
          : { tables },
      );
    if (url.pathname.startsWith('/api/rules/')) {
      const game = url.pathname.split('/').at(-1);
      const lang = url.searchParams.get('lang') === 'fr' ? '.fr' : '';
      return json({ game, lang: 'en', text: readFileSync(join(root, `docs/rules/${game}${lang}.md`), 'utf8') });
    }
    if (url.pathname === '/api/games')
      return json({
        games: Object.keys(NAMES).map((id) => ({
          id,
          name: NAMES[id],
          designer: '',
          about: '',
          rules: 1,
          seats: id === 'dice' ? [2, 4] : id === 'spears' ? [3, 4] : [2, 3, 4],
          seats_usual: id === 'spears' ? 4 : 2,
          options: [
            {
              name: 'mode',
              about: 'two players, four in two teams, or four alone',
              default: '2',
              choices: ['2', '4t', '4i'],
            },
            { name: 'size', about: 'squares along an edge of the board', default: '8', min: 6, max: 10 },
            { name: 'ally', about: 'units may form alliances', default: 'on', choices: ['on', 'off'] },
          ],
          packs: [{ id: 'default', hash: '0' }],
          bots: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ name: `level:${n}`, about: '' })),
        })),
      });
    return route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: '{"error":{"code":"none","why":"no such thing"}}',
    });
  });
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.t === 'hello') say({ t: 'hello', server: 'test', wire: 2, boot: 'a' });
      if (message.t === 'ping') say({ t: 'pong' });
      if (message.t === 'sit') {
        say({ ...tableMessage(file, extra), table: message.table });
        for (const chat of chats) say({ t: 'chat', table: message.table, at: 1731715200, ...chat });
        const index = phase
          ? steps.findLastIndex((step) => step.view.phase === phase && step.ask > 0)
          : at < 0
            ? steps.length + at
            : at;
        const story = steps.slice(0, index + 1).flatMap((step) => step.story);
        if (extra.status !== 'waiting') say({ ...steps[index], table: message.table, from: 0, story });
      }
    });
  });
}
