// Reading gettext catalogues and the sentences in the sources of the page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function unquote(text) {
  return JSON.parse(text.trim());
}

/** [{ id, many, strings, fuzzy }] of a .po file. */
export function readPo(text) {
  const entries = [];
  let fields = {};
  let field = null;
  let fuzzy = false;
  const finish = () => {
    if (fields.msgid) {
      const strings = Object.keys(fields)
        .filter((name) => name.startsWith('msgstr'))
        .sort()
        .map((name) => fields[name]);
      entries.push({ id: fields.msgid, many: fields.msgid_plural ?? '', strings, fuzzy });
    }
    fields = {};
    field = null;
    fuzzy = false;
  };
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith('#')) {
      if (field) finish();
      fuzzy ||= line.startsWith('#,') && line.includes('fuzzy');
    } else if (line.startsWith('msg')) {
      const blank = line.indexOf(' ');
      const name = line.slice(0, blank);
      if (name === 'msgid' && field) finish();
      field = name;
      fields[field] = unquote(line.slice(blank));
    } else if (line.startsWith('"')) {
      fields[field] += unquote(line);
    } else if (field) finish();
  }
  return entries;
}

/** web.po, web-GAME.po … of a folder: name without ".po" -> entries. */
export function readCatalogues(folder) {
  const names = readdirSync(folder)
    .filter((name) => /^web(-\w+)?\.po$/.test(name))
    .sort();
  return Object.fromEntries(names.map((name) => [name.slice(0, -3), readPo(readFileSync(join(folder, name), 'utf8'))]));
}

const STRING = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const CALL = new RegExp(String.raw`(?<![\w.$])(t|tn|tt)\(\s*${STRING}(?:\s*,\s*${STRING})?`, 'g');

function literal(text) {
  const inner = text.slice(1, -1).replace(/\\(['"\\])/g, '$1');
  return inner.replace(/\\n/g, '\n');
}

/** What a source says: [{ id, many }]. t() takes one sentence, tn() two; tt() marks one that is said later. */
export function sentences(source) {
  const plain = source
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1');
  return [...plain.matchAll(CALL)].map(([, kind, one, many]) => ({
    id: literal(one),
    many: kind === 'tn' && many ? literal(many) : '',
  }));
}
