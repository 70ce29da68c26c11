import { Field, Struct } from '../../definition/decorators.js';
import { enumOf } from '../../definition/field-type.js';

@Struct('meta.v1.Condition')
export class Condition {
  @Field(1, 'string', { required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'int64') observedGeneration?: number;
  @Field(4, 'time', { required: true }) lastTransitionTime: string;
  @Field(5, 'string', { required: true }) reason: string;
  @Field(6, 'string', { required: true }) message: string;
}
