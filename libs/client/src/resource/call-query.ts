import type { DeleteOptions, ListOptions, PatchOptions, WatchOptions, WriteOptions } from './call-options.js';
import type { Query } from './resource-path.js';

/** Query of a write. Only apply has `force`. */
export const writeQuery = (options: WriteOptions & Pick<PatchOptions, 'force'>, fieldManager: string): Query => ({
  fieldManager: options.fieldManager ?? fieldManager,
  fieldValidation: options.fieldValidation,
  force: options.force,
  ...dryRunQuery(options),
});

export const dryRunQuery = (options: { readonly dryRun?: boolean }): Query => ({
  dryRun: options.dryRun === true ? 'All' : undefined,
});

export const listQuery = (options: ListOptions): Query => ({
  labelSelector: options.labelSelector,
  fieldSelector: options.fieldSelector,
  limit: options.limit,
  continue: options.continue,
  resourceVersion: options.resourceVersion,
  resourceVersionMatch: options.resourceVersionMatch,
});

export const watchQuery = (options: WatchOptions): Query => ({
  watch: true,
  labelSelector: options.labelSelector,
  fieldSelector: options.fieldSelector,
  resourceVersion: options.resourceVersion,
  allowWatchBookmarks: options.allowBookmarks,
  timeoutSeconds: options.timeoutSeconds,
});

/** Body of a delete; undefined when no option is set. */
export function deleteBody(options: DeleteOptions): Record<string, unknown> | undefined {
  const { preconditions, propagationPolicy, gracePeriodSeconds } = options;
  if (!preconditions && propagationPolicy === undefined && gracePeriodSeconds === undefined) return undefined;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(preconditions ? { preconditions } : {}),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
  };
}
