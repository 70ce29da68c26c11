import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('admissionregistration.v1.Rule')
export class Rule {
  @Field(1, listOf('string'), { listType: 'atomic' }) apiGroups?: string[];
  @Field(2, listOf('string'), { listType: 'atomic' }) apiVersions?: string[];
  @Field(3, listOf('string'), { listType: 'atomic' }) resources?: string[];
  @Field(4, enumOf('Cluster', 'Namespaced', '*'), { goType: 'v1.ScopeType', pointer: true, default: '*' })
  scope?: string;
}

@Struct('admissionregistration.v1.RuleWithOperations', {
  inline: [{ number: 2, type: () => Rule }],
  description: 'Matching requests: every list must contain the attribute of a request.',
})
export class RuleWithOperations extends Rule {
  @Field(1, listOf(enumOf('*', 'CREATE', 'UPDATE', 'DELETE', 'CONNECT')), {
    goType: '[]v1.OperationType',
    listType: 'atomic',
  })
  operations?: string[];
}
