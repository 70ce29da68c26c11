#!/usr/bin/env node
// Prints decorated TypeScript classes for structs of the API, and for the structs they need, from a file of field facts.
//
//   node tools/scaffold-kind.mjs FACTS.json core.v1.Pod [core.v1.Node ...] [--only] [--skip=NAME,NAME] [--plain=ENUM,ENUM]
//
// FACTS.json is `{ enums: { name: values }, structs: { name: { fields: { name: fact } } } }`, where a fact carries type,
// number, optional, pointer, markers, default, featureGate, since and last. Each struct is printed after
// those it needs, so that one file can hold them; place them by hand in files named for what they hold, add
// imports and descriptions, and run oxfmt. `--only` prints just the named structs, `--skip` leaves out known ones,
// `--plain` prints enums as strings whose values spell names that belong in the vocabulary.
import { readFileSync } from 'node:fs';

const [factsFile, ...rest] = process.argv.slice(2);
if (!factsFile || rest.length === 0) {
  console.error('usage: scaffold-kind.mjs FACTS.json STRUCT... [--only] [--skip=NAME,NAME] [--plain=ENUM,ENUM]');
  process.exit(2);
}
const facts = JSON.parse(readFileSync(factsFile, 'utf8'));
const only = rest.includes('--only');
const namesOf = (flag) =>
  new Set(rest.filter((a) => a.startsWith(flag)).flatMap((a) => a.slice(flag.length).split(',')));
const skip = namesOf('--skip=');
const plain = namesOf('--plain=');
const roots = rest.filter((a) => !a.startsWith('--'));

const SCALARS = {
  string: 'string',
  int32: 'number',
  int64: 'number',
  bool: 'boolean',
  double: 'number',
  bytes: 'string',
  quantity: 'string',
  time: 'string',
  microtime: 'string',
  duration: 'string',
  intOrString: 'number | string',
  raw: 'unknown',
  fieldsV1: 'Record<string, unknown>',
};
const shortName = (name) => name.slice(name.lastIndexOf('.') + 1);
const q = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value));

function parse(type) {
  const list = /^list<(.*)>$/.exec(type);
  if (list) {
    const inner = parse(list[1]);
    return {
      field: `listOf(${inner.field})`,
      ts: inner.ts.includes(' ') ? `(${inner.ts})[]` : `${inner.ts}[]`,
      struct: inner.struct,
    };
  }
  const map = /^map<(.*)>$/.exec(type);
  if (map) {
    const inner = parse(map[1]);
    return { field: `mapOf(${inner.field})`, ts: `Record<string, ${inner.ts}>`, struct: inner.struct };
  }
  if (type.startsWith('enum:')) {
    const name = type.slice('enum:'.length);
    const values = facts.enums[name] ?? [];
    return {
      field: values.length === 0 || plain.has(name) ? "'string'" : `enumOf(${values.map(q).join(', ')})`,
      ts: 'string',
    };
  }
  if (SCALARS[type]) return { field: q(type === 'microtime' ? 'microTime' : type), ts: SCALARS[type] };
  if (!facts.structs[type]) throw new Error(`unknown type ${type}`);
  return { field: `() => ${shortName(type)}`, ts: shortName(type), struct: type };
}

function resolveDefault(fact) {
  const ref = typeof fact.default === 'string' && /^ref\((.*)\)$/.exec(fact.default);
  if (!ref) return typeof fact.default === 'string' && fact.type === 'bool' ? fact.default === 'true' : fact.default;
  const enumName = fact.type.slice('enum:'.length);
  const value = (facts.enums[enumName] ?? []).find((v) => ref[1].endsWith(v) || ref[1].includes(v));
  return value ?? `FIXME ${ref[1]}`;
}

function optionsOf(fact) {
  const parts = [];
  if (!fact.optional) parts.push('required: true');
  if (fact.pointer) parts.push('pointer: true');
  if (fact.default !== undefined) parts.push(`default: ${q(resolveDefault(fact))}`);
  for (const key of [
    'listType',
    'listMapKeys',
    'mapType',
    'structType',
    'patchStrategy',
    'patchMergeKey',
    'featureGate',
    'since',
    'last',
  ]) {
    const value = fact[key];
    if (value !== undefined) parts.push(`${key}: ${Array.isArray(value) ? `[${value.map(q).join(', ')}]` : q(value)}`);
  }
  return parts.length === 0 ? '' : `, { ${parts.join(', ')} }`;
}

function print(name) {
  const struct = facts.structs[name];
  const inlines = Object.entries(struct.fields).filter(([field]) => field.startsWith('(inline'));
  const options = [];
  if (struct.typeMeta) options.push('typeMeta: true');
  if (inlines.length > 0) {
    const parts = inlines.map(
      ([, f]) => `{ ${f.number === undefined ? '' : `number: ${f.number}, `}type: () => ${shortName(f.type)} }`,
    );
    options.push(`inline: [${parts.join(', ')}]`);
  }
  for (const key of ['structType', 'since', 'last'])
    if (struct[key] !== undefined) options.push(`${key}: ${q(struct[key])}`);
  const base = struct.typeMeta
    ? ' extends KindObject'
    : inlines.length === 1
      ? ` extends ${shortName(inlines[0][1].type)}`
      : '';
  const lines = [
    `@Struct('${name}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`,
    `export class ${shortName(name)}${base} {`,
  ];
  for (const [field, fact] of Object.entries(struct.fields)) {
    if (field.startsWith('(inline')) continue;
    const { field: type, ts } = parse(fact.type);
    const mark = fact.optional && field !== 'metadata' ? '?' : '';
    lines.push(`  @Field(${fact.number}, ${type}${optionsOf(fact)}) ${field}${mark}: ${ts};`);
  }
  lines.push('}', '');
  console.log(lines.join('\n'));
}

const done = new Set(skip);
function visit(name) {
  if (done.has(name)) return;
  done.add(name);
  const struct = facts.structs[name];
  if (!struct) throw new Error(`no struct ${name} in ${factsFile}`);
  if (!only) {
    for (const fact of Object.values(struct.fields)) {
      const inner = parse(fact.type).struct;
      if (inner) visit(inner);
    }
  }
  print(name);
}
for (const root of roots) visit(root);
