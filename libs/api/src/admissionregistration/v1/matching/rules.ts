import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';

@Struct('admissionregistration.v1.Rule', { description: 'Resources that match.' })
export class Rule {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    description: 'Groups of the resources; `*` is all and must be alone.',
  })
  apiGroups?: string[];
  @Field(2, listOf('string'), {
    listType: 'atomic',
    description: 'Versions of the resources; `*` is all and must be alone.',
  })
  apiVersions?: string[];
  @Field(3, listOf('string'), {
    listType: 'atomic',
    description:
      'Resources and sub-resources: `pods`, `pods/log`, `*` (all resources), `*/*` (also sub-resources), `pods/*`, `*/scale`.',
  })
  resources?: string[];
  @Field(4, openEnumOf('Cluster', 'Namespaced', '*'), {
    goType: 'v1.ScopeType',
    pointer: true,
    default: '*',
    description: 'Cluster, Namespaced or `*`. Default: `*`.',
  })
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
    description: 'CREATE, UPDATE, DELETE, CONNECT or `*` (all).',
  })
  operations?: string[];
}
