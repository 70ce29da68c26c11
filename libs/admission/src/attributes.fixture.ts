import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, ExtractReader, LabelReader, ObjectReader, PartReader } from '@orch/registry';

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

/** A reader of objects and of their parts. For tests. @param read gives whole objects. */
export const objectReader = (read: ObjectReader['read']): LabelReader & ObjectReader & PartReader => ({
  read,
  has: (...key) => read(...key) !== undefined,
  readAll: () => [],
  labelsOf: (...key) => {
    const object = read(...key);
    return object && (object.metadata.labels ?? {});
  },
  identityOf: (...key) => read(...key)?.metadata,
  partOf: (resource, namespace, name, path) => {
    let part: unknown = read(resource, namespace, name);
    for (const member of path) part = (part as Readonly<Record<string, unknown>> | undefined)?.[member];
    return part === undefined ? undefined : Buffer.from(JSON.stringify(part));
  },
});

/** Reads extracts of whole objects. For tests. @param readAll gives the objects of a resource. */
export const extractReader = (readAll: ObjectReader['readAll']): ExtractReader => ({
  // eslint-disable-next-line require-yield
  *extractsInSteps(resource, extract) {
    return [...readAll(resource)].map((object) => extract(Buffer.from(JSON.stringify(object))));
  },
});

/** A reader of the namespace `t1` with annotations and labels, and of nothing else. */
export const namespaceReader = (metadata: object = {}): LabelReader & ObjectReader & PartReader =>
  objectReader(({ resource }, _namespace, name) =>
    resource === 'namespaces' && name === 't1' ? { metadata: { name: 't1', ...metadata } } : undefined,
  );
