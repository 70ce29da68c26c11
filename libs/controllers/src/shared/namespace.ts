import { ApiError } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type InformerChange, type ResourceLike } from '@orch/client';

export interface Namespace extends HasMetadata {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly NamespaceCondition[] };
}

export interface NamespaceCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export const namespaces: ResourceLike<Namespace> = builtinResources.namespaces;

/** Whether objects can be created in it: it exists and is not terminating. */
export const isActive = (namespace: Namespace | undefined): namespace is Namespace =>
  namespace !== undefined && namespace.metadata.deletionTimestamp === undefined;

/** Changes after which an active namespace may lack its default objects: its creation. */
export const isNotDeletion = (change: InformerChange<Namespace>): boolean => change.type !== 'deleted';

/** Whether a create failed because its namespace was deleted or is terminating: then there is nothing left to do. */
export function isNamespaceGoing(err: unknown): boolean {
  if (!(err instanceof ApiError)) return false;
  if (err.reason === 'NotFound') return true;
  return (
    err.reason === 'Forbidden' && (err.details?.causes ?? []).some((cause) => cause.reason === 'NamespaceTerminating')
  );
}
