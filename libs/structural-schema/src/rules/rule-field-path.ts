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
 * `undefined` when the path is not valid or leads to no field. Reads no more of the path than the schema has levels.
 */
export function ruleFieldPath(path: string, schema: JsonSchema): string | undefined {
  let result = '';
  let current: JsonSchema | undefined = schema;
  for (const name of namesIn(path)) {
    if (name === undefined || !current) return undefined;
    const properties: Readonly<Record<string, JsonSchema>> = schemasIn(current, 'properties');
    if (Object.keys(properties).length > 0) {
      current = Object.hasOwn(properties, name) ? properties[name] : undefined;
      result += result === '' ? name : `.${name}`;
    } else {
      current = asSchema(current['additionalProperties']);
      result += `[${name}]`;
    }
    if (!current) return undefined;
  }
  return result;
}

/** The names that `.name` and `['name']` select, one at a time; `undefined` where the path is not valid, which ends it. */
function* namesIn(path: string): Generator<string | undefined, void> {
  const tokens = path.matchAll(TOKEN);
  const next = (): string | undefined => tokens.next().value?.[0];
  for (let token = next(); token !== undefined; token = next()) {
    if (token === '.') yield next();
    else if (token === '[') yield quotedName(next(), next());
    else yield undefined;
  }
}

/** The name in `'name'`, whose bracket has to end after it. */
function quotedName(quoted: string | undefined, end: string | undefined): string | undefined {
  if (quoted === undefined || end !== ']' || !/^'.*'$/su.test(quoted) || quoted.length < 2) return undefined;
  let valid = true;
  const text = quoted.slice(1, -1).replace(ESCAPE, (_, escaped: string) => {
    valid &&= escaped in UNESCAPED;
    return UNESCAPED[escaped] ?? '';
  });
  return valid ? text : undefined;
}
