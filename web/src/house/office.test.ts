import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromHall, ToHall } from '../hall/messages';
import type { Taker } from '../lib/soon';

class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: FromHall }) => void) | null = null;
  onerror: ((event: { preventDefault(): void; message: string }) => void) | null = null;
  said: ToHall[] = [];
  isEnded = false;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(message: ToHall): void {
    this.said.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  tell(message: FromHall): void {
    this.onmessage?.({ data: message });
  }
}

function taker(): Taker & { heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    opened: () => heard.push('opened'),
    said: (text) => heard.push(text),
    closed: () => heard.push('closed'),
  };
}

const soon = () => new Promise<void>((done) => queueMicrotask(() => done()));

describe('the house of this device', () => {
  let office: typeof import('./office');
  let trouble: typeof import('./trouble.svelte');
  const last = () => FakeWorker.made.at(-1)!;

  beforeEach(async () => {
    FakeWorker.made = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.stubGlobal('Worker', FakeWorker);
    vi.resetModules();
    trouble = await import('./trouble.svelte');
    office = await import('./office');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('begins with whoever comes first, and opens lines when it is ready', async () => {
    const one = taker();
    const end = office.enter(one);
    await soon();
    expect(FakeWorker.made).toHaveLength(1);
    expect(last().said).toEqual([]);
    last().tell({ t: 'ready' });
    expect(one.heard).toEqual(['opened']);
    end.say('{"t":"hello"}');
    last().tell({ t: 'said', line: 1, text: '{"t":"hello","boot":"x"}' });
    expect(last().said).toEqual([
      { t: 'open', line: 1 },
      { t: 'say', line: 1, text: '{"t":"hello"}' },
    ]);
    expect(one.heard).toEqual(['opened', '{"t":"hello","boot":"x"}']);
    end.close();
    expect(last().said.at(-1)).toEqual({ t: 'close', line: 1 });
  });

  it('does not open a line twice when the hall comes here from another window', async () => {
    office.enter(taker());
    await soon();
    last().tell({ t: 'ready' });
    last().tell({ t: 'ready' });
    expect(last().said.filter(({ t }) => t === 'open')).toHaveLength(1);
  });

  it('keeps questions until it can be asked', async () => {
    const answer = office.request({ path: '/api/games?lang=fr', method: 'GET' });
    last().tell({ t: 'ready' });
    const [asked] = last().said as Extract<ToHall, { t: 'request' }>[];
    expect(asked).toMatchObject({ path: '/api/games', query: 'lang=fr', method: 'GET', body: '', key: '' });
    last().tell({ t: 'answer', id: asked!.id, status: 200, type: 'application/json', body: '{}' });
    expect(await answer).toEqual({ status: 200, type: 'application/json', text: '{}' });
  });

  it('a worker that ends closes its lines, refuses what was asked, and is begun anew', async () => {
    const one = taker();
    office.enter(one);
    await soon();
    last().tell({ t: 'ready' });
    const refused = office
      .request({ path: '/api/games', method: 'GET' })
      .catch((error: { code: string }) => error.code);
    last().onerror!({ preventDefault() {}, message: 'out of memory' });
    expect(one.heard).toEqual(['opened', 'closed']);
    expect(await refused).toBe('house');
    const again = taker();
    office.enter(again);
    await soon();
    expect(FakeWorker.made).toHaveLength(2);
    last().tell({ t: 'ready' });
    expect(again.heard).toEqual(['opened']);
  });

  it('a worker that does not answer any more is ended', async () => {
    const one = taker();
    office.enter(one);
    await soon();
    last().tell({ t: 'ready' });
    vi.advanceTimersByTime(8000);
    last().tell({ t: 'answer', id: 0, status: 200, type: '', body: '' }); // it is well
    vi.advanceTimersByTime(12000);
    expect(one.heard).toEqual(['opened']);
    vi.advanceTimersByTime(4000);
    expect(one.heard).toEqual(['opened', 'closed']);
    expect(FakeWorker.made[0]!.isEnded).toBe(true);
  });

  it('what is missing is not tried for ever', async () => {
    for (let i = 0; i < 8; i++) {
      const one = taker();
      office.enter(one);
      await soon();
      if (!last().isEnded) last().tell({ t: 'trouble', kind: 'module', words: '404' });
      expect(one.heard).toEqual(['closed']);
    }
    expect(FakeWorker.made).toHaveLength(5);
    expect(trouble.trouble()?.kind).toBe('module');
    office.again();
    expect(FakeWorker.made).toHaveLength(6);
    expect(trouble.trouble()).toBeNull();
  });

  it('without room play rests, and goes on', async () => {
    const one = taker();
    office.enter(one);
    await soon();
    last().tell({ t: 'ready' });
    last().tell({ t: 'trouble', kind: 'quota', words: 'full' });
    expect(trouble.troubleWords(trouble.trouble()!).title).toBe('This browser has no more room.');
    expect(one.heard).toEqual(['opened']);
    last().tell({ t: 'well' });
    expect(trouble.trouble()).toBeNull();
  });

  it('every trouble says what happened and what remains', () => {
    const kinds = ['quota', 'private', 'version', 'module', 'damaged', 'elsewhere'] as const;
    const said = kinds.map((kind) => trouble.troubleWords({ kind, words: 'why' }));
    expect(new Set(said.map(({ title }) => title)).size).toBe(kinds.length);
    for (const { title, text } of said) expect(title && text).toBeTruthy();
  });
});
