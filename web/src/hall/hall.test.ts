import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Hall } from './hall';
import { Keep, type Change } from './keep';
import { KEPT } from './module';
import type { ToThinker } from './thinker';
import type { ThinkerWorker } from './thinking';
import { compiled, HereThinker, makeTable, Page, playOn, startHall, type Said } from './testing';

let factory: IDBFactory;
let halls: Hall[];

beforeEach(() => {
  factory = new IDBFactory();
  halls = [];
});

afterEach(() => halls.forEach((hall) => hall.end()));

async function open(keep?: Pick<Keep, 'all' | 'write'>): Promise<Page> {
  const page = new Page();
  halls.push(await startHall(keep ?? (await Keep.open(factory)), page));
  return page;
}

async function sit(page: Page, made: Said) {
  const line = page.open();
  return { line, step: await line.ask({ t: 'sit', table: made.table, key: made.key }) };
}

/** Everything as the last page left it, in a new one; the last is not asked: its tab was killed. */
async function reload(): Promise<Page> {
  return open();
}

describe('the hall on a page', () => {
  test('says hello and knows the games', async () => {
    const page = await open();
    const line = page.open();
    const hello = await line.ask({ t: 'hello', lang: 'en' });
    expect(hello.wire).toBe(5);
    const { status, said } = await page.request('GET', '/api/games');
    expect(status).toBe(200);
    expect(said.games.map((game: Said) => game.id)).toEqual(
      expect.arrayContaining(['dice', 'valley', 'tribes', 'spears']),
    );
    expect((await page.request('GET', '/nothing')).status).toBe(404);
  });

  test.each([
    ['dice', ['level:4']],
    ['valley', ['level:5']],
    ['tribes', ['level:3', 'greedy']],
    ['spears', ['greedy', 'level:2']],
  ])('plays %s to the end against %j', async (game, bots) => {
    const page = await open();
    const made = await makeTable(page, game, bots, game === 'dice' ? { options: { size: '6' } } : {});
    const { line, step } = await sit(page, made);
    const last = await playOn(line, step);
    expect(last.over.ranks.length).toBe(bots.length + 1);
    const log = await page.request('GET', `/api/tables/${made.table}/log`, undefined, made.key);
    expect(log.said.text).toMatch(/\nend /);
  });

  test('speaks both languages', async () => {
    const page = await open();
    const made = await makeTable(page, 'valley', ['level:1']);
    const line = page.open();
    line.say({ t: 'hello', lang: 'fr', words: true });
    const step = await line.ask({ t: 'sit', table: made.table, key: made.key });
    expect(JSON.stringify(step)).toMatch(/é|à|ê/);
  });

  test('does not hold a player back', async () => {
    const page = await open();
    const line = page.open();
    for (let n = 0; n < 500; n++) line.say({ t: 'ping' });
    expect((await line.ask({ t: 'ping' })).t).toBe('pong');
    for (let n = 0; n < 60; n++)
      await makeTable(page, 'pebble', ['random']).catch(() => makeTable(page, 'dice', ['random']));
    expect(page.heard.some((message) => message.t === 'closed')).toBe(false);
  });
});

