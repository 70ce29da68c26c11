import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import { GroupVersionKind } from '../../meta/v1/group-version-kind.js';
import { ListMeta } from '../../meta/v1/list-meta.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';

@Struct('apidiscovery.v2.APISubresourceDiscovery', { since: 30, description: 'A sub-resource.' })
export class APISubresourceDiscovery {
  @Field(1, 'string', { required: true, since: 30, description: 'Name of the sub-resource.' }) subresource: string;
  @Field(2, () => GroupVersionKind, { pointer: true, since: 30, description: 'Kind of its answers.' })
  responseKind?: GroupVersionKind;
  @Field(3, listOf(() => GroupVersionKind), {
    listType: 'map',
    listMapKeys: ['group', 'version', 'kind'],
    since: 30,
    description: 'Kinds of its requests. Empty: that of the answers.',
  })
  acceptedTypes?: GroupVersionKind[];
  @Field(4, listOf('string'), { required: true, listType: 'set', since: 30, description: 'Supported verbs.' })
  verbs: string[];
}

@Struct('apidiscovery.v2.APIResourceDiscovery', { since: 30, description: 'A resource and its sub-resources.' })
export class APIResourceDiscovery {
  @Field(1, 'string', { required: true, since: 30, description: 'Plural name of the resource in the URL.' })
  resource: string;
  @Field(2, () => GroupVersionKind, { pointer: true, since: 30, description: 'Kind of its objects.' })
  responseKind?: GroupVersionKind;
  @Field(3, enumOf('Cluster', 'Namespaced'), {
    goType: 'v2.ResourceScope',
    required: true,
    since: 30,
    description: 'Cluster or Namespaced.',
  })
  scope: string;
  @Field(4, 'string', { required: true, since: 30, description: 'Singular name of the resource.' })
  singularResource: string;
  @Field(5, listOf('string'), { required: true, listType: 'set', since: 30, description: 'Supported verbs.' })
  verbs: string[];
  @Field(6, listOf('string'), { listType: 'set', since: 30, description: 'Abbreviations of the name.' })
  shortNames?: string[];
  @Field(7, listOf('string'), {
    listType: 'set',
    since: 30,
    description: 'Names for several resources at once, such as `all`.',
  })
  categories?: string[];
  @Field(8, listOf(() => APISubresourceDiscovery), {
    listType: 'map',
    listMapKeys: ['subresource'],
    since: 30,
    description: 'Sub-resources with their verbs.',
  })
  subresources?: APISubresourceDiscovery[];
}

@Struct('apidiscovery.v2.APIVersionDiscovery', { since: 30, description: 'A version and its resources.' })
export class APIVersionDiscovery {
  @Field(1, 'string', { required: true, since: 30, description: 'Name of the version.' }) version: string;
  @Field(2, listOf(() => APIResourceDiscovery), {
    listType: 'map',
    listMapKeys: ['resource'],
    since: 30,
    description: 'Resources of the version.',
  })
  resources?: APIResourceDiscovery[];
  @Field(3, enumOf('Current', 'Stale'), {
    goType: 'v2.DiscoveryFreshness',
    since: 30,
    description: 'Current, or Stale when an aggregated server could not be asked.',
  })
  freshness?: string;
}

@Struct('apidiscovery.v2.APIGroupDiscovery', { typeMeta: true, since: 30, description: 'A group and its versions.' })
export class APIGroupDiscovery extends KindObject {
  @Field(1, () => ObjectMeta, { since: 30 }) metadata: ObjectMeta;
  @Field(2, listOf(() => APIVersionDiscovery), {
    listType: 'map',
    listMapKeys: ['version'],
    since: 30,
    description: 'Versions of the group, best first.',
  })
  versions?: APIVersionDiscovery[];
}

/** All that is served below `/api` or `/apis` in one document (C-292). Its older version `v2beta1` has the same fields. */
@Struct('apidiscovery.v2.APIGroupDiscoveryList', {
  typeMeta: true,
  since: 30,
  description: 'The groups of the API with all their resources.',
})
export class APIGroupDiscoveryList extends KindObject {
  @Field(1, () => ListMeta, { since: 30 }) metadata: ListMeta;
  @Field(2, listOf(() => APIGroupDiscovery), { required: true, since: 30, description: 'The groups.' })
  items: APIGroupDiscovery[];
}
