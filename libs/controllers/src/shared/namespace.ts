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

/** Takes new objects: neither gone nor on its way out. */
export const isActive = (namespace: Namespace | undefined): namespace is Namespace =>
  namespace !== undefined && namespace.metadata.deletionTimestamp === undefined;

/** Changes that can make an active namespace lack what every namespace has: those of its birth. */
export const isNotDeletion = (change: InformerChange<Namespace>): boolean => change.type !== 'deleted';

/** The namespace went, or began to go, while something was being created in it: nothing is left to do there. */
export function isNamespaceGoing(err: unknown): boolean {
  if (!(err instanceof ApiError)) return false;
  if (err.reason === 'NotFound') return true;
  return (
    err.reason === 'Forbidden' && (err.details?.causes ?? []).some((cause) => cause.reason === 'NamespaceTerminating')
  );
}
