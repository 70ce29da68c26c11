import type { ResourceDefinition } from '@orch/api';
import { ApiError, type ObjectMeta, type ResourceRef } from '@orch/apimachinery';
import type { DeleteRequest } from './delete-request.js';

/** Resources that kube-apiserver stores under another name than their plural: its messages quote the key of the object. */
const STORED_AS: ReadonlyMap<string, string> = new Map([
  ['endpoints', 'services/endpoints'],
  ['ingresses', 'ingress'],
  ['nodes', 'minions'],
  ['replicationcontrollers', 'controllers'],
  ['services', 'services/specs'],
]);

/**
 * The conflict of an update whose body has the uid of another object.
 * @param namespace empty for a cluster-scoped object.
 * @param current empty if the object does not exist.
 */
export const uidConflict = (target: ResourceRef, namespace: string, sent: string, current: string): ApiError =>
  preconditionConflict(target, namespace, 'UID', sent, current);

/** The same of a view of an object, such as its scale. @param subresource of the view. */
export const viewUidConflict = (target: ResourceRef, subresource: string, sent: string, current: string): ApiError =>
  ApiError.conflict(
    { ...target, resource: `${target.resource}/${subresource}` },
    preconditionText('UID', sent, current),
  );

/**
 * The conflict of a binding that is meant for another pod, or for another version of it.
 * @returns undefined where the binding names neither, or those of the pod.
 */
export function bindingConflict(name: string, sent: ObjectMeta, pod: ObjectMeta): ApiError | undefined {
  const conflict = (what: Precondition, wanted: string | undefined, current = ''): ApiError | undefined =>
    wanted && wanted !== current
      ? preconditionConflict({ group: '', resource: 'pods', name }, pod.namespace ?? '', what, wanted, current)
      : undefined;
  return conflict('UID', sent.uid, pod.uid) ?? conflict('ResourceVersion', sent.resourceVersion, pod.resourceVersion);
}

type Precondition = 'UID' | 'ResourceVersion';

const preconditionText = (what: Precondition, sent: string, current = ''): string =>
  `Precondition failed: ${what} in precondition: ${sent}, ${what} in object meta: ${current}`;

function preconditionConflict(
  target: ResourceRef,
  namespace: string,
  what: Precondition,
  sent: string,
  current: string,
): ApiError {
  const { resource, name = '' } = target;
  const place = STORED_AS.get(resource) ?? resource;
  const key = ['', 'registry', place, ...(namespace === '' ? [] : [namespace]), name].join('/');
  const failed = preconditionText(what, sent, current);
  return ApiError.conflict(
    target,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${failed}`,
  );
}

/** @throws ApiError Conflict when a delete is for another object or another version of it (C-227). */
export function checkDeletePreconditions(
  { gvk, gvr }: ResourceDefinition,
  name: string,
  { uid, resourceVersion }: DeleteRequest,
  current: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined },
): void {
  if (gvk.group === '' && gvk.kind === 'Namespace') {
    // The storage of namespaces in kube-apiserver checks them itself, with other texts.
    if (uid !== undefined && uid !== current.uid)
      throw ApiError.conflict({ ...gvr, name }, preconditionText('UID', uid, current.uid));
    if (resourceVersion !== undefined && resourceVersion !== current.resourceVersion)
      throw ApiError.conflict(
        { ...gvr, name },
        preconditionText('ResourceVersion', resourceVersion, current.resourceVersion),
      );
    return;
  }
  const target = { group: gvk.group, resource: gvk.kind, name };
  if (uid !== undefined && uid !== current.uid)
    throw ApiError.conflict(
      target,
      `the UID in the precondition (${uid}) does not match the UID in record (${current.uid ?? ''}). ` +
        'The object might have been deleted and then recreated',
    );
  if (resourceVersion !== undefined && resourceVersion !== current.resourceVersion)
    throw ApiError.conflict(
      target,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record ` +
        `(${current.resourceVersion ?? ''}). The object might have been modified`,
    );
}
