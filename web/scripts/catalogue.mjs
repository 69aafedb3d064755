// po/fr/web*.po -> src/gen/fr.json: { "English": "français", "one {0}": ["un {0}", "{0} …"] }
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogues } from './po.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const catalogue = {};
for (const entries of Object.values(readCatalogues(join(web, '../po/fr'))))
  for (const { id, many, strings } of entries) catalogue[id] = many ? strings : strings[0];

const out = join(web, 'src/gen/fr.json');
const text = JSON.stringify(catalogue);
mkdirSync(dirname(out), { recursive: true });
if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text);
