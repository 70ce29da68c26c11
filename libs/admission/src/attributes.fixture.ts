import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, LabelReader, ObjectReader } from '@orch/registry';

/** Attributes of the create of an object in the namespace `t1`, by default of a pod. For tests. */
export function attributesOf(
  object: object,
  change: Partial<AdmissionAttributes> & { readonly resource?: string } = {},
): AdmissionAttributes {
  const { resource = 'pods', ...more } = change;
  return {
    operation: more.oldObject ? 'UPDATE' : 'CREATE',
    definition: { gvr: { group: '', version: 'v1', resource } } as ResourceDefinition,
    subresource: '',
    namespace: 't1',
    name: 'x',
    object: { metadata: { name: 'x' }, ...object } as ApiObject,
    oldObject: undefined,
    user: { username: 'jane', groups: [] },
    dryRun: false,
    warn: () => undefined,
    annotate: () => undefined,
    onFailure: () => undefined,
    ...more,
  };
}

/** A reader of the namespace `t1` with annotations and labels, and of nothing else. */
export const namespaceReader = (metadata: object = {}): LabelReader & ObjectReader => {
  const namespace = { metadata: { name: 't1', ...metadata } } as ApiObject;
  const isIt = (...[{ resource }, , name]: Parameters<ObjectReader['read']>) =>
    resource === 'namespaces' && name === 't1';
  return {
    read: (...key) => (isIt(...key) ? namespace : undefined),
    labelsOf: (...key) => (isIt(...key) ? (namespace.metadata.labels ?? {}) : undefined),
    has: (...key) => isIt(...key),
    readAll: () => [],
  };
};
