import type { ApiObject } from '../../api/object';
import { boundSubjects } from './bound-subjects';

const binding = (name: string, namespace: string | undefined, kind: string, role: string): ApiObject => ({
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  roleRef: { kind, name: role },
  subjects: [
    { kind: 'User', name: 'kim' },
    { kind: 'ServiceAccount', name: 'app', namespace: 'shop' },
  ],
});
const bindings = [
  binding('here', 'shop', 'Role', 'reader'),
  binding('there', 'other', 'Role', 'reader'),
  binding('cluster-role-here', 'shop', 'ClusterRole', 'reader'),
  binding('everywhere', undefined, 'ClusterRole', 'reader'),
  binding('another', 'shop', 'Role', 'writer'),
  { metadata: { name: 'without-subjects', namespace: 'shop' }, roleRef: { kind: 'Role', name: 'reader' } },
];

describe('subjects that have a role', () => {
  test('a Role holds in its namespace only', () => {
    expect(boundSubjects('reader', 'shop', bindings).map((one) => [one.subject, one.namespace, one.binding.metadata.name])).toEqual([
      ['User kim', 'shop', 'here'],
      ['ServiceAccount shop/app', 'shop', 'here'],
    ]); // prettier-ignore
  });

  test('a ClusterRole holds where a binding is, or everywhere', () => {
    expect(boundSubjects('reader', '', bindings).map((one) => [one.subject, one.namespace])).toEqual([
      ['User kim', 'shop'],
      ['ServiceAccount shop/app', 'shop'],
      ['User kim', ''],
      ['ServiceAccount shop/app', ''],
    ]);
  });
});
