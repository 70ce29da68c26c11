import { inByteOrder } from '@orch/apimachinery';

type Json = Readonly<Record<string, unknown>>;

/** Members of a path of the sub-resource `scale`: `.spec.replicas`. */
export const membersOfPath = (path: string): readonly string[] => path.replace(/^\./, '').split('.');

/** What a path of an object holds, or why it cannot be read. */
export type Found = { readonly value: unknown } | { readonly error: string } | undefined;

const GO_TYPES: Readonly<Record<string, string>> = { string: 'string', boolean: 'bool', number: 'int64' };

/** The type of a JSON value in Go, for messages. */
export const goTypeOf = (value: unknown): string => {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'float64';
  return GO_TYPES[typeof value] ?? 'map[string]interface {}';
};

/** The value of a path; undefined: absent. An error where a parent is not an object, or the value not of the type. */
export function valueAt(object: Json, path: string, type: 'string' | 'number'): Found {
  const names = membersOfPath(path);
  let value: unknown = object;
  for (const [at, name] of names.entries()) {
    if (value === null) return undefined; // a parent that is null is absent
    if (typeof value !== 'object' || Array.isArray(value)) {
      const parents = `.${names.slice(0, at + 1).join('.')}`;
      return {
        error: `${parents} accessor error: ${shown(value)} is of the type ${goTypeOf(value)}, expected map[string]interface{}`,
      };
    }
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Json)[name];
  }
  const isOfType = type === 'number' ? Number.isInteger(value) : typeof value === type;
  if (isOfType) return { value };
  const expected = type === 'number' ? 'int64' : 'string';
  return {
    error: `.${names.join('.')} accessor error: ${shown(value)} is of the type ${goTypeOf(value)}, expected ${expected}`,
  };
}

/** Length from which a value is cut in a message. Unit: characters. */
const MAX_SHOWN = 1_024;

/** The beginning of a value as Go prints it. */
function shown(value: unknown): string {
  let text = '';
  for (const part of printed(value)) {
    text += part;
    if (text.length > MAX_SHOWN) return `${text.slice(0, MAX_SHOWN)}...`;
  }
  return text;
}

function* printed(value: unknown): Generator<string> {
  if (value === null) yield '<nil>';
  else if (Array.isArray(value)) {
    yield '[';
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ' ';
      yield* printed(item);
    }
    yield ']';
  } else if (typeof value === 'object') {
    yield 'map[';
    for (const [at, name] of inByteOrder(Object.keys(value)).entries()) {
      yield at > 0 ? ` ${name}:` : `${name}:`;
      yield* printed((value as Json)[name]);
    }
    yield ']';
  } else yield String(value as string);
}

/** The object with a value at the path; parents are added. */
export function withValueAt(object: Json, names: readonly string[], value: unknown): Json {
  const parents: Json[] = [];
  let below: unknown = object;
  for (const name of names) {
    const parent = typeof below === 'object' && below !== null ? (below as Json) : {};
    parents.push(parent);
    below = parent[name];
  }
  let made = value;
  for (let at = names.length - 1; at >= 0; at--) made = { ...parents[at], [names[at]!]: made };
  return made as Json;
}
