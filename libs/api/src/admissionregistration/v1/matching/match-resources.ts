import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { RuleWithOperations } from './rules.js';

@Struct('admissionregistration.v1.NamedRuleWithOperations', {
  inline: [{ number: 2, type: () => RuleWithOperations }],
  structType: 'atomic',
  since: 30,
})
export class NamedRuleWithOperations extends RuleWithOperations {
  @Field(1, listOf('string'), { listType: 'atomic', since: 30 }) resourceNames?: string[];
}

@Struct('admissionregistration.v1.MatchResources', {
  structType: 'atomic',
  since: 30,
  description: 'Requests a policy is about.',
})
export class MatchResources {
  @Field(1, () => LabelSelector, { pointer: true, default: {}, since: 30 }) namespaceSelector?: LabelSelector;
  @Field(2, () => LabelSelector, { pointer: true, default: {}, since: 30 }) objectSelector?: LabelSelector;
  @Field(3, listOf(() => NamedRuleWithOperations), { listType: 'atomic', since: 30 })
  resourceRules?: NamedRuleWithOperations[];
  @Field(4, listOf(() => NamedRuleWithOperations), { listType: 'atomic', since: 30 })
  excludeResourceRules?: NamedRuleWithOperations[];
  @Field(7, enumOf('Exact', 'Equivalent'), {
    goType: 'v1.MatchPolicyType',
    pointer: true,
    default: 'Equivalent',
    since: 30,
  })
  matchPolicy?: string;
}
