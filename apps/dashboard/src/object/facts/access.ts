import { type ApiObject, at, listAt, textAt } from '../../api/object';
import { type Fact, stated } from './fact';
import { selectorText } from './selectors';

/** One line for each rule: verbs, then what they are for; and the roles whose rules are aggregated. */
export function roleFacts(object: ApiObject): Fact[] {
  const aggregated = listAt(object, 'aggregationRule', 'clusterRoleSelectors').map(selectorText).join('; ');
  const rules = listAt(object, 'rules').map((rule, index) => {
    const names = listAt(rule, 'resourceNames').join(', ');
    const groups = listAt(rule, 'apiGroups').map((group) => (group === '' ? 'core' : String(group)));
    const resources = listAt(rule, 'resources').join(', ');
    const what = resources === '' ? listAt(rule, 'nonResourceURLs').join(', ') : `${resources} (${groups.join(', ')})`;
    return {
      label: `Rule ${index + 1}`,
      value: `${listAt(rule, 'verbs').join(', ')}: ${what}${names === '' ? '' : `, only ${names}`}`,
    };
  });
  return stated([{ label: 'Aggregates', value: aggregated && `roles with ${aggregated}` }, ...rules]);
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
