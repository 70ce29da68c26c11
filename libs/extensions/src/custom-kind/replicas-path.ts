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
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
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

/** A value as Go prints it. */
function shown(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`;
  if (typeof value !== 'object') return String(value as string);
  const members = inByteOrder(Object.keys(value)).map((name) => `${name}:${shown((value as Json)[name])}`);
  return `map[${members.join(' ')}]`;
}

/** The object with a value at the path; parents are added. */
export function withValueAt(object: Json, [name, ...rest]: readonly string[], value: unknown): Json {
  const below = object[name!];
  const parent = typeof below === 'object' && below !== null ? (below as Json) : {};
  return { ...object, [name!]: rest.length === 0 ? value : withValueAt(parent, rest, value) };
}
