import { type ApiObject, at, listAt, textAt } from '../../api/object';
import { type Fact, stated } from './fact';

/** One line for each rule: verbs, then what they are for. */
export function roleFacts(object: ApiObject): Fact[] {
  return listAt(object, 'rules').map((rule, index) => {
    const names = listAt(rule, 'resourceNames').join(', ');
    const groups = listAt(rule, 'apiGroups').map((group) => (group === '' ? 'core' : String(group)));
    const resources = listAt(rule, 'resources').join(', ');
    const what = resources === '' ? listAt(rule, 'nonResourceURLs').join(', ') : `${resources} (${groups.join(', ')})`;
    return {
      label: `Rule ${index + 1}`,
      value: `${listAt(rule, 'verbs').join(', ')}: ${what}${names === '' ? '' : `, only ${names}`}`,
    };
  });
}

export function bindingFacts(object: ApiObject): Fact[] {
  const role = at(object, 'roleRef');
  const isClusterRole = textAt(role, 'kind') === 'ClusterRole';
  const name = textAt(role, 'name');
  const subjects = listAt(object, 'subjects').map((subject): Fact => {
    const [kind, subjectName, namespace] = [
      textAt(subject, 'kind'),
      textAt(subject, 'name'),
      textAt(subject, 'namespace'),
    ];
    if (kind !== 'ServiceAccount') return { label: kind, value: subjectName };
    return {
      label: 'Service account',
      value: `${namespace}/${subjectName}`,
      link: { resource: 'serviceaccounts', namespace, name: subjectName },
    };
  });
  return stated([
    {
      label: textAt(role, 'kind'),
      value: name,
      link: isClusterRole ? { resource: 'clusterroles', namespace: '', name } : { resource: 'roles', name },
    },
    ...(subjects.length > 0
      ? subjects
      : [{ label: 'Subjects', value: 'none: this binding has no effect', tone: 'warn' as const }]),
  ]);
}

export function signingRequestFacts(object: ApiObject): Fact[] {
  const types = listAt(object, 'status', 'conditions').map((condition) => textAt(condition, 'type'));
  const state = types.includes('Denied')
    ? 'Denied'
    : types.includes('Failed')
      ? 'Failed'
      : types.includes('Approved')
        ? 'Approved'
        : 'Pending';
  return stated([
    {
      label: 'State',
      value: state === 'Pending' ? 'waits for approval' : state,
      tone: state === 'Pending' ? 'warn' : state === 'Approved' ? 'good' : 'bad',
    },
    { label: 'Certificate', value: textAt(object, 'status', 'certificate') === '' ? 'not issued' : 'issued' },
    { label: 'Signer', value: textAt(object, 'spec', 'signerName') },
    { label: 'Requested by', value: textAt(object, 'spec', 'username') },
    { label: 'Usages', value: listAt(object, 'spec', 'usages').join(', ') },
  ]);
}

/** Webhooks and policies: what they match and what happens when they fail. */
export function admissionFacts(object: ApiObject): Fact[] {
  const hooks = listAt(object, 'webhooks').map((hook) => {
    const service = at(hook, 'clientConfig', 'service');
    const target =
      service === undefined
        ? textAt(hook, 'clientConfig', 'url')
        : `${textAt(service, 'namespace')}/${textAt(service, 'name')}`;
    return {
      label: textAt(hook, 'name'),
      value: `${rulesText(listAt(hook, 'rules'))} → ${target}; on failure: ${textAt(hook, 'failurePolicy')}`,
    };
  });
  const rules = listAt(object, 'spec', 'matchConstraints', 'resourceRules');
  return stated([
    ...hooks,
    { label: 'Matches', value: rulesText(rules) },
    { label: 'Policy', value: textAt(object, 'spec', 'policyName') },
    { label: 'On failure', value: textAt(object, 'spec', 'failurePolicy') },
    ...listAt(object, 'spec', 'validations').map((rule, index) => ({
      label: `Validation ${index + 1}`,
      value: textAt(rule, 'expression'),
    })),
  ]);
}

function rulesText(rules: readonly unknown[]): string {
  return rules
    .map((rule) => `${listAt(rule, 'operations').join(', ')} ${listAt(rule, 'resources').join(', ')}`)
    .join('; ');
}
