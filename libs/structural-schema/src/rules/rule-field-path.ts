import { asSchema, schemasIn, type JsonSchema } from '../schema/json-schema.js';

/** A quote without its end takes the rest: a search for the end from each quote would take quadratic time. */
const TOKEN = /'(?:[^'\\]|\\.?)*(?:'|$)|[.[\]]|[^.[\]']+/gsu;
const ESCAPE = /\\(.)/gsu;
const UNESCAPED: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

/**
 * Path of a field below a schema as errors name it, from a JSON path such as `.spec.names['a.b']`.
 * `undefined` when the path is not valid or leads to no field.
 */
export function ruleFieldPath(path: string, schema: JsonSchema): string | undefined {
  const tokens = path.match(TOKEN) ?? [];
  let result = '';
  let current: JsonSchema | undefined = schema;
  for (let index = 0; index < tokens.length; index++) {
    const name = nameAt(tokens, index);
    if (!name || !current) return undefined;
    index = name.end;
    const properties: Readonly<Record<string, JsonSchema>> = schemasIn(current, 'properties');
    if (Object.keys(properties).length > 0) {
      current = Object.hasOwn(properties, name.text) ? properties[name.text] : undefined;
      result += result === '' ? name.text : `.${name.text}`;
    } else {
      current = asSchema(current['additionalProperties']);
      result += `[${name.text}]`;
    }
    if (!current) return undefined;
  }
  return result;
}

/** The name that `.name` or `['name']` selects, and the index of its last token. */
function nameAt(tokens: readonly string[], index: number): { text: string; end: number } | undefined {
  const next = tokens[index + 1];
  if (next === undefined) return undefined;
  if (tokens[index] === '.') return { text: next, end: index + 1 };
  if (tokens[index] !== '[' || tokens[index + 2] !== ']' || next.length < 2 || !/^'.*'$/su.test(next)) return undefined;
  let valid = true;
  const text = next.slice(1, -1).replace(ESCAPE, (_, escaped: string) => {
    valid &&= escaped in UNESCAPED;
    return UNESCAPED[escaped] ?? '';
  });
  return valid ? { text, end: index + 2 } : undefined;
}
