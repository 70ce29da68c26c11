import type { GroupVersionResource } from '@orch/apimachinery';
import type { ServedResources } from '../shared/served-resources.js';

/** A namespaced resource whose objects can be listed and deleted. */
export interface DeletableResource extends GroupVersionResource {
  /** Served for deletion of all at once; else one by one. */
  readonly deletesCollection: boolean;
}

/** What the server serves, looked up anew at each call. */
export type ContentDiscovery = (signal: AbortSignal) => Promise<ServedResources>;

/** What can stand in a namespace, as it is emptied. */
export function* deletableIn({ resources }: ServedResources): Iterable<DeletableResource> {
  for (const { group, version, resource, namespaced, verbs } of resources) {
    if (!namespaced || !verbs.includes('list') || !verbs.includes('delete')) continue;
    yield { group, version, resource, deletesCollection: verbs.includes('deletecollection') };
  }
}

/** What is left of one resource after its deletion was asked for. */
export interface RemainingContent {
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly source: GroupVersionResource;
  readonly count: number;
  /** How many of them wait for each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Outcome of one round over all content. */
export interface ContentReport {
  readonly discoveryFailures: ServedResources['failures'];
  readonly unreadable: readonly string[];
  readonly deletionFailures: readonly { readonly resource: string; readonly message: string }[];
  /** Resources with at least one object left. */
  readonly remaining: readonly RemainingContent[];
}

/** Nothing is left, and nothing is unknown. */
export const isEmptied = (report: ContentReport): boolean =>
  report.discoveryFailures.length === 0 &&
  report.unreadable.length === 0 &&
  report.deletionFailures.length === 0 &&
  report.remaining.length === 0;
