import { Field, Struct } from '../../definition/decorators.js';
import { openEnumOf } from '../../definition/field-type.js';

@Struct('meta.v1.Condition', { description: 'One aspect of the state of an object.' })
export class Condition {
  @Field(1, 'string', { required: true, description: 'Name of the aspect, in CamelCase: `Ready`.' }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), {
    goType: 'v1.ConditionStatus',
    required: true,
    description: 'Whether the condition holds: True, False or Unknown.',
  })
  status: string;
  @Field(3, 'int64', {
    description:
      "`metadata.generation` of the object from which the condition was computed. A lower one than the object's is outdated.",
  })
  observedGeneration?: number;
  @Field(4, 'time', { required: true, description: 'When `status` last changed.' }) lastTransitionTime: string | null;
  @Field(5, 'string', { required: true, description: 'Cause of the last transition, in CamelCase, for programs.' })
  reason: string;
  @Field(6, 'string', { required: true, description: 'Details of the last transition, for people. May be empty.' })
  message: string;
}
