import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { RuleWithOperations } from './rules.js';

@Struct('admissionregistration.v1.NamedRuleWithOperations', {
  inline: [{ number: 2, type: () => RuleWithOperations }],
  structType: 'atomic',
  since: 30,
  description: 'Requests for resources that match, by operation and name.',
})
export class NamedRuleWithOperations extends RuleWithOperations {
  @Field(1, listOf('string'), { listType: 'atomic', since: 30, description: 'Names of the objects. Empty: all.' })
  resourceNames?: string[];
}

@Struct('admissionregistration.v1.MatchResources', {
  structType: 'atomic',
  since: 30,
  description: 'Requests a policy is about.',
})
export class MatchResources {
  @Field(1, () => LabelSelector, {
    pointer: true,
    default: {},
    since: 30,
    description: "Labels of the object's namespace, or of the object if it is a Namespace. Default: all.",
  })
  namespaceSelector?: LabelSelector;
  @Field(2, () => LabelSelector, {
    pointer: true,
    default: {},
    since: 30,
    description: 'Labels of the object or the old object. Default: all.',
  })
  objectSelector?: LabelSelector;
  @Field(3, listOf(() => NamedRuleWithOperations), {
    listType: 'atomic',
    since: 30,
    description: 'Requests that match, one rule must.',
  })
  resourceRules?: NamedRuleWithOperations[];
  @Field(4, listOf(() => NamedRuleWithOperations), {
    listType: 'atomic',
    since: 30,
    description: 'Requests that do not match, over `resourceRules`.',
  })
  excludeResourceRules?: NamedRuleWithOperations[];
  @Field(7, enumOf('Exact', 'Equivalent'), {
    goType: 'v1.MatchPolicyType',
    pointer: true,
    default: 'Equivalent',
    since: 30,
    description:
      'Exact takes rules literally; Equivalent also matches other versions of the resource. Default: Equivalent.',
  })
  matchPolicy?: string;
}
