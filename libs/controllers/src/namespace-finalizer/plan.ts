import { parseTimeMs } from '@orch/apimachinery';
import type { Namespace } from '../shared/namespace.js';

/** Being deleted, and still held by our entry in `spec.finalizers`. Source: C-161. */
export const isToBeEmptied = (namespace: Namespace, entry: string): boolean =>
  namespace.metadata.deletionTimestamp !== undefined && (namespace.spec?.finalizers ?? []).includes(entry);

/** The namespace without our entry, as `/finalize` takes it. Source: C-162. */
export const withoutEntry = (namespace: Namespace, entry: string): Namespace => ({
  ...namespace,
  spec: { ...namespace.spec, finalizers: (namespace.spec?.finalizers ?? []).filter((name) => name !== entry) },
});

const SHORTEST_RECHECK_MS = 500;
const LONGEST_RECHECK_MS = 15_000;

/**
 * How long until a namespace that is not empty is looked at again where no watch wakes the controller: for a failure of discovery
 * or of a deletion, and against a watch that was lost.
 * A quarter of the time the deletion already takes, between half a second and 15 seconds.
 */
export function recheckAfterMs(namespace: Namespace, nowMs: number): number {
  const sinceMs = parseTimeMs(namespace.metadata.deletionTimestamp ?? '') ?? nowMs;
  return Math.min(LONGEST_RECHECK_MS, Math.max(SHORTEST_RECHECK_MS, (nowMs - sinceMs) / 4));
}
