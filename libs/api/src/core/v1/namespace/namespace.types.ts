import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('core.v1.NamespaceSpec', { description: 'Properties of a Namespace.' })
export class NamespaceSpec {
  @Field(1, listOf('string'), {
    goType: '[]v1.FinalizerName',
    listType: 'atomic',
    description: 'Finalizers that must be removed before the namespace is deleted.',
  })
  finalizers?: string[];
}

@Struct('core.v1.NamespaceCondition', { description: 'A condition of a Namespace.', describedAs: () => Condition })
export class NamespaceCondition {
  @Field(1, 'string', { goType: 'v1.NamespaceConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(4, 'time') lastTransitionTime?: string | null;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('core.v1.NamespaceStatus', { description: 'Observed state of a Namespace.' })
export class NamespaceStatus {
  @Field(1, enumOf('Active', 'Terminating'), {
    goType: 'v1.NamespacePhase',
    default: 'Active',
    description: 'Active, or Terminating once deleted.',
  })
  phase?: string;
  @Field(2, listOf(() => NamespaceCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions of the deletion: what remains, and what failed.',
  })
  conditions?: NamespaceCondition[];
}

@Struct('core.v1.Namespace', {
  typeMeta: true,
  description: 'A scope of object names: objects in different namespaces may have equal names.',
})
export class Namespace extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => NamespaceSpec) spec?: NamespaceSpec;
  @Field(3, () => NamespaceStatus) status?: NamespaceStatus;
}
