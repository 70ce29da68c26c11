import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('scheduling.v1.PriorityClass', { typeMeta: true, description: 'A name for a priority that pods may have.' })
export class PriorityClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', { description: 'Higher goes first; at most 1000000000.' }) value?: number;
  @Field(3, 'bool', { description: 'Pods that name no class get this one. One class at most may say so.' })
  globalDefault?: boolean;
  @Field(4, 'string') description?: string;
  @Field(5, enumOf('PreemptLowerPriority', 'Never'), {
    goType: 'v1.PreemptionPolicy',
    pointer: true,
    default: 'PreemptLowerPriority',
  })
  preemptionPolicy?: string;
}
