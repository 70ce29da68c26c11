import type { GroupVersionResource } from '@orch/apimachinery';
import type { ServedResources } from '../shared/served-resources.js';

/** A namespaced resource whose objects can be listed and deleted. */
export interface DeletableResource extends GroupVersionResource {
  /** Whether deletecollection is supported; otherwise objects are deleted one by one. */
  readonly deletesCollection: boolean;
}

/** The served resources, discovered at each call. */
export type ContentDiscovery = (signal: AbortSignal) => Promise<ServedResources>;

/** A path below a namespace with such a last segment is a sub-resource of the Namespace: resources of these names have no objects. */
const SUBRESOURCES: ReadonlySet<string> = new Set(['finalize', 'status']);

/** Discovers and deletes the content of namespaces. */
export function* deletableIn({ resources }: ServedResources): Iterable<DeletableResource> {
  for (const { group, version, resource, namespaced, verbs } of resources) {
    if (!namespaced || !verbs.includes('list') || !verbs.includes('delete') || SUBRESOURCES.has(resource)) continue;
    yield { group, version, resource, deletesCollection: verbs.includes('deletecollection') };
  }
}

/** Remaining objects of one resource after their deletion was requested. */
export interface RemainingContent {
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly source: GroupVersionResource;
  readonly count: number;
  /** Number of objects by finalizer, of the first few hundred names. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Outcome of one deletion pass over all content. */
export interface ContentReport {
  readonly discoveryFailures: ServedResources['failures'];
  readonly unreadable: readonly string[];
  readonly deletionFailures: readonly { readonly resource: string; readonly message: string }[];
  /** Resources with at least one object left. */
  readonly remaining: readonly RemainingContent[];
}

/** Whether no content remains, and no group failed. */
export const isEmptied = (report: ContentReport): boolean =>
  report.discoveryFailures.length === 0 &&
  report.unreadable.length === 0 &&
  report.deletionFailures.length === 0 &&
  report.remaining.length === 0;
