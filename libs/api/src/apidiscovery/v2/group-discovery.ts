import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import { GroupVersionKind } from '../../meta/v1/group-version-kind.js';
import { ListMeta } from '../../meta/v1/list-meta.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';

@Struct('apidiscovery.v2.APISubresourceDiscovery', { since: 30 })
export class APISubresourceDiscovery {
  @Field(1, 'string', { required: true, since: 30 }) subresource: string;
  @Field(2, () => GroupVersionKind, { pointer: true, since: 30 }) responseKind?: GroupVersionKind;
  @Field(3, listOf(() => GroupVersionKind), {
    listType: 'map',
    listMapKeys: ['group', 'version', 'kind'],
    since: 30,
  })
  acceptedTypes?: GroupVersionKind[];
  @Field(4, listOf('string'), { required: true, listType: 'set', since: 30 }) verbs: string[];
}

@Struct('apidiscovery.v2.APIResourceDiscovery', { since: 30 })
export class APIResourceDiscovery {
  @Field(1, 'string', { required: true, since: 30 }) resource: string;
  @Field(2, () => GroupVersionKind, { pointer: true, since: 30 }) responseKind?: GroupVersionKind;
  @Field(3, enumOf('Cluster', 'Namespaced'), { goType: 'v2.ResourceScope', required: true, since: 30 }) scope: string;
  @Field(4, 'string', { required: true, since: 30 }) singularResource: string;
  @Field(5, listOf('string'), { required: true, listType: 'set', since: 30 }) verbs: string[];
  @Field(6, listOf('string'), { listType: 'set', since: 30 }) shortNames?: string[];
  @Field(7, listOf('string'), { listType: 'set', since: 30 }) categories?: string[];
  @Field(8, listOf(() => APISubresourceDiscovery), { listType: 'map', listMapKeys: ['subresource'], since: 30 })
  subresources?: APISubresourceDiscovery[];
}

@Struct('apidiscovery.v2.APIVersionDiscovery', { since: 30 })
export class APIVersionDiscovery {
  @Field(1, 'string', { required: true, since: 30 }) version: string;
  @Field(2, listOf(() => APIResourceDiscovery), { listType: 'map', listMapKeys: ['resource'], since: 30 })
  resources?: APIResourceDiscovery[];
  @Field(3, enumOf('Current', 'Stale'), { goType: 'v2.DiscoveryFreshness', since: 30 }) freshness?: string;
}

@Struct('apidiscovery.v2.APIGroupDiscovery', { typeMeta: true, since: 30 })
export class APIGroupDiscovery extends KindObject {
  @Field(1, () => ObjectMeta, { since: 30 }) metadata: ObjectMeta;
  @Field(2, listOf(() => APIVersionDiscovery), { listType: 'map', listMapKeys: ['version'], since: 30 })
  versions?: APIVersionDiscovery[];
}

/** All that is served below `/api` or `/apis` in one document (C-292). Its older version `v2beta1` has the same fields. */
@Struct('apidiscovery.v2.APIGroupDiscoveryList', { typeMeta: true, since: 30 })
export class APIGroupDiscoveryList extends KindObject {
  @Field(1, () => ListMeta, { since: 30 }) metadata: ListMeta;
  @Field(2, listOf(() => APIGroupDiscovery), { required: true, since: 30 }) items: APIGroupDiscovery[];
}
