import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';

@Struct('meta.v1.ServerAddressByClientCIDR')
export class ServerAddressByClientCIDR {
  @Field(1, 'string', { required: true }) clientCIDR: string;
  @Field(2, 'string', { required: true }) serverAddress: string;
}

@Struct('meta.v1.APIVersions', { typeMeta: true })
export class APIVersions extends KindObject {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) versions: string[];
  @Field(2, listOf(() => ServerAddressByClientCIDR), { required: true, listType: 'atomic' })
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

@Struct('meta.v1.GroupVersionForDiscovery')
export class GroupVersionForDiscovery {
  @Field(1, 'string', { required: true }) groupVersion: string;
  @Field(2, 'string', { required: true }) version: string;
}

@Struct('meta.v1.APIGroup', { typeMeta: true })
export class APIGroup extends KindObject {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, listOf(() => GroupVersionForDiscovery), { required: true, listType: 'atomic' })
  versions: GroupVersionForDiscovery[];
  @Field(3, () => GroupVersionForDiscovery) preferredVersion?: GroupVersionForDiscovery;
  @Field(4, listOf(() => ServerAddressByClientCIDR), { listType: 'atomic' })
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

@Struct('meta.v1.APIGroupList', { typeMeta: true })
export class APIGroupList extends KindObject {
  @Field(1, listOf(() => APIGroup), { required: true, listType: 'atomic' }) groups: APIGroup[];
}

@Struct('meta.v1.APIResource')
export class APIResource {
  @Field(1, 'string', { required: true }) name: string;
  @Field(6, 'string', { required: true }) singularName: string;
  @Field(2, 'bool', { required: true }) namespaced: boolean;
  @Field(8, 'string') group?: string;
  @Field(9, 'string') version?: string;
  @Field(3, 'string', { required: true }) kind: string;
  @Field(4, listOf('string'), { goType: 'v1.Verbs', required: true, wrapped: true }) verbs: string[];
  @Field(5, listOf('string'), { listType: 'atomic' }) shortNames?: string[];
  @Field(7, listOf('string'), { listType: 'atomic' }) categories?: string[];
  @Field(10, 'string') storageVersionHash?: string;
}

@Struct('meta.v1.APIResourceList', { typeMeta: true })
export class APIResourceList extends KindObject {
  @Field(1, 'string', { required: true }) groupVersion: string;
  @Field(2, listOf(() => APIResource), { required: true, listType: 'atomic' }) resources: APIResource[];
}
