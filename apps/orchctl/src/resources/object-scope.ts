import { collectionPath, withQuery, type HasMetadata, type Query, type ResourceClient } from '@orch/client';
import type { Session } from '../connection/session.js';
import type { CatalogEntry } from './resource-catalog.js';

/** Calls on a resource in a namespace; an empty one means all of them. */
export function scoped(session: Session, entry: CatalogEntry, namespace: string): ResourceClient<HasMetadata> {
  const resource = session.client.resource<HasMetadata>(entry);
  return entry.namespaced && namespace !== '' ? resource.namespace(namespace) : resource;
}

/** Key of one object. */
export function keyIn(entry: CatalogEntry, namespace: string, name: string): { namespace: string; name: string } {
  return { namespace: entry.namespaced ? namespace : '', name };
}

/** Path of a collection, or of one object in it. */
export function pathOf(entry: CatalogEntry, namespace: string, name: string | undefined, query: Query): string {
  const collection = collectionPath(entry, entry.namespaced ? namespace : '');
  return withQuery(name === undefined ? collection : `${collection}/${encodeURIComponent(name)}`, query);
}
