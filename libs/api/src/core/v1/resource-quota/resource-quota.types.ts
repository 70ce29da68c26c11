import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

const SCOPE = enumOf(
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
);

@Struct('core.v1.ScopedResourceSelectorRequirement')
export class ScopedResourceSelectorRequirement {
  @Field(1, SCOPE, { goType: 'v1.ResourceQuotaScope', required: true }) scopeName: string;
  @Field(2, enumOf('In', 'NotIn', 'Exists', 'DoesNotExist'), { goType: 'v1.ScopeSelectorOperator', required: true })
  operator: string;
  @Field(3, listOf('string'), { listType: 'atomic' }) values?: string[];
}

@Struct('core.v1.ScopeSelector', { structType: 'atomic' })
export class ScopeSelector {
  @Field(1, listOf(() => ScopedResourceSelectorRequirement), { listType: 'atomic' })
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

@Struct('core.v1.ResourceQuotaSpec')
export class ResourceQuotaSpec {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList' }) hard?: Record<string, string>;
  @Field(2, listOf(SCOPE), { goType: '[]v1.ResourceQuotaScope', listType: 'atomic' }) scopes?: string[];
  @Field(3, () => ScopeSelector, { pointer: true }) scopeSelector?: ScopeSelector;
}

@Struct('core.v1.ResourceQuotaStatus')
export class ResourceQuotaStatus {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList' }) hard?: Record<string, string>;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList' }) used?: Record<string, string>;
}

@Struct('core.v1.ResourceQuota', {
  typeMeta: true,
  description: 'Resource limits of all objects in a namespace together.',
})
export class ResourceQuota extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ResourceQuotaSpec) spec?: ResourceQuotaSpec;
  @Field(3, () => ResourceQuotaStatus) status?: ResourceQuotaStatus;
}
