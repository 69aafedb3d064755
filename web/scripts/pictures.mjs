// src/games/NAME/pictures.json + fixtures -> src/gen/pictures-NAME.json: the steps that the rules page shows.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const games = join(web, 'src/games');

/** The step that a picture shows; it needs no story. */
function situation({ id, file, phase, nth }) {
  const [table, ...steps] = readFileSync(join(web, 'fixtures', `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const fitting = steps.filter((step) => step.view.phase === phase && (step.ask > 0 || phase === 'PLAY'));
  const asked = fitting.filter((step) => step.ask > 0);
  const step = (asked.length ? asked : fitting).at(nth);
  if (!step) throw new Error(`no step for the picture ${id}`);
  const seats = table.seats.map((seat, colour) => ({ ...seat, colour }));
  const view = { ...steps[0].printed, ...step.view };
  return { step: { ...step, view, story: [] }, before: null, me: table.me, seats };
}

mkdirSync(join(web, 'src/gen'), { recursive: true });
for (const game of readdirSync(games)) {
  const list = join(games, game, 'pictures.json');
  if (!existsSync(list)) continue;
  const found = Object.fromEntries(
    JSON.parse(readFileSync(list, 'utf8')).map((picture) => [picture.id, situation(picture)]),
  );
  const out = join(web, 'src/gen', `pictures-${game}.json`);
  const text = JSON.stringify(found);
  if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text);
}
