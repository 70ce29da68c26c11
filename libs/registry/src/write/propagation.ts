import type { ResourceDefinition } from '@orch/api';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type ObjectMeta } from '@orch/apimachinery';
import type { DeleteRequest } from './delete-request.js';

/**
 * Finalizers of an object after a delete of it: those of the garbage collector say what becomes of its dependents (C-226).
 * What the delete says counts first, then an entry that stands, then the kind's default.
 * @returns the same array when nothing changes, so that callers see it.
 */
export function finalizersForDelete(
  definition: ResourceDefinition,
  finalizers: ObjectMeta['finalizers'],
  asked: DeleteRequest['propagationPolicy'],
): ObjectMeta['finalizers'] {
  const standing = finalizers ?? [];
  const wanted = entryFor(definition, standing, asked);
  const others = standing.filter((entry) => !isCollectorEntry(entry));
  const same = standing.length - others.length === (wanted === undefined ? 0 : 1);
  if (same && (wanted === undefined || standing.includes(wanted))) return finalizers;
  const left = wanted === undefined ? others : [...others, wanted];
  return left.length === 0 ? undefined : left;
}

function entryFor(
  { declaration }: ResourceDefinition,
  standing: readonly string[],
  asked: DeleteRequest['propagationPolicy'],
): string | undefined {
  const byDefault = declaration.defaultPropagation ?? 'Background';
  if (byDefault === 'None') return undefined;
  if (asked !== undefined) return ENTRIES[asked];
  return standing.find(isCollectorEntry) ?? ENTRIES[byDefault];
}

const ENTRIES = { Orphan: ORPHAN_FINALIZER, Foreground: FOREGROUND_FINALIZER, Background: undefined } as const;

const isCollectorEntry = (entry: string): boolean => entry === ORPHAN_FINALIZER || entry === FOREGROUND_FINALIZER;
