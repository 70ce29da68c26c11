import type { Json } from '../../remote-swagger.js';

const DEFINITIONS = '#/definitions/';

/** Names of the definitions that a value refers to, itself only. */
export function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string' && inner.startsWith(DEFINITIONS)) yield inner.slice(DEFINITIONS.length);
    else yield* referencesIn(inner);
  }
} // prettier-ignore

/** Names of all definitions that values lead to, through definitions. Each value and definition is a step. */
export function* reachableDefinitions(
  values: Iterable<unknown>,
  definitions: ReadonlyMap<string, Json>,
): Generator<undefined, Set<string>> {
  const reached = new Set<string>();
  for (const value of values) {
    for (const name of referencesIn(value)) reached.add(name);
    yield;
  }
  // Set iteration includes names added during the loop.
  for (const name of reached) {
    for (const next of referencesIn(definitions.get(name))) reached.add(next);
    yield;
  }
  return reached;
}

/** The value with other names of definitions; the same value when it has none of these. */
export function withRenamedReferences<T>(value: T, renames: ReadonlyMap<string, string>): T {
  if (typeof value !== 'object' || value === null || renames.size === 0) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withRenamedReferences(one, renames)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, withRenamedReferences(inner, renames)];
      const renamed = inner.startsWith(DEFINITIONS) ? renames.get(inner.slice(DEFINITIONS.length)) : undefined;
      return [key, renamed === undefined ? inner : DEFINITIONS + renamed];
    }),
  ) as T;
}
