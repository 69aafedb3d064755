// node web/scripts/wire.mjs [check]: writes src/lib/wire.ts, the types of what crosses the wire, from docs/wire.json;
// with `check` it only looks whether that is what stands there. Of JSON Schema it understands what that file needs:
// object, array, enum, const, oneOf, allOf, $ref.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(web, 'src/lib/wire.ts');

const BASIC = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' };
const HEAD = `// What travels between page and server, as types: made by scripts/wire.mjs from docs/wire.json.
`;

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const remark = (schema, indent) => (schema.description ? `${indent}/** ${schema.description} */\n` : '');
const nameOf = (ref) => ref.split('/').at(-1);

function arrayOf(item) {
  return /^[\w<>]+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function objectType(schema, indent) {
  if (schema.properties) return `{\n${members(schema, `${indent}  `)}${indent}}`;
  return `Record<string, ${typeOf(schema.additionalProperties ?? {}, indent)}>`;
}

function basicType(name, schema, indent) {
  if (name === 'array') return arrayOf(typeOf(schema.items, indent));
  return name === 'object' ? objectType(schema, indent) : BASIC[name];
}

/** The view is the game's own: whoever knows it says so. */
function refType(ref) {
  return nameOf(ref) === 'View' ? 'V' : nameOf(ref);
}

function typeOf(schema, indent) {
  if (schema.$ref) return refType(schema.$ref);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.type)
    return [schema.type]
      .flat()
      .map((name) => basicType(name, schema, indent))
      .join(' | ');
  return 'unknown';
}

function member([name, schema], required, indent) {
  return `${remark(schema, indent)}${indent}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, indent)};\n`;
}

function members(schema, indent) {
  const named = Object.entries(schema.properties).map((one) => member(one, schema.required ?? [], indent));
  // Beside named members nothing more can be said of the others.
  return (
    named.join('') + (typeof schema.additionalProperties === 'object' ? `${indent}[name: string]: unknown;\n` : '')
  );
}

function declaration(name, schema) {
  if (!schema.properties) return `${remark(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`;
  const parents = (schema.allOf ?? []).map((parent) => nameOf(parent.$ref));
  const heirs = parents.length ? ` extends ${parents.join(', ')}` : '';
  const generic = schema.properties.view ? '<V = any>' : '';
  return `${remark(schema, '')}export interface ${name}${generic}${heirs} {\n${members(schema, '  ')}}\n`;
}

/** Messages with a title are types of their own, the others stand in the union. */
function union(name, messages) {
  const parts = Object.values(messages).map((schema) => `\n  | ${schema.title ?? objectType(schema, '    ')}`);
  return `export type ${name} =${parts.join('')};\n`;
}

/** @param {string} text docs/wire.json */
async function wireTypes(text) {
  const { $defs, toServer, fromServer } = JSON.parse(text);
  const titled = [...Object.values(fromServer), ...Object.values(toServer)].filter((schema) => schema.title);
  const shared = Object.entries($defs).filter(([name]) => name !== 'View');
  const source = [
    HEAD,
    ...shared.map(([name, schema]) => declaration(name, schema)),
    ...titled.map((schema) => declaration(schema.title, schema)),
    union('FromServer', fromServer),
    union('ToServer', toServer),
  ].join('\n');
  return format(source, { ...(await resolveConfig(target)), plugins: [], parser: 'typescript' });
}

const text = await wireTypes(readFileSync(join(web, '../docs/wire.json'), 'utf8'));
if (process.argv[2] !== 'check') writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('web/src/lib/wire.ts is out of date: node web/scripts/wire.mjs writes it');
  process.exit(1);
}
