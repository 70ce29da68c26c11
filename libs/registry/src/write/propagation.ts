import type { ResourceDefinition } from '@orch/api';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type ObjectMeta } from '@orch/apimachinery';
import type { DeleteRequest } from './delete-request.js';

/**
 * Finalizers of an object after a delete: those of the garbage collector select the propagation to its dependents (C-226).
 * The policy of the delete takes precedence, then an existing finalizer, then the default of the kind.
 * @returns the same array when nothing changes, which callers check.
 */
export function finalizersForDelete(
  definition: ResourceDefinition,
  finalizers: ObjectMeta['finalizers'],
  policy: DeleteRequest['propagationPolicy'],
): ObjectMeta['finalizers'] {
  const existing = finalizers ?? [];
  const required = entryFor(definition, existing, policy);
  const others = existing.filter((entry) => !isCollectorEntry(entry));
  const same = existing.length - others.length === (required === undefined ? 0 : 1);
  if (same && (required === undefined || existing.includes(required))) return finalizers;
  const remaining = required === undefined ? others : [...others, required];
  return remaining.length === 0 ? undefined : remaining;
}

function entryFor(
  { declaration }: ResourceDefinition,
  existing: readonly string[],
  policy: DeleteRequest['propagationPolicy'],
): string | undefined {
  const byDefault = declaration.defaultPropagation ?? 'Background';
  if (byDefault === 'None') return undefined;
  if (policy !== undefined) return ENTRIES[policy];
  return existing.find(isCollectorEntry) ?? ENTRIES[byDefault];
}

const ENTRIES = { Orphan: ORPHAN_FINALIZER, Foreground: FOREGROUND_FINALIZER, Background: undefined } as const;

const isCollectorEntry = (entry: string): boolean => entry === ORPHAN_FINALIZER || entry === FOREGROUND_FINALIZER;