describe('the thinking worker', () => {
  const sitAt = async (thinker: () => ThinkerWorker, bot: string) => {
    const page = new Page();
    const keep = await Keep.open(factory);
    const hall = await Hall.start({ compiled, keep, thinker, say: page.say });
    halls.push(hall);
    page.hear = (message) => hall.hear(message);
    const made = await makeTable(page, 'dice', [bot], { options: { size: '6', first: 'p1' } });
    return { made, ...(await sit(page, made)) };
  };

  test('is not missed when it fails', async () => {
    class Failing extends HereThinker {
      override postMessage(message: ToThinker): void {
        if (message.t === 'think') setTimeout(() => this.onerror?.({} as ErrorEvent));
      }
    }
    const { line, step } = await sitAt(() => new Failing(), 'level:4');
    expect((await playOn(line, step, 3)).step).toBeGreaterThanOrEqual(5);
  });

  test('is ended when its thought is no longer wanted, and another one thinks on', async () => {
    let isSilent = true;
    let ended = 0;
    class Slow extends HereThinker {
      override postMessage(message: ToThinker): void {
        if (message.t === 'begin' || !isSilent) super.postMessage(message);
      }
      override terminate(): void {
        ended++;
        super.terminate();
      }
    }
    const { made, line, step } = await sitAt(() => new Slow(), 'level:4');
    const mine = step.ask ? step : await line.wait((said) => said.t === 'step' && said.ask > 0);
    const moved = await line.ask({ t: 'move', table: made.table, ask: mine.ask, move: mine.moves[0].m });
    expect(moved.ask).toBe(0); // the computer thinks, and will not answer
    const back = await line.ask({ t: 'undo', table: made.table });
    expect(back).toMatchObject({ t: 'step', step: mine.step });
    expect(ended).toBe(1);
    isSilent = false;
    expect((await playOn(line, back, 3)).step).toBeGreaterThan(mine.step + 3);
  });
});

