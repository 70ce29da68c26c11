import { Field, Struct } from '../../../definition/decorators.js';

@Struct('admissionregistration.v1.MatchCondition', {
  since: 27,
  description: 'An expression that must be true for a request to match.',
})
export class MatchCondition {
  @Field(1, 'string', {
    required: true,
    since: 27,
    description: 'Name of the condition, unique in the list; for logs.',
  })
  name: string;
  @Field(2, 'string', {
    required: true,
    since: 27,
    description: 'CEL expression of type bool over object, oldObject, request and authorizer.',
  })
  expression: string;
}
