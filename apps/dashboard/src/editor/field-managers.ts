import type { FieldSet, ManagedFields } from '../api/object';

export interface OwnedField {
  /** `spec.replicas` */
  readonly path: string;
  readonly managers: readonly string[];
}

/**
 * Fields in a merge patch that other managers have set: they may set them again.
 * A list counts as one field.
 */
export function ownedByOthers(
  patch: unknown,
  managedFields: readonly ManagedFields[],
  ownManager: string,
): OwnedField[] {
  const others = managedFields.filter(({ manager }) => manager !== ownManager && manager !== undefined);
  return [...leaves(patch, [])]
    .map((path) => ({
      path: path.join('.'),
      managers: [...new Set(others.filter(({ fieldsV1 }) => has(fieldsV1, path)).map(({ manager }) => manager ?? ''))],
    }))
    .filter(({ managers }) => managers.length > 0);
}

function* leaves(patch: unknown, path: readonly string[]): Iterable<readonly string[]> {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    if (path.length > 0) yield path;
    return;
  }
  for (const [key, change] of Object.entries(patch)) yield* leaves(change, [...path, key]);
}

function has(set: FieldSet | undefined, [key, ...rest]: readonly string[]): boolean {
  const below = key === undefined ? undefined : set?.[`f:${key}`];
  if (below === undefined) return false;
  return rest.length === 0 || Object.keys(below).length === 0 || has(below, rest);
}
