import { pathOf, type Resource } from '../api/resource';

/** What a list shows of a kind. */
export interface ListQuery {
  readonly resource: Resource;
  /** '' is all namespaces. */
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/** Objects in one answer of a list. */
export const PAGE_SIZE = 500;

function selectors({ labelSelector, fieldSelector }: ListQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (labelSelector !== '') query.set('labelSelector', labelSelector);
  if (fieldSelector !== '') query.set('fieldSelector', fieldSelector);
  return query;
}

export function listPath(query: ListQuery, token?: string, limit = PAGE_SIZE): string {
  const search = selectors(query);
  search.set('limit', String(limit));
  if (token !== undefined) search.set('continue', token);
  return `${pathOf(query.resource, query.namespace)}?${search}`;
}

export function watchPath(query: ListQuery, resourceVersion: string): string {
  const search = selectors(query);
  search.set('watch', 'true');
  search.set('allowWatchBookmarks', 'true');
  search.set('resourceVersion', resourceVersion);
  return `${pathOf(query.resource, query.namespace)}?${search}`;
}
