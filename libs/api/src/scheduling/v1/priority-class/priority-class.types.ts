import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('scheduling.v1.PriorityClass', { typeMeta: true, description: 'A named priority of pods.' })
export class PriorityClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', {
    zeroIsShown: true,
    description: 'Higher values are scheduled first; at most 1000000000.',
    documentedAsRequired: true,
  })
  value?: number;
  @Field(3, 'bool', {
    description: 'Whether this is the default for pods without a class. At most one class may be the default.',
  })
  globalDefault?: boolean;
  @Field(4, 'string', { description: 'When the class should be used, for people.' }) description?: string;
  @Field(5, enumOf('PreemptLowerPriority', 'Never'), {
    goType: 'v1.PreemptionPolicy',
    pointer: true,
    default: 'PreemptLowerPriority',
    description:
      'Never or PreemptLowerPriority: whether pods of the class may displace pods of lower priority. Default: PreemptLowerPriority.',
  })
  preemptionPolicy?: string;
}
