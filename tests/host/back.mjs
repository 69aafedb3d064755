// back.mjs URL NAME:PORT:PROCESS…: somebody plays in a browser, through the proxy at URL, and the server that the page is at is killed, twice. Does
// the page find another by itself, and the next move its way? The second time the move is made while there is no line.
// One line for each death: what it was, how many attempts the page made, and the milliseconds until it knew the table again.
import { openBrowser } from '../web/browser.mjs';
import { Player, until } from '../web/table.mjs';

const [url, ...places] = process.argv.slice(2);
const servers = places.map((place) => {
  const [name, port, pid] = place.split(':');
  return { name, port, pid: Number(pid), isAlive: true };
});

async function lines({ port }) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  return Number(/^ochre_connections (\d+)/m.exec(await answer.text())[1]);
}

/** The server that the page's line leads to; there is no other line. */
async function hers() {
  const counts = await Promise.all(servers.filter(({ isAlive }) => isAlive).map(lines));
  const found = servers.filter(({ isAlive }) => isAlive).filter((_, i) => counts[i] > 0);
  return found.length === 1 && found[0];
}

const { context, close } = await openBrowser();
try {
  const page = await context.newPage();
  const player = new Player(page);
  let attempts = 0;
  page.on('websocket', () => attempts++);
  player.expectLoss = true;
  await page.addInitScript(() => localStorage.setItem('ochre.prefs', JSON.stringify({ helper: false, lang: 'en', pace: 'once' })));

  const isStep = (text) => JSON.parse(text).t === 'step';
  const move = async () => {
    await until(() => player.isAsked, 'a question');
    const { step, moves } = player.step;
    if (!(await player.byTouch(moves[0]))) throw new Error(`not made: ${player.missed}`);
    await until(() => player.step.step > step, 'the step after the move');
  };

  /** Kills it; `act` is done meanwhile. */
  const survive = async (name, act) => {
    await until(() => player.isAsked, 'a question');
    const server = await until(hers, 'the server of the page');
    const [{ step }, heard, began] = [player.step, player.frames.length, Date.now()];
    attempts = 0;
    server.isAlive = false;
    process.kill(server.pid, 'SIGKILL');
    const done = act();
    const first = await until(() => player.frames.slice(heard).find(isStep), 'the page to be back');
    const back = Date.now() - began;
    if (JSON.parse(first).step < step) throw new Error(`step ${step} was told and is lost: ${first}`);
    await done;
    console.log(`${name} ${attempts} ${back}`);
  };

  await page.goto(url);
  await page.locator('article', { hasText: 'Sapiens: dice' }).getByRole('button', { name: 'Play now' }).click();
  await move();
  await survive('waited', async () => {});
  await move();
  await survive('moved', move);
  await until(() => player.isAsked, 'the answer of the computer, which another server lets think now');
  if (player.wrong.length) throw new Error(player.wrong.join('\n'));
} finally {
  await close();
}
