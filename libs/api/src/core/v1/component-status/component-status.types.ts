import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.ComponentCondition')
export class ComponentCondition {
  @Field(1, enumOf('Healthy'), { goType: 'v1.ComponentConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'string') message?: string;
  @Field(4, 'string') error?: string;
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
  })
  conditions?: ComponentCondition[];
}
