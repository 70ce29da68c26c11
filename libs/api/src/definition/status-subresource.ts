import type { ApiObject, ObjectMeta } from '@orch/apimachinery';
import type { SubresourceStrategy } from './strategy.js';

/** Metadata for a sub-resource that may not touch it: what stands, with the version that was asked for and the owners of fields. */
export function standingMetadata(sent: ObjectMeta, standing: ObjectMeta): ObjectMeta {
  const { resourceVersion: _version, managedFields: _owners, ...kept } = standing;
  return {
    ...kept,
    ...(sent.resourceVersion === undefined ? {} : { resourceVersion: sent.resourceVersion }),
    ...(sent.managedFields === undefined ? {} : { managedFields: sent.managedFields }),
  };
}

/** `status`: takes `status`, labels, annotations and finalizers from what was sent; all else stays as stored, also owner references. */
export function statusSubresource<T extends ApiObject>(
  rules: Omit<SubresourceStrategy<T>, 'prepareForUpdate'> & Partial<SubresourceStrategy<T>> = {},
): SubresourceStrategy<T> {
  return { prepareForUpdate: takeStatus, ...rules };
}

/**
 * As `statusSubresource`, for kinds whose metadata is not written with their status: labels, annotations, finalizers and owners stay as
 * they are stored.
 */
export const statusAloneSubresource = <T extends ApiObject>(
  rules: Omit<SubresourceStrategy<T>, 'prepareForUpdate'> = {},
): SubresourceStrategy<T> =>
  statusSubresource<T>({
    prepareForUpdate: (sent, old) =>
      takeStatus({ ...sent, metadata: standingMetadata(sent.metadata, old.metadata) }, old),
    ...rules,
  });

/**
 * Builds the object of a status write. An absent status stays absent. Owner references are those of the current object: the garbage
 * collector deletes an object whose owners are absent, so writing them would be a right to delete.
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
