import type { ApiObject, ObjectMeta } from '@orch/apimachinery';
import type { SubresourceStrategy } from './strategy.js';

/** Metadata of a write to a sub-resource that may not change it: the current metadata with the sent `resourceVersion` and `managedFields`. */
export function resetMetadata(sent: ObjectMeta, current: ObjectMeta): ObjectMeta {
  const { resourceVersion: _version, managedFields: _owners, ...kept } = current;
  return {
    ...kept,
    ...(sent.resourceVersion === undefined ? {} : { resourceVersion: sent.resourceVersion }),
    ...(sent.managedFields === undefined ? {} : { managedFields: sent.managedFields }),
  };
}

/** `status`: takes `status`, labels, annotations and finalizers from the sent object; everything else, also owner references, from the current one. */
export function statusSubresource<T extends ApiObject>(
  rules: Omit<SubresourceStrategy<T>, 'prepareForUpdate'> & Partial<SubresourceStrategy<T>> = {},
): SubresourceStrategy<T> {
  return { prepareForUpdate: takeStatus, ...rules };
}

/**
 * As `statusSubresource`, for kinds whose status writes do not change metadata: labels, annotations, finalizers and owners stay
 * those of the current object.
 */
export const statusAloneSubresource = <T extends ApiObject>(
  rules: Omit<SubresourceStrategy<T>, 'prepareForUpdate'> = {},
): SubresourceStrategy<T> =>
  statusSubresource<T>({
    resets: ['metadata'],
    prepareForUpdate: (sent, old) => takeStatus({ ...sent, metadata: resetMetadata(sent.metadata, old.metadata) }, old),
    ...rules,
  });

/**
 * Builds the object of a status write. An absent status stays absent. Owner references are those of the current object: the garbage
 * collector deletes objects without existing owners, so permission to write them would imply permission to delete.
 */
export function takeStatus<T extends ApiObject>(sent: T, old: T): T {
  const { status: _old, ...rest } = old;
  const built = {
    ...rest,
    metadata: { ...sent.metadata, ownerReferences: old.metadata.ownerReferences },
    ...(sent['status'] === undefined ? {} : { status: sent['status'] }),
  };
  return built as unknown as T;
}
