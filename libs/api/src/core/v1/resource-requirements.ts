import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf } from '../../definition/field-type.js';

@Struct('core.v1.ResourceClaim', { since: 26, description: 'A reference to a resource claim of the pod.' })
export class ResourceClaim {
  @Field(1, 'string', { required: true, since: 26, description: 'Name of the claim in `spec.resourceClaims`.' })
  name: string;
  @Field(2, 'string', { since: 31, description: 'Name of the request in the claim. Default: the whole claim.' })
  request?: string;
}

@Struct('core.v1.ResourceRequirements', { description: 'Resources that are requested and limited.' })
export class ResourceRequirements {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Maximum of each resource.' }) limits?: Record<
    string,
    string
  >;
  @Field(2, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    description: 'Minimum of each resource, by which pods are scheduled. Default: the limit.',
  })
  requests?: Record<string, string>;
  @Field(3, listOf(() => ResourceClaim), {
    listType: 'map',
    listMapKeys: ['name'],
    featureGate: 'DynamicResourceAllocation',
    since: 26,
    description: 'Resource claims that the container uses.',
  })
  claims?: ResourceClaim[];
}

@Struct('core.v1.VolumeResourceRequirements', { since: 29, description: 'Size that a claim requests.' })
export class VolumeResourceRequirements {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', since: 29, description: 'Maximum of each resource.' })
  limits?: Record<string, string>;
  @Field(2, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    since: 29,
    description: 'Minimum of each resource: `storage`.',
  })
  requests?: Record<string, string>;
}
