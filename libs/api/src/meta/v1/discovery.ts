import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';

@Struct('meta.v1.ServerAddressByClientCIDR', { description: 'Address of the server for clients of one network.' })
export class ServerAddressByClientCIDR {
  @Field(1, 'string', { required: true, description: 'Clients whose IP address is in this range use the address.' })
  clientCIDR: string;
  @Field(2, 'string', {
    required: true,
    description: 'Host, or host and port, under which these clients reach the server.',
  })
  serverAddress: string;
}

@Struct('meta.v1.APIVersions', { typeMeta: true, description: 'Versions of the core group, served at `/api`.' })
export class APIVersions extends KindObject {
  @Field(1, listOf('string'), { required: true, listType: 'atomic', description: 'Names of the served versions.' })
  versions: string[];
  @Field(2, listOf(() => ServerAddressByClientCIDR), {
    required: true,
    listType: 'atomic',
    description:
      'Addresses of the server by the network of the client. The first range that contains the client applies.',
  })
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

@Struct('meta.v1.GroupVersionForDiscovery', { description: 'A version of a group.' })
export class GroupVersionForDiscovery {
  @Field(1, 'string', { required: true, description: 'Group and version: `apps/v1`.' }) groupVersion: string;
  @Field(2, 'string', { required: true, description: 'Version without the group: `v1`.' }) version: string;
}

@Struct('meta.v1.APIGroup', {
  typeMeta: true,
  description: 'A group of the API: its versions, and which one clients should use.',
})
export class APIGroup extends KindObject {
  @Field(1, 'string', { required: true, description: 'Name of the group.' }) name: string;
  @Field(2, listOf(() => GroupVersionForDiscovery), {
    required: true,
    listType: 'atomic',
    description: 'Served versions, best first.',
  })
  versions: GroupVersionForDiscovery[];
  @Field(3, () => GroupVersionForDiscovery, {
    description: 'Version that clients use when they have no other reason to choose.',
  })
  preferredVersion?: GroupVersionForDiscovery;
  @Field(4, listOf(() => ServerAddressByClientCIDR), {
    listType: 'atomic',
    description: 'Addresses of the server by the network of the client. Absent: the address of this server.',
  })
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

@Struct('meta.v1.APIGroupList', { typeMeta: true, description: 'The groups of the API, served at `/apis`.' })
export class APIGroupList extends KindObject {
  @Field(1, listOf(() => APIGroup), {
    required: true,
    listType: 'atomic',
    description: 'All served groups except the core group.',
  })
  groups: APIGroup[];
}

@Struct('meta.v1.APIResource', { description: 'A resource of the API or a sub-resource.' })
export class APIResource {
  @Field(1, 'string', { required: true, description: 'Plural name in the URL; a sub-resource is `pods/status`.' })
  name: string;
  @Field(6, 'string', { required: true, description: 'Singular name, accepted and displayed by command line clients.' })
  singularName: string;
  @Field(2, 'bool', { required: true, description: 'Whether objects are in namespaces.' }) namespaced: boolean;
  @Field(8, 'string', {
    description: 'Group of the kind, when it is not that of the list. A scale sub-resource has another group.',
  })
  group?: string;
  @Field(9, 'string', { description: 'Version of the kind, when it is not that of the list.' }) version?: string;
  @Field(3, 'string', { required: true, description: 'Kind of the objects.' }) kind: string;
  @Field(4, listOf('string'), {
    goType: 'v1.Verbs',
    required: true,
    wrapped: true,
    description: 'Supported verbs, such as get, list, watch, create, update, patch and delete.',
  })
  verbs: string[];
  @Field(5, listOf('string'), { listType: 'atomic', description: 'Abbreviations that clients accept for the name.' })
  shortNames?: string[];
  @Field(7, listOf('string'), {
    listType: 'atomic',
    description: 'Names for several resources at once, such as `all`.',
  })
  categories?: string[];
  @Field(10, 'string', {
    description: 'Changes with the version in which objects are stored. Opaque: compare for equality only.',
  })
  storageVersionHash?: string;
}

@Struct('meta.v1.APIResourceList', { typeMeta: true, description: 'The resources of a group version.' })
export class APIResourceList extends KindObject {
  @Field(1, 'string', { required: true, description: 'Group and version of the resources.' }) groupVersion: string;
  @Field(2, listOf(() => APIResource), {
    required: true,
    listType: 'atomic',
    description: 'Resources and sub-resources, with their verbs.',
  })
  resources: APIResource[];
}
