import type { GroupVersionResource } from '@orch/apimachinery';

/** A namespaced resource whose objects can be listed and deleted. */
export interface DeletableResource extends GroupVersionResource {
  /** Served for deletion of all at once; else one by one. */
  readonly deletesCollection: boolean;
}

/** What the server serves in namespaces. */
export interface ServedContent {
  readonly resources: readonly DeletableResource[];
  /** Group versions that could not be asked, with the reason: what lies in them is unknown. */
  readonly failures: readonly { readonly groupVersion: string; readonly message: string }[];
  /** Group versions whose name cannot be read. */
  readonly unreadable: readonly string[];
}

/** Finds out what can stand in a namespace. */
export interface ContentDiscovery {
  /** Each resource once, in the version its group prefers. Never rejects for the failure of one group. */
  served(signal: AbortSignal): Promise<ServedContent>;
}

/** What is left of one resource after its deletion was asked for. */
export interface RemainingContent {
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly count: number;
  /** How many of them wait for each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Outcome of one round over all content. */
export interface ContentReport {
  readonly discoveryFailures: ServedContent['failures'];
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
