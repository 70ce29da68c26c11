import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.ComponentCondition', { description: 'Health of a component.' })
export class ComponentCondition {
  @Field(1, openEnumOf('Healthy'), { goType: 'v1.ComponentConditionType', required: true, description: 'Healthy.' })
  type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), {
    goType: 'v1.ConditionStatus',
    required: true,
    description: 'True, False or Unknown.',
  })
  status: string;
  @Field(3, 'string', { description: 'Details for people, for example the answer of a health check.' })
  message?: string;
  @Field(4, 'string', { description: 'Error code of the check.' }) error?: string;
}

@Struct('core.v1.ComponentStatus', {
  typeMeta: true,
  description: 'How a part of the control plane is. Deprecated: the health endpoints tell more.',
})
export class ComponentStatus extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => ComponentCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Health of the component.',
  })
  conditions?: ComponentCondition[];
}
