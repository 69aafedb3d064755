// Is every sentence of the page translated, and every translation used? words.mjs [PART] lists what is wrong.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readCatalogues, sentences } from './po.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Which catalogue a source belongs to: games/NAME has its own, the workshop of the boards none. */
export function partOf(path) {
  if (path.startsWith('workshop/') || path.startsWith('gen/') || path.endsWith('.test.ts')) return null;
  const game = /^games\/(\w+)\//.exec(path)?.[1];
  return game ? `web-${game}` : 'web';
}

/** What a file says; captions stand in lists of pictures. */
function said(name, text) {
  if (name === 'pictures.json') return JSON.parse(text).map(({ caption }) => ({ id: caption, many: '' }));
  return sentences(text);
}

/** part -> Map(sentence -> plural) of all sources. */
export function collect(src = join(web, 'src')) {
  const parts = {};
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(ts|svelte)$|^pictures\.json$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const part = partOf(relative(src, path));
    if (!part) continue;
    for (const { id, many } of said(entry.name, readFileSync(path, 'utf8'))) (parts[part] ??= new Map()).set(id, many);
  }
  return parts;
}

const holes = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

/** What is wrong, one line each. */
export function check(parts, catalogues) {
  const wrong = [];
  const shared = new Map((catalogues.web ?? []).map((entry) => [entry.id, entry]));
  for (const [part, wanted] of Object.entries(parts)) {
    const own = new Map((catalogues[part] ?? []).map((entry) => [entry.id, entry]));
    for (const [id, many] of wanted) {
      const entry = own.get(id) ?? shared.get(id);
      if (!entry) wrong.push(`missing in po/fr/${part}.po: ${id}`);
      else if (entry.many !== many) wrong.push(`plural differs in po/fr/${part}.po: ${id}`);
    }
    for (const [id, entry] of own) {
      if (!wanted.has(id)) wrong.push(`unused in po/fr/${part}.po: ${id}`);
      if (entry.fuzzy) wrong.push(`fuzzy in po/fr/${part}.po: ${id}`);
      if (entry.strings.some((text) => !text) || entry.strings.length !== (entry.many ? 2 : 1))
        wrong.push(`untranslated in po/fr/${part}.po: ${id}`);
      const most = holes(entry.many || id);
      if (holes(entry.strings.at(-1) ?? '') !== most) wrong.push(`placeholders differ in po/fr/${part}.po: ${id}`);
    }
  }
  return wrong;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const parts = collect();
  const only = process.argv[2];
  const wrong = check(only ? { [only]: parts[only] } : parts, readCatalogues(join(web, '../po/fr')));
  console.log(wrong.join('\n') || 'every sentence is translated');
  process.exit(wrong.length ? 1 : 0);
}
