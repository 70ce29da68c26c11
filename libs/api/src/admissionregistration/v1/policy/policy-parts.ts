import { Field, Struct } from '../../../definition/decorators.js';
import { openEnumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('admissionregistration.v1.ParamKind', {
  structType: 'atomic',
  since: 30,
  description: 'Kind of the objects that parameterize a policy.',
})
export class ParamKind {
  @Field(1, 'string', { since: 30, description: 'Group and version of the parameters.' }) apiVersion?: string;
  @Field(2, 'string', { since: 30, description: 'Kind of the parameters.' }) kind?: string;
}

@Struct('admissionregistration.v1.ParamRef', {
  structType: 'atomic',
  since: 30,
  description: 'Objects of the kind of parameters, by name or by selector.',
})
export class ParamRef {
  @Field(1, 'string', { since: 30, description: 'Name of the parameter object. Not with `selector`.' }) name?: string;
  @Field(2, 'string', {
    since: 30,
    description: 'Namespace of the parameter objects. Default: that of the request. Not for cluster-scoped kinds.',
  })
  namespace?: string;
  @Field(3, () => LabelSelector, {
    pointer: true,
    since: 30,
    description: 'Labels of the parameter objects; the policy is evaluated with each. Not with `name`.',
  })
  selector?: LabelSelector;
  @Field(4, openEnumOf('Allow', 'Deny'), {
    goType: 'v1.ParameterNotFoundActionType',
    pointer: true,
    since: 30,
    description: 'What a missing object means: Allow skips the policy, Deny treats it as an error.',
  })
  parameterNotFoundAction?: string;
}

@Struct('admissionregistration.v1.Variable', {
  structType: 'atomic',
  since: 30,
  description: 'A named expression, which later expressions can refer to.',
})
export class Variable {
  @Field(1, 'string', {
    required: true,
    since: 30,
    description: 'Name of the variable: `variables.NAME` in expressions.',
  })
  name: string;
  @Field(2, 'string', { required: true, since: 30, description: 'CEL expression with the value.' }) expression: string;
}
