import type { GroupVersionResource } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { HasMetadata } from '../object/object-key.js';

declare const objectType: unique symbol;

/**
 * Carries `T`. A method, so that `T` is bivariant: a resource of general objects is assignable to one of Pods,
 * but one of Pods not to one of Secrets.
 */
interface Accepts<T> {
  accept(object: T): void;
}

/** A served resource. `T` is the type of its objects; it does not exist at run time. */
export interface ResourceType<T extends HasMetadata = HasMetadata> extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly [objectType]?: Accepts<T>;
}

/** A built-in resource, independent of the vocabulary: the client fills in its group name. */
export interface BuiltinResource<T extends HasMetadata = HasMetadata> {
  readonly groupName: GroupName;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly [objectType]?: Accepts<T>;
}

/** All that `Client.resource` and `InformerFactory.informer` take. */
export type ResourceLike<T extends HasMetadata = HasMetadata> =
  | ResourceType<T>
  | BuiltinResource<T>
  | (GroupVersionResource & { readonly [objectType]?: Accepts<T> });

/**
 * A class whose fields are those of the objects of a kind, and which names the resource. Objects are plain data: methods of the class are not
 * theirs, so it should have none.
 */
export type KindClass<T extends HasMetadata = HasMetadata> = (abstract new (...args: never[]) => T) & {
  readonly resource: GroupVersionResource;
};

/** The resource of a class, or what was given. */
export const resourceOfClass = <T extends HasMetadata>(resource: ResourceLike<T> | KindClass<T>): ResourceLike<T> =>
  typeof resource === 'function' ? resource.resource : resource;

/** Group, version and resource of `resource` in `vocabulary`. */
export const resolveResource = <T extends HasMetadata>(
  resource: ResourceLike<T>,
  vocabulary: Vocabulary,
): GroupVersionResource =>
  'groupName' in resource
    ? { group: vocabulary.groups[resource.groupName], version: resource.version, resource: resource.resource }
    : { group: resource.group, version: resource.version, resource: resource.resource };
