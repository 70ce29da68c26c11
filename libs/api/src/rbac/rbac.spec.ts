import { vocabularies } from '@orch/vocabulary';
import { KindTestHarness } from '../kind-test-harness/kind-test-harness.fixture.js';
import { roleBindingKind } from './v1/binding/role-binding.kinds.js';

const GROUP = vocabularies.orch.groups.rbac;
const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const paths = { verbs: ['get'], nonResourceURLs: ['/healthz'] };

describe('rules of roles', () => {
  const cases: [kind: string, name: string, body: object, want: string[]][] = [
    ['Role', 'resources pass', { rules: [rule] }, []],
    ['Role', 'no rules pass', {}, []],
    ['Role', 'verbs are needed', { rules: [{ ...rule, verbs: [] }] }, ['rules[0].verbs FieldValueRequired']],
    [
      'Role',
      'groups and resources are needed',
      { rules: [{ verbs: ['get'] }] },
      ['rules[0].apiGroups FieldValueRequired', 'rules[0].resources FieldValueRequired'],
    ],
    ['Role', 'paths are not of a namespace', { rules: [paths] }, ['rules[0].nonResourceURLs FieldValueInvalid']],
    ['ClusterRole', 'paths pass', { rules: [rule, paths] }, []],
    [
      'ClusterRole',
      'paths and resources do not mix',
      { rules: [{ ...rule, ...paths }] },
      ['rules[0].nonResourceURLs FieldValueInvalid'],
    ],
    [
      'ClusterRole',
      'an aggregation needs selectors',
      { aggregationRule: {} },
      ['aggregationRule.clusterRoleSelectors FieldValueRequired'],
    ],
    [
      'ClusterRole',
      'selectors of an aggregation are checked',
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { '-': 'x' } }] } },
      [
        'aggregationRule.clusterRoleSelectors[0].matchLabels FieldValueInvalid',
        'aggregationRule.clusterRoleSelectors[0] FieldValueInvalid',
      ],
    ],
  ];
  for (const [kind, name, body, want] of cases) {
    it(`${kind}: ${name}`, () => {
      expect(new KindTestHarness(kind).create(body)).toEqual(want);
      expect(new KindTestHarness(kind).update({}, body)).toEqual([...want, ...want]);
    });
  }
});

describe('bindings', () => {
  const roleRef = { kind: 'ClusterRole', name: 'system:node:x' };
  const cases: [kind: string, name: string, body: object, want: string[]][] = [
    ['RoleBinding', 'a cluster role passes', { roleRef }, []],
    ['RoleBinding', 'a role passes', { roleRef: { ...roleRef, kind: 'Role' } }, []],
    [
      'RoleBinding',
      'another kind of role does not',
      { roleRef: { ...roleRef, kind: 'Pod', apiGroup: 'apps' } },
      ['roleRef.apiGroup FieldValueNotSupported', 'roleRef.kind FieldValueNotSupported'],
    ],
    ['RoleBinding', 'the role is named', { roleRef: { kind: 'Role' } }, ['roleRef.name FieldValueRequired']],
    [
      'RoleBinding',
      'by a name of a role',
      { roleRef: { ...roleRef, name: 'a/b' } },
      ['roleRef.name FieldValueInvalid'],
    ],
    [
      'ClusterRoleBinding',
      'a role of a namespace is not for the cluster',
      { roleRef: { ...roleRef, kind: 'Role' } },
      ['roleRef.kind FieldValueNotSupported'],
    ],
    [
      'ClusterRoleBinding',
      'subjects are checked',
      {
        roleRef,
        subjects: [
          { kind: 'User', name: 'jane' },
          { kind: 'User' },
          { kind: 'Group', name: 'g', apiGroup: 'apps' },
          { kind: 'ServiceAccount', name: 'a' },
          { kind: 'ServiceAccount', name: 'A_', namespace: 'n', apiGroup: GROUP },
          { kind: 'Robot', name: 'r' },
        ],
      },
      [
        'subjects[1].name FieldValueRequired',
        'subjects[2].apiGroup FieldValueNotSupported',
        'subjects[3].namespace FieldValueRequired',
        'subjects[4].name FieldValueInvalid',
        'subjects[4].apiGroup FieldValueNotSupported',
        'subjects[5].kind FieldValueNotSupported',
      ],
    ],
    [
      'RoleBinding',
      'a service account may be of this namespace',
      { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'a' }] },
      [],
    ],
  ];
  for (const [kind, name, body, want] of cases) {
    it(`${kind}: ${name}`, () => expect(new KindTestHarness(kind).create(body)).toEqual(want));
  }

  it('groups are filled in', () => {
    const made = new KindTestHarness('RoleBinding').made({
      roleRef,
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', name: 's' },
      ],
    });
    expect(made['roleRef']).toEqual({ ...roleRef, apiGroup: GROUP });
    expect((made['subjects'] as { apiGroup?: string }[]).map(({ apiGroup }) => apiGroup)).toEqual([
      GROUP,
      GROUP,
      undefined,
    ]);
  });

  it('the role of a binding stays', () => {
    const other = { roleRef: { ...roleRef, name: 'other' } };
    expect(new KindTestHarness('RoleBinding').update({ roleRef }, { roleRef })).toEqual([]);
    expect(new KindTestHarness('RoleBinding').update({ roleRef }, other)).toEqual(['roleRef FieldValueInvalid']);
  });

  it('wide columns show the subjects', () => {
    const binding = {
      metadata: { name: 'b' },
      roleRef,
      subjects: [
        { kind: 'User', name: 'u1' },
        { kind: 'User', name: 'u2' },
        { kind: 'ServiceAccount', name: 's', namespace: 'n' },
      ],
    };
    expect(roleBindingKind.columns!.map((c) => [c.name, c.priority ?? 0, c.value(binding, 0)])).toEqual([
      ['Name', 0, 'b'],
      ['Role', 0, 'ClusterRole/system:node:x'],
      ['Age', 0, '<unknown>'],
      ['Users', 1, 'u1, u2'],
      ['Groups', 1, ''],
      ['ServiceAccounts', 1, 'n/s'],
    ]);
  });
});
