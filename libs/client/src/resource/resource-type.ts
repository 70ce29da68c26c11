import type { GroupVersionResource } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { HasMetadata } from '../object/object-key.js';

declare const objectType: unique symbol;

/**
 * Carries `T`. A method, so that general and special may stand for each other: a resource of unnamed objects can be
 * taken as one of Pods, but one of Pods not as one of Secrets.
 */
interface Accepts<T> {
  accept(object: T): void;
}

/** A resource as one server serves it. `T` is the type of its objects; nothing at run time carries it. */
export interface ResourceType<T extends HasMetadata = HasMetadata> extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly [objectType]?: Accepts<T>;
}

/** A built-in resource in no particular vocabulary: the client puts in its own group name. */
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
  ResourceType<T> | BuiltinResource<T> | (GroupVersionResource & { readonly [objectType]?: Accepts<T> });

/** Group, version and resource of `resource` in `vocabulary`. */
export const resolveResource = <T extends HasMetadata>(
  resource: ResourceLike<T>,
  vocabulary: Vocabulary,
): GroupVersionResource =>
  'groupName' in resource
    ? { group: vocabulary.groups[resource.groupName], version: resource.version, resource: resource.resource }
    : { group: resource.group, version: resource.version, resource: resource.resource };
