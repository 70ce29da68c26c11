import { useEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../../api/object';
import type { Session } from '../../session/session';
import { findOwned, type Owned } from './find-owned';
import { type Ancestor, ownerChain } from './owner-chain';

export interface Relatives {
  readonly owners: readonly Ancestor[];
  readonly owned: Owned | undefined;
}

/** Reads who owns the object and what it owns, each time `run` grows; nothing while it is 0. Only what the user may see is requested. */
export function useRelatives(session: Session, object: ApiObject, run: number): Relatives {
  const [owners, setOwners] = useState<readonly Ancestor[]>([]);
  const [owned, setOwned] = useState<Owned | undefined>(undefined);
  useEffect(() => {
    if (run === 0) return undefined;
    const abort = new AbortController();
    const namespace = object.metadata.namespace ?? '';
    const kinds = session.resources.value.filter(
      (resource) =>
        resource.resource !== 'events' &&
        resource.verbs.includes('list') &&
        (namespace === '' || resource.namespaced) &&
        session.may('list', resource, namespace),
    );
    void ownerChain(
      session.client,
      object,
      ({ apiVersion, kind, name }) => {
        const resource = session.ofKind(apiVersion, kind);
        const mayRead =
          resource !== undefined && session.may('get', resource, resource.namespaced ? namespace : '', name);
        return { resource, mayRead };
      },
      abort.signal,
    ).then((chain) => {
      if (!abort.signal.aborted) setOwners(chain);
    });
    void findOwned(session.client, kinds, namespace, abort.signal, setOwned);
    return () => abort.abort();
  }, [session, object.metadata.uid, run]);
  return { owners, owned };
}
