import type { GroupVersionResource } from '@orch/apimachinery';
import type { GroupName, Vocabulary } from '@orch/vocabulary';
import type { HasMetadata } from '../object/object-key.js';

declare const objectType: unique symbol;

/** A resource as one server serves it. `T` is the type of its objects; nothing at run time carries it. */
export interface ResourceType<T extends HasMetadata = HasMetadata> extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly [objectType]?: T;
}

/**
 * A built-in resource in no particular vocabulary: the client puts in its own group name. One of `never` may be taken
 * as one of any type of object.
 */
export interface BuiltinResource<T extends HasMetadata = HasMetadata> {
  readonly groupName: GroupName;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly [objectType]?: T;
}

/** All that `Client.resource` and `InformerFactory.informer` take. */
export type ResourceLike<T extends HasMetadata = HasMetadata> =
  ResourceType<T> | BuiltinResource<T> | (GroupVersionResource & { readonly [objectType]?: T });

/** Group, version and resource of `resource` in `vocabulary`. */
export const resolveResource = (resource: ResourceLike, vocabulary: Vocabulary): GroupVersionResource =>
  'groupName' in resource
    ? { group: vocabulary.groups[resource.groupName], version: resource.version, resource: resource.resource }
    : { group: resource.group, version: resource.version, resource: resource.resource };
