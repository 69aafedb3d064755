// offline.mjs [SITE]: what makes the built page (dist) one that can be kept: sw.js with the list of its files, and the
// name of the build in index.html. With SITE, the same page as files for any web host, below any path, in that folder.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What a site may do; the server says the same in a header, and that nobody may frame it. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** All files of a folder, by their paths in it. */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const NAMED = /\n? *<meta name="ochre-build"[^>]*>/;

/** Addresses as they are in a page that is served at the root, whatever its path: /t/TABLE is the same file. */
const rooted = (html) => html.replaceAll('="./', '="/');

const listed = (files) => JSON.stringify(files, null, 2);

export function keepable(dist) {
  const plain = readFileSync(join(dist, 'index.html'), 'utf8').replace(NAMED, '');
  const files = filesOf(dist).filter((file) => file !== 'sw.js');
  // Only whoever writes lessons wants what checks them.
  const isLater = (file) => /^assets\/lessons-[^/]*\.wasm$/.test(file);
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file}\n`);
    hash.update(file === 'index.html' ? rooted(plain) : readFileSync(join(dist, file)));
  }
  const worker = readFileSync(join(web, 'sw/sw.js'), 'utf8');
  hash.update(worker);
  const build = hash.digest('hex').slice(0, 16);
  const named = rooted(plain).replace('</title>', `</title>\n    <meta name="ochre-build" content="${build}" />`);
  writeFileSync(join(dist, 'index.html'), named);
  writeFileSync(
    join(dist, 'sw.js'),
    worker
      .replace('__BUILD__', build)
      .replace('__FILES__', listed(files.filter((file) => !isLater(file))))
      .replace('__LATER__', listed(files.filter(isLater))),
  );
  return build;
}

export function makeSite(dist, site) {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  cpSync(dist, site, { recursive: true });
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
    .replaceAll('="/', '="./')
    .replace(
      '<meta charset="utf-8" />',
      `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />\n` +
        '    <meta name="ochre-site" content="here" />',
    );
  writeFileSync(join(site, 'index.html'), html);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [site] = process.argv.slice(2);
  const dist = join(web, 'dist');
  if (site) makeSite(dist, site);
  else keepable(dist);
}
