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

@Struct('core.v1.ScopedResourceSelectorRequirement', { description: 'A condition on a scope of a quota.' })
export class ScopedResourceSelectorRequirement {
  @Field(1, SCOPE, { goType: 'v1.ResourceQuotaScope', required: true, description: 'Name of the scope.' })
  scopeName: string;
  @Field(2, enumOf('In', 'NotIn', 'Exists', 'DoesNotExist'), {
    goType: 'v1.ScopeSelectorOperator',
    required: true,
    description: 'Relation of scope and values: In, NotIn, Exists or DoesNotExist.',
  })
  operator: string;
  @Field(3, listOf('string'), { listType: 'atomic', description: 'Values for In and NotIn. Empty for the others.' })
  values?: string[];
}

@Struct('core.v1.ScopeSelector', {
  structType: 'atomic',
  description: 'Conditions on the scopes of a quota, all of which must hold.',
})
export class ScopeSelector {
  @Field(1, listOf(() => ScopedResourceSelectorRequirement), { listType: 'atomic', description: 'The conditions.' })
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

@Struct('core.v1.ResourceQuotaSpec', { description: 'Limits of a quota.' })
export class ResourceQuotaSpec {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Limit of each resource.' }) hard?: Record<
    string,
    string
  >;
  @Field(2, listOf(SCOPE), {
    goType: '[]v1.ResourceQuotaScope',
    listType: 'atomic',
    description:
      'Objects that are counted, all must match: Terminating, NotTerminating, BestEffort, NotBestEffort, PriorityClass, CrossNamespacePodAffinity. Default: all.',
  })
  scopes?: string[];
  @Field(3, () => ScopeSelector, { pointer: true, description: 'Objects that are counted, by conditions on scopes.' })
  scopeSelector?: ScopeSelector;
}

@Struct('core.v1.ResourceQuotaStatus', { description: 'Limits and use of a quota.' })
export class ResourceQuotaStatus {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Enforced limit of each resource.' })
  hard?: Record<string, string>;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Use of each resource in the namespace.' })
  used?: Record<string, string>;
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
