import { parseTimeMs } from '@orch/apimachinery';
import type { Namespace } from '../shared/namespace.js';

/** Whether it is terminating and has our finalizer in `spec.finalizers`. Source: C-161. */
export const isToBeEmptied = (namespace: Namespace, entry: string): boolean =>
  namespace.metadata.deletionTimestamp !== undefined && (namespace.spec?.finalizers ?? []).includes(entry);

/** The namespace without our finalizer, as body for `/finalize`. Source: C-162. */
export const withoutEntry = (namespace: Namespace, entry: string): Namespace => ({
  ...namespace,
  spec: { ...namespace.spec, finalizers: (namespace.spec?.finalizers ?? []).filter((name) => name !== entry) },
});

const SHORTEST_RECHECK_MS = 500;
const LONGEST_RECHECK_MS = 15_000;

/**
 * Delay until a namespace with content is reconciled again without an event of a watch: after a failure of discovery
 * or of a deletion, or when a watch was lost.
 * A quarter of the time the deletion already takes, between half a second and 15 seconds.
 */
export function recheckAfterMs(namespace: Namespace, nowMs: number): number {
  const sinceMs = parseTimeMs(namespace.metadata.deletionTimestamp ?? '') ?? nowMs;
  return Math.min(LONGEST_RECHECK_MS, Math.max(SHORTEST_RECHECK_MS, (nowMs - sinceMs) / 4));
}
