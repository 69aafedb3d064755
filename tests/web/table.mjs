// A real `ochre serve`, and somebody who plays at it through the page.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './browser.mjs';

export const OCHRE = process.env.OCHRE ?? join(root, 'build/ochre');
const PATIENCE = 60000; // a busy machine gets a generous while

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export async function until(what, why, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never: ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export class Server {
  static async start(...options) {
    const server = new Server();
    server.options = options;
    server.port = await freePort();
    server.data = mkdtempSync(join(tmpdir(), 'ochre-web-'));
    await server.run();
    return server;
  }
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }
  async run() {
    this.child = spawn(
      OCHRE,
      [
        'serve',
        '--port',
        String(this.port),
        '--data',
        this.data,
        '--tables-per-hour',
        '100000',
        '--messages-per-second',
        '200',
        '--requests-per-second',
        '100000',
        ...this.options,
      ],
      { stdio: 'ignore' },
    );
    await until(
      () =>
        fetch(`${this.url}/health`).then(
          (said) => said.ok,
          () => false,
        ),
      'the server answers',
    );
  }
  kill() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return Promise.resolve(); // it is gone already
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    return gone;
  }
  async stop() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
  async make(wish) {
    const answer = await fetch(`${this.url}/api/tables`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(wish),
    });
    const made = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(made));
    return made;
  }
}

/** Somebody at a page: what was heard on the wire, what went wrong, and a hand to play with. */
export class Player {
  constructor(page) {
    this.page = page;
    this.steps = new Map(); // the newest step of every table that was heard of
    this.frames = [];
    this.told = [];
    this.sent = [];
    this.wrong = [];
    this.missed = [];
    this.expectLoss = false;
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.wrong.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (/Service Worker registration blocked/.test(message.text())) return; // by browser.mjs
      if (this.expectLoss && /WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) return;
      this.wrong.push(message.text());
    });
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.says(String(payload)));
      socket.on('framereceived', ({ payload }) => this.hears(String(payload)));
    });
  }

  says(text) {
    this.sent.push(text);
  }

  hears(text) {
    this.frames.push(text);
    const message = JSON.parse(text);
    if (message.t !== 'step') return;
    this.steps.set(message.table, message);
    this.told.push(...message.story);
  }

  /** The newest step of the table that the page is at; other tables are heard too, for the list of mine. */
  get step() {
    const at = /\/(?:t|here)\/(\w+)/.exec(this.page.url());
    return (at && this.steps.get(at[1])) ?? null;
  }

  /** From here on only what is heard anew counts. */
  forget() {
    this.steps.clear();
  }

  get isOver() {
    return !!this.step?.over;
  }

  get isAsked() {
    return !!this.step && this.step.ask > 0 && !this.step.over;
  }

  /** Has come by a link: says to be ready where the page asks for it. */
  async come() {
    const ready = this.page.getByRole('button', { name: 'I am ready' });
    await until(async () => {
      if (this.step) return true;
      if (await ready.count()) await ready.click();
      return false;
    }, 'play begins');
  }

  /** Waits until the page asks for a move, or the game is over. */
  async turn() {
    await until(() => this.isOver || this.isAsked, 'a turn');
    return !this.isOver;
  }

  async answered(ask, n) {
    // Others may choose at the same time: a new step is an answer only when it tells of the move that was sent.
    const isTold = () => {
      const sent = this.sent.findLast((text) => text.includes('"t":"move"'));
      const { move } = sent ? JSON.parse(sent) : {};
      return this.told.some((entry) => entry.step > n && entry.move === move);
    };
    await until(() => this.step.ask !== ask || isTold() || this.isOver, `an answer to question ${ask}`);
  }

  async confirm() {
    const strong = this.page.locator('.acts .btn.strong');
    if (await strong.count()) await strong.first().click();
  }

  /** Plays a move by touching what it points at; false where something of it is not on the board. */
  async byTouch(move) {
    const { ask, step: n } = this.step;
    for (const [at, id] of move.touch.entries()) {
      const thing = this.page.locator(`.stage [data-touch="${id}"]`).first();
      const was = this.sent.length;
      // The first thing may take a moment to be drawn; what comes after it must be there.
      try {
        await thing.waitFor({ state: 'visible', timeout: at ? 3000 : 5000 });
        await thing.click({ timeout: 5000 });
      } catch {
        this.missed.push(`${this.step.view.phase} ${move.m} (${id})`);
        await this.page.keyboard.press('Escape');
        return false;
      }
      if (this.sent.length !== was) break;
    }
    if (!(await this.isMeant(ask))) {
      this.missed.push(`${this.step.view.phase} ${move.m}`);
      await this.page.keyboard.press('Escape');
      return false;
    }
    await this.finish(ask, n, move);
    return true;
  }

  /** Did the touches mean a move: was it sent, or does the page ask to confirm it? */
  async isMeant(ask) {
    const sent = () => this.sent.some((text) => text.includes('"t":"move"') && text.includes(`"ask":${ask},`));
    const end = Date.now() + 4000;
    while (Date.now() < end) {
      if (sent() || this.step.ask !== ask || (await this.page.locator('.acts .btn.strong').count())) return true;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return false;
  }

  async finish(ask, n, move) {
    // Where a slip would hurt, the page asks once more.
    await until(async () => {
      if (this.step.ask !== ask || this.isOver) return true;
      if (this.sent.some((text) => text.includes('"t":"move"') && text.includes(`"ask":${ask}`))) return true;
      await this.confirm();
      return false;
    }, `the page sends ${move.m}`);
    await this.answered(ask, n);
  }

  /** Plays a move by its words in the list. */
  async byWords(index) {
    const { ask, step: n, moves } = this.step;
    const tab = this.page.locator('#tab-moves');
    if (await tab.count()) await tab.click();
    const shown = this.page.locator('ol.moves .move');
    await shown.first().waitFor();
    // The list has headings, and an order of its own: a move is found by what it says.
    const wanted = moves[index % moves.length];
    const named = shown.filter({ hasText: wanted.words ?? wanted.m });
    const count = await shown.count();
    await ((await named.count()) ? named.first() : shown.nth(index % count)).click();
    await this.finish(ask, n, wanted);
  }

  /** Plays until the end, mixing words and touches. `choose` may prefer moves. */
  async playOn({ most = 2000, seed = 1, choose } = {}) {
    let roll = seed;
    const random = (below) => (roll = (roll * 48271) % 2147483647) % below;
    let touched = 0;
    let worded = 0;
    for (let turn = 0; turn < most && (await this.turn()); turn++) {
      const moves = choose?.(this.step) ?? this.step.moves;
      const move = moves[random(moves.length)];
      const alike = this.step.moves.filter((one) => one.touch.join(' ') === move.touch.join(' ')).length > 1;
      if (turn % 3 !== 0 && !alike && (await this.byTouch(move))) touched += 1;
      else if (this.isAsked) {
        await this.byWords(random(40));
        worded += 1;
      }
    }
    return { touched, worded };
  }
}
