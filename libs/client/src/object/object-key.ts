import type { ObjectMeta } from '@orch/apimachinery';

/** Names one object of a resource. `namespace` is empty for cluster-scoped objects. */
export interface ObjectKey {
  readonly namespace: string;
  readonly name: string;
}

/** The minimum a client requires of an object: every API object, typed or plain, has it. */
export interface HasMetadata {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
}

/** Key of an object that has a name. */
export const keyOf = (object: HasMetadata): ObjectKey => ({
  namespace: object.metadata.namespace ?? '',
  name: object.metadata.name ?? '',
});

/**
 * `namespace/name`, or `name` without a namespace: for maps and logs. Unique per key of an object that can exist; names with
 * slashes, which come from references, stay keys of nothing.
 */
export const keyText = ({ namespace, name }: ObjectKey): string =>
  namespace === '' && !name.includes('/') ? name : `${namespace}/${name}`;

/** A key with this text; for keys of objects that can exist the reverse of `keyText`. */
export function parseKeyText(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { namespace: '', name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
