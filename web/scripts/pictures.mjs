// src/rules/pictures.json + fixtures -> src/gen/pictures-GAME.json: the steps that the rules page shows.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const pictures = JSON.parse(readFileSync(join(web, 'src/rules/pictures.json'), 'utf8'));
const games = {};

for (const { id, game, file, phase, nth } of pictures) {
  const [table, ...steps] = readFileSync(join(web, 'fixtures', `${file}.jsonl`), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const fitting = steps.filter((step) => step.view.phase === phase && (step.ask > 0 || phase === 'PLAY'));
  const asked = fitting.filter((step) => step.ask > 0);
  const step = (asked.length ? asked : fitting).at(nth);
  if (!step) throw new Error(`no step for the picture ${id}`);
  const seats = table.seats.map((seat, colour) => ({ ...seat, colour }));
  // A picture needs no story.
  (games[game] ??= {})[id] = { step: { ...step, story: [] }, before: null, me: table.me, seats };
}

mkdirSync(join(web, 'src/gen'), { recursive: true });
for (const [game, found] of Object.entries(games)) {
  const out = join(web, 'src/gen', `pictures-${game}.json`);
  const text = JSON.stringify(found);
  if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text);
}
