import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('admissionregistration.v1.ParamKind', {
  structType: 'atomic',
  since: 30,
  description: 'Kind of the objects that parameterize a policy.',
})
export class ParamKind {
  @Field(1, 'string', { since: 30 }) apiVersion?: string;
  @Field(2, 'string', { since: 30 }) kind?: string;
}

@Struct('admissionregistration.v1.ParamRef', {
  structType: 'atomic',
  since: 30,
  description: 'Objects of the kind of parameters, by name or by selector.',
})
export class ParamRef {
  @Field(1, 'string', { since: 30 }) name?: string;
  @Field(2, 'string', { since: 30 }) namespace?: string;
  @Field(3, () => LabelSelector, { pointer: true, since: 30 }) selector?: LabelSelector;
  @Field(4, enumOf('Allow', 'Deny'), { goType: 'v1.ParameterNotFoundActionType', pointer: true, since: 30 })
  parameterNotFoundAction?: string;
}

@Struct('admissionregistration.v1.Variable', {
  structType: 'atomic',
  since: 30,
  description: 'A named expression, which later expressions can refer to.',
})
export class Variable {
  @Field(1, 'string', { required: true, since: 30 }) name: string;
  @Field(2, 'string', { required: true, since: 30 }) expression: string;
}