describe('what is kept', () => {
  test('a reload goes on where it was', async () => {
    const page = await open();
    const made = await makeTable(page, 'valley', ['level:2']);
    const first = await sit(page, made);
    const before = await playOn(first.line, first.step, 5);
    // Computers go on at once: what is the same is what I am asked next.
    const asked = async ({ line, step }: Awaited<ReturnType<typeof sit>>) =>
      step.ask ? step : await line.wait((said) => said.t === 'step' && said.ask > 0);
    const step = await asked(await sit(await reload(), made));
    expect(step.step).toBeGreaterThanOrEqual(before.step);
    const again = await sit(await reload(), made);
    const same = await asked(again);
    expect(same.view).toEqual(step.view);
    expect((await playOn(again.line, same)).over).not.toBeNull();
  });

  test('moves that were taken back stay taken back', async () => {
    const page = await open();
    const made = await makeTable(page, 'dice', ['random']);
    const { line, step } = await sit(page, made);
    const later = await playOn(line, step, 40);
    line.say({ t: 'undo', table: made.table });
    const back = await line.wait((said) => said.t === 'step' && said.undone);
    expect(back.step).toBeLessThan(later.step);
    const again = await sit(await reload(), made);
    expect(again.step.step).toBe(back.step);
    expect(again.step.ask).toBeGreaterThan(step.ask);
    await playOn(again.line, again.step, 10);
    expect((await sit(await reload(), made)).step.step).toBeGreaterThan(back.step);
  });

  test.each([false, true])(
    'nothing is told before it is kept, and nothing told is lost (written: %s)',
    async (isWritten) => {
      const keep = await Keep.open(factory);
      let isHeld = false;
      const write = async (changes: Change[]) => {
        if (!isHeld) return keep.write(changes);
        if (isWritten) await keep.write(changes);
        return new Promise<number>(() => {}); // killed in between
      };
      const page = await open({ all: () => keep.all(), write });
      const made = await makeTable(page, 'valley', ['level:1']);
      const { line, step } = await sit(page, made);
      const told = await playOn(line, step, 4);
      isHeld = true;
      const before = page.heard.length;
      line.say({ t: 'move', table: made.table, ask: told.ask, move: told.moves[0].m });
      await new Promise((done) => setTimeout(done, 300));
      expect(
        page.heard.slice(before).filter((message) => message.t === 'said' && message.text.includes('"t":"step"')),
      ).toEqual([]);
      const again = await sit(await reload(), made);
      if (isWritten) expect(again.step.step).toBeGreaterThan(told.step);
      else expect(again.step).toMatchObject({ step: told.step, ask: told.ask, moves: told.moves });
    },
  );

  test('a full storage is told, and the next move tried again works', async () => {
    const keep = await Keep.open(factory);
    let isFull = false;
    const write = (changes: Change[]) => (isFull ? Promise.resolve(KEPT.full) : keep.write(changes));
    const page = await open({ all: () => keep.all(), write });
    const made = await makeTable(page, 'valley', ['level:1'], { options: { first: '1' } });
    const { line, step } = await sit(page, made);
    isFull = true;
    const move = { t: 'move', table: made.table, ask: step.ask, move: step.moves[0].m };
    const no = await line.ask(move);
    expect(no).toMatchObject({ t: 'no', code: 'keep' });
    expect(no.why).toMatch(/storage/);
    expect(page.heard).toContainEqual(expect.objectContaining({ t: 'trouble', kind: 'quota' }));
    isFull = false;
    await page.wait('well');
    const moved = await line.ask(move);
    expect(moved.t).toBe('step');
    expect(moved.step).toBeGreaterThan(step.step);
  });

  test.each(['t/', 'm/', 'n/'])('a damaged %s sets its table aside, and no other', async (kind) => {
    const page = await open();
    const tables = [await makeTable(page, 'valley', ['level:1']), await makeTable(page, 'valley', ['level:1'])];
    for (const made of tables) {
      const { line, step } = await sit(page, made);
      await playOn(line, step, 3);
    }
    halls.forEach((hall) => hall.end());
    const keep = await Keep.open(factory);
    const [key, text] = (await keep.all()).find(([name]) => name.startsWith(`${kind}1`))!;
    await keep.write([[key, text.replace(/\d(?=\D*$)/, (digit) => String(9 - Number(digit)))]]);
    const next = await reload();
    const line = next.open();
    await line.ask({ t: 'sit', table: tables[0]!.table, key: tables[0]!.key });
    const shown = await next.request('GET', `/api/tables/${tables[0]!.table}`);
    expect(shown.said).toMatchObject({ status: 'aside', why: expect.stringMatching(/browser's storage/) });
    const { step } = await sit(next, tables[1]!);
    expect(step.t).toBe('step');
  });

  test('a missing part of the moves is noticed', async () => {
    const page = await open();
    const made = await makeTable(page, 'valley', ['level:1']);
    const { line, step } = await sit(page, made);
    const last = await playOn(line, step, 30);
    halls.forEach((hall) => hall.end());
    const keep = await Keep.open(factory);
    const [, moves] = (await keep.all()).find(([key]) => key === 'm/1/0')!;
    await keep.write([['m/1/0', null]]);
    const next = await reload();
    await next.open().ask({ t: 'sit', table: made.table, key: made.key });
    expect((await next.request('GET', `/api/tables/${made.table}`)).said.why).toMatch(/missing/);
    // What is left stays as it was found: put back, it is played on.
    halls.forEach((hall) => hall.end());
    await keep.write([['m/1/0', moves]]);
    const mended = await reload();
    const { step: again } = await sit(mended, made);
    expect(again.step).toBe(last.step);
  });

  test('whoever plays at a table can let go of it, and nobody else', async () => {
    const page = await open();
    const made = await makeTable(page, 'dice', ['level:1']);
    const other = await makeTable(page, 'dice', ['level:1']);
    const path = `/api/tables/${made.table}/drop`;
    expect((await page.request('POST', path, {}, other.key)).status).toBe(403);
    expect((await page.request('POST', path, {})).status).toBe(403);
    expect((await page.request('POST', path, {}, made.key)).status).toBe(200);
    expect((await page.request('GET', `/api/tables/${made.table}`)).status).toBe(404);
    halls.forEach((hall) => hall.end());
    const left = (await (await Keep.open(factory)).all()).map(([key]) => key).filter((key) => !key.startsWith('o/'));
    expect(left.every((key) => key.split('/')[1] === '2')).toBe(true);
    const next = await reload();
    expect((await sit(next, other)).step.t).toBe('step');
  });
});

describe('the storage', () => {
  test('another form is told', async () => {
    await new Promise((done) => (factory.open('ochre-hall', 7).onsuccess = done));
    await expect(Keep.open(factory)).rejects.toMatchObject({ kind: 'version' });
  });

  test('no storage at all is told', async () => {
    const closed = { open: () => { throw new DOMException('no', 'SecurityError'); } } as unknown as IDBFactory; // prettier-ignore
    await expect(Keep.open(closed)).rejects.toMatchObject({ kind: 'private' });
  });
});
