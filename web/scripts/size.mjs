// How much has to be fetched before the first screen stands? Printed by every build, which fails above the limit.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

export const LIMIT = 120 * 1000;

/** Files of a chunk and of all that it imports at once, from Vite's manifest. */
export function needed(manifest, names) {
  const files = new Set();
  const seen = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  names.forEach(visit);
  return [...files];
}

function main() {
  const web = join(dirname(fileURLToPath(import.meta.url)), '..');
  const manifest = JSON.parse(readFileSync(join(web, 'dist/.vite/manifest.json'), 'utf8'));
  rmSync(join(web, 'dist/.vite'), { recursive: true });
  const packed = (file) => gzipSync(readFileSync(join(web, 'dist', file)), { level: 9 }).length;
  const sum = (names, end) =>
    needed(manifest, names)
      .filter((file) => file.endsWith(end))
      .reduce((n, file) => n + packed(file), 0);
  // The first screen is the home page with its four drawings, which are drawn a little later.
  const home = ['src/pages/home/later.ts']; // imports the first file
  const unknown = home.filter((name) => !manifest[name]);
  if (unknown.length) throw new Error(`not in the manifest: ${unknown.join(', ')}`);
  const script = sum(home, '.js');
  const style = sum(home, '.css');
  const say = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const boards = Object.keys(manifest).filter((name) => /games\/\w+\/Board\.svelte$/.test(name));
  const lines = [
    `first screen: ${say(script)} script, ${say(style)} style, gzipped (limit ${say(LIMIT)} script)`,
    `boards: ${boards.map((name) => `${name.split('/').at(-2)} ${say(packed(manifest[name].file))}`).join(', ')}`,
  ];
  writeFileSync(join(web, 'node_modules/.ochre-size'), lines.join('\n') + '\n');
  console.log(lines.join('\n'));
  if (script > LIMIT) {
    console.error(`The first screen needs ${script} bytes of script; ${LIMIT} are allowed.`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
