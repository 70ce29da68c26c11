import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf } from '../../definition/field-type.js';

@Struct('core.v1.ResourceClaim', { since: 26 })
export class ResourceClaim {
  @Field(1, 'string', { required: true, since: 26 }) name: string;
  @Field(2, 'string', { since: 31 }) request?: string;
}

@Struct('core.v1.ResourceRequirements')
export class ResourceRequirements {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList' }) limits?: Record<string, string>;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList' }) requests?: Record<string, string>;
  @Field(3, listOf(() => ResourceClaim), {
    listType: 'map',
    listMapKeys: ['name'],
    featureGate: 'DynamicResourceAllocation',
    since: 26,
  })
  claims?: ResourceClaim[];
}

@Struct('core.v1.VolumeResourceRequirements', { since: 29 })
export class VolumeResourceRequirements {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', since: 29 }) limits?: Record<string, string>;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList', since: 29 }) requests?: Record<string, string>;
}
