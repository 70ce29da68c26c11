import { parseApiVersion } from '@orch/apimachinery';
import type { HasMetadata, ResourceClient } from '@orch/client';
import type { Session } from '../connection/session.js';
import type { CatalogEntry } from '../resources/resource-catalog.js';
import { scoped } from '../resources/object-scope.js';
import { UserError } from '../user-error.js';
import type { Manifest } from './parse-manifest.js';

/** A manifest with its resource and namespace on the server. */
export interface LocatedObject {
  readonly entry: CatalogEntry;
  /** With its namespace set when its resource has one. */
  readonly object: Manifest['object'];
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly resource: ResourceClient<HasMetadata>;
}

/** @throws UserError when the server has no such kind, or the namespaces of object and flag differ. */
export async function locateObject(session: Session, { object, source }: Manifest): Promise<LocatedObject> {
  const gv = parseApiVersion(object.apiVersion);
  const entries = await session.catalog.all();
  const entry = entries.find(
    (candidate) => candidate.kind === object.kind && candidate.group === gv?.group && candidate.version === gv.version,
  );
  if (!entry) {
    throw new UserError(
      `${source}: no matches for kind "${object.kind}" in version "${object.apiVersion}", is its definition installed?`,
    );
  }
  const namespace = entry.namespaced ? namespaceOf(session, object) : '';
  const metadata = entry.namespaced ? { ...object.metadata, namespace } : object.metadata;
  return { entry, namespace, object: { ...object, metadata }, resource: scoped(session, entry, namespace) };
}

function namespaceOf(session: Session, object: HasMetadata): string {
  const own = object.metadata.namespace;
  if (own === undefined || own === '') return session.namespace;
  if (session.namespaceGiven && own !== session.namespace) {
    throw new UserError(
      `the namespace from the provided object "${own}" does not match the namespace "${session.namespace}"`,
    );
  }
  return own;
}
