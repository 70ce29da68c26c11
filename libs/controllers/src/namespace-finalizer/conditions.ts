import type { NamespaceCondition } from '../shared/namespace.js';
import type { ContentReport, RemainingContent } from './namespace-content.js';

/** The five conditions of a namespace that is being deleted, without times. Source: C-165. */
export const deletionConditions = (
  report: ContentReport,
): readonly Omit<NamespaceCondition, 'lastTransitionTime'>[] => [
  condition('NamespaceDeletionDiscoveryFailure', ['DiscoveryFailed', 'ResourcesDiscovered'], {
    problem: named(report.discoveryFailures, (failure) => `${failure.groupVersion}: ${failure.message}`, {
      head: 'Discovery failed for some groups',
    }),
    fine: 'All resources successfully discovered',
  }),
  condition('NamespaceDeletionGroupVersionParsingFailure', ['GroupVersionParsingFailed', 'ParsedGroupVersions'], {
    problem: named(report.unreadable, (name) => `"${name}"`, { head: 'Some group versions cannot be read' }),
    fine: 'All group versions successfully read',
  }),
  condition('NamespaceDeletionContentFailure', ['ContentDeletionFailed', 'ContentDeleted'], {
    problem: named(report.deletionFailures, (failure) => `${failure.resource}: ${failure.message}`, {
      head: 'Some resources cannot be deleted',
    }),
    fine: 'All content successfully deleted, may be waiting on finalization',
  }),
  condition('NamespaceContentRemaining', ['SomeResourcesRemain', 'ContentRemoved'], {
    problem: named(report.remaining, (kind) => `${kind.resource} has ${instances(kind.count)}`, {
      head: 'Some resources are remaining',
    }),
    fine: 'All content successfully removed',
  }),
  condition('NamespaceFinalizersRemaining', ['SomeFinalizersRemain', 'ContentHasNoFinalizers'], {
    problem: named([...finalizerCounts(report.remaining)], ([name, count]) => `${name} in ${instances(count)}`, {
      head: 'Some content in the namespace has finalizers remaining',
    }),
    fine: 'All content-preserving finalizers finished',
  }),
];

/**
 * Merges `wanted` into `before`. The transition time changes only with the status; other conditions are unchanged.
 * Undefined when nothing changes.
 */
export function mergeConditions(
  before: readonly NamespaceCondition[],
  wanted: readonly Omit<NamespaceCondition, 'lastTransitionTime'>[],
  now: string,
): readonly NamespaceCondition[] | undefined {
  let changed = false;
  const merged = [...before];
  for (const next of wanted) {
    const at = merged.findIndex((present) => present.type === next.type);
    const present = merged[at];
    if (present?.status === next.status && present.reason === next.reason && present.message === next.message) continue;
    changed = true;
    const lastTransitionTime = present?.status === next.status ? (present.lastTransitionTime ?? now) : now;
    if (at < 0) merged.push({ ...next, lastTransitionTime });
    else merged[at] = { ...next, lastTransitionTime };
  }
  return changed ? merged : undefined;
}

function condition(
  type: string,
  [whenTrue, whenFalse]: readonly [string, string],
  { problem, fine }: { readonly problem: string | undefined; readonly fine: string },
): Omit<NamespaceCondition, 'lastTransitionTime'> {
  return problem === undefined
    ? { type, status: 'False', reason: whenFalse, message: fine }
    : { type, status: 'True', reason: whenTrue, message: problem };
}

/** Maximum number of entries in one message. */
const MAX_NAMED = 20;

/** `head: a, b, c`, in alphabetical order so that equal outcomes give equal messages; undefined without entries. */
function named<T>(entries: readonly T[], text: (entry: T) => string, { head }: { head: string }): string | undefined {
  if (entries.length === 0) return undefined;
  const texts = entries.map(text).sort();
  const more = texts.length > MAX_NAMED ? `, and ${texts.length - MAX_NAMED} more` : '';
  return `${head}: ${texts.slice(0, MAX_NAMED).join(', ')}${more}`;
}

const instances = (count: number): string => `${count} resource instance${count === 1 ? '' : 's'}`;

function finalizerCounts(remaining: readonly RemainingContent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { finalizers } of remaining) {
    for (const [name, count] of finalizers) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}
