import { type ApiObject, at, listAt, textAt } from '../../api/object';
import { type Fact, stated } from './fact';
import { selectorText } from './selectors';

/** Webhooks: what each matches, who is asked, and what happens when that fails. */
export function webhookFacts(object: ApiObject): Fact[] {
  return listAt(object, 'webhooks').map((hook) => {
    const timeout = textAt(hook, 'timeoutSeconds');
    const parts = [
      `${matchText(hook, listAt(hook, 'rules'))} → ${targetOf(hook)}`,
      `on failure: ${textAt(hook, 'failurePolicy')}`,
      timeout === '' ? '' : `within ${timeout}s`,
    ];
    return { label: textAt(hook, 'name'), value: parts.filter((part) => part !== '').join('; ') };
  });
}

function targetOf(hook: unknown): string {
  const service = at(hook, 'clientConfig', 'service');
  if (service === undefined) return textAt(hook, 'clientConfig', 'url');
  return `${textAt(service, 'namespace')}/${textAt(service, 'name')}${textAt(service, 'path')}`;
}

/** Policies: what they match, and what they ask for. */
export function policyFacts(object: ApiObject): Fact[] {
  const constraints = at(object, 'spec', 'matchConstraints');
  return stated([
    { label: 'Matches', value: matchText(constraints, listAt(constraints, 'resourceRules')) },
    { label: 'Except', value: listAt(constraints, 'excludeResourceRules').map(ruleText).join('; ') },
    { label: 'When', value: conditionsText(at(object, 'spec')) },
    { label: 'Parameters', value: textAt(object, 'spec', 'paramKind', 'kind') },
    { label: 'On failure', value: textAt(object, 'spec', 'failurePolicy') },
    ...listAt(object, 'spec', 'validations').map((rule, index) => ({
      label: `Validation ${index + 1}`,
      value: [textAt(rule, 'expression'), textAt(rule, 'message')].filter((text) => text !== '').join(' — '),
    })),
    ...listAt(object, 'spec', 'mutations').map((mutation, index) => ({
      label: `Mutation ${index + 1}`,
      value: textAt(mutation, 'applyConfiguration', 'expression') || textAt(mutation, 'jsonPatch', 'expression'),
    })),
  ]);
}

/** Bindings of policies: which policy, for what, with what effect. */
export function policyBindingFacts(object: ApiObject): Fact[] {
  const matched = at(object, 'spec', 'matchResources');
  const policy = textAt(object, 'spec', 'policyName');
  const isMutating = textAt(object, 'kind').startsWith('Mutating');
  const parameters = at(object, 'spec', 'paramRef');
  return stated([
    {
      label: 'Policy',
      value: policy,
      link: {
        resource: isMutating ? 'mutatingadmissionpolicies' : 'validatingadmissionpolicies',
        namespace: '',
        name: policy,
      },
    },
    { label: 'Actions', value: listAt(object, 'spec', 'validationActions').join(', ') },
    { label: 'Matches', value: matched === undefined ? 'all that the policy matches' : matchText(matched, listAt(matched, 'resourceRules')) }, // prettier-ignore
    { label: 'Except', value: listAt(matched, 'excludeResourceRules').map(ruleText).join('; ') },
    { label: 'Parameters', value: textAt(parameters, 'name') || selectorText(at(parameters, 'selector')) },
  ]);
}

/** `CREATE pods (core); in namespaces with team=a; of objects with app=web; when EXPRESSION` */
function matchText(matcher: unknown, rules: readonly unknown[]): string {
  const namespaces = selectorText(at(matcher, 'namespaceSelector'));
  const objects = selectorText(at(matcher, 'objectSelector'));
  const conditions = conditionsText(matcher);
  return [
    rules.map(ruleText).join('; '),
    namespaces === '' ? '' : `in namespaces with ${namespaces}`,
    objects === '' ? '' : `of objects with ${objects}`,
    conditions === '' ? '' : `when ${conditions}`,
  ]
    .filter((text) => text !== '')
    .join('; ');
}

const conditionsText = (value: unknown): string =>
  listAt(value, 'matchConditions')
    .map((condition) => textAt(condition, 'expression'))
    .join(' and ');

function ruleText(rule: unknown): string {
  const groups = listAt(rule, 'apiGroups').map((group) => (group === '' ? 'core' : String(group)));
  const names = listAt(rule, 'resourceNames').join(', ');
  const scope = textAt(rule, 'scope');
  return [
    listAt(rule, 'operations').join(', '),
    listAt(rule, 'resources').join(', '),
    `(${groups.join(', ')})`,
    names === '' ? '' : `named ${names}`,
    scope === '' || scope === '*' ? '' : scope,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
