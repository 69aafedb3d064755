// browser.mjs URL…: does a real browser, with the protocols it chooses by itself, get from the first page to a table and make a move?
// The names are taken to be this machine; the certificate is a test's own.
import { ARGS, openBrowser } from '../web/browser.mjs';

async function tryOne(url) {
  const { context, close } = await openBrowser({
    ignoreHTTPSErrors: true,
    args: [...ARGS, `--host-resolver-rules=MAP ${new URL(url).hostname} 127.0.0.1`],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url, { timeout: 120000 });
    return await page.evaluate(async () => {
      const made = await fetch('/api/tables', {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ game: 'dice', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }] }),
      }).then((answer) => answer.json());
      const line = new WebSocket(`wss://${location.host}/ws`, 'ochre.1');
      const protocol = performance.getEntriesByType('navigation')[0].nextHopProtocol;
      return new Promise((resolve, reject) => {
        let began = null;
        line.onclose = ({ code }) => reject(new Error(`closed: ${code}`));
        line.onopen = () => {
          line.send(JSON.stringify({ t: 'hello', lang: 'en' }));
          line.send(JSON.stringify({ t: 'sit', table: made.table, key: made.seats.find((seat) => seat.key).key }));
        };
        line.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.t !== 'step') return;
          if (began === null && message.moves) {
            began = message.step;
            line.send(JSON.stringify({ t: 'move', table: made.table, ask: message.ask, move: message.moves[0].m }));
          } else if (began !== null && message.step > began) resolve(protocol);
        };
      });
    });
  } finally {
    await close();
  }
}

for (const url of process.argv.slice(2)) console.log(`${url} ${await tryOne(url)}`);
