import type { PolicyRule } from '@orch/api';
import { binding, RbacServer } from '@orch/server-testing';

const rule = (verbs: string, resources: string, apiGroups = ['']): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups,
  resources: resources.split(' '),
});
const EVERYTHING = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
const TEXT = 'attempting to grant RBAC permissions not currently held';
const types = {
  merge: { 'content-type': 'application/merge-patch+json' },
  json: { 'content-type': 'application/json-patch+json' },
  apply: { 'content-type': 'application/apply-patch+yaml' },
};

describe.each(['orch', 'kubernetes'] as const)('privilege escalation is forbidden (%s)', (vocabulary) => {
  let s: RbacServer;
  const writes = () =>
    rule('create update patch get delete deletecollection', 'roles rolebindings clusterroles clusterrolebindings', [
      s.vocabulary.groups.rbac,
    ]);
  const roles = () => s.rbac('roles', 't1');
  const bindings = () => s.rbac('rolebindings', 't1');
  const clusterRoles = () => s.rbac('clusterroles');
  const clusterBindings = () => s.rbac('clusterrolebindings');

  beforeAll(async () => {
    s = await RbacServer.start({
      vocabulary,
      users: { jane: ['staff'], lead: [], binder: [], top: [], masters: ['system:masters'] },
    });
    const { rbac } = s.vocabulary.groups;
    await s.clusterRole('writes', writes());
    await s.clusterRole('escalates', rule('escalate', 'roles clusterroles', [rbac]));
    await s.clusterRole('binds-view', { ...rule('bind', 'clusterroles', [rbac]), resourceNames: ['view'] });
    await s.clusterRole('reads-pods', rule('get list', 'pods'));
    await s.bind('', 'writers', 'ClusterRole/writes', 'jane', 'lead', 'binder');
    await s.bind('', 'lead', 'ClusterRole/escalates', 'lead');
    await s.bind('', 'binder', 'ClusterRole/binds-view', 'binder');
    await s.bind('', 'top', 'ClusterRole/cluster-admin', 'top');
    await s.bind('t1', 'jane', 'ClusterRole/reads-pods', 'jane');
    await s.role('t1', 'existing', rule('get', 'pods'));
    await s.role('t1', 'strong', rule('get', 'secrets'));
  });
  afterAll(() => s.stop());

  it('D-168 a role that is refused was never charged to a quota: a recount meanwhile would make its refund a second one', async () => {
    const quotas = '/api/v1/namespaces/t1/resourcequotas';
    const hard = { [`count/roles.${s.vocabulary.groups.rbac}`]: '9' };
    expect((await s.admin(`POST ${quotas}`, { metadata: { name: 'q' }, spec: { hard } })).code).toBe(201);
    const before = (await s.admin(`GET ${quotas}/q`)).json;
    const refused = await s.as('jane', `POST ${roles()}`, { metadata: { name: 'q' }, rules: [rule('get', 'secrets')] });
    expect(refused.code).toBe(403);
    expect((await s.admin(`GET ${quotas}/q`)).json).toEqual(before);
    expect((await s.admin(`DELETE ${quotas}/q`)).code).toBe(200);
  });

  it('D-088 a role with permissions the caller lacks is refused, with what is missing', async () => {
    const refused = await s.as('jane', `POST ${roles()}`, {
      metadata: { name: 'more' },
      rules: [rule('get list delete', 'pods secrets')],
    });
    expect(refused.code).toBe(403);
    expect(refused.json.message).toBe(
      `roles.${s.vocabulary.groups.rbac} "more" is forbidden: user "jane" (groups=["staff" "system:authenticated"]) is ${TEXT}:\n` +
        '{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list" "delete"]}',
    );
    expect((await s.admin(`GET ${roles()}/more`)).code).toBe(404);
    expect(
      await s.codeAs('jane', `POST ${roles()}`, { metadata: { name: 'same' }, rules: [rule('get', 'pods')] }),
    ).toBe(201);
    expect(await s.codeAs('lead', `POST ${roles()}`, { metadata: { name: 'lead' }, rules: [EVERYTHING] })).toBe(201);
    expect(await s.codeAs('lead', `POST ${clusterRoles()}`, { metadata: { name: 'lead' }, rules: [EVERYTHING] })).toBe(
      201,
    );
    expect(await s.codeAs('masters', `POST ${roles()}`, { metadata: { name: 'masters' }, rules: [EVERYTHING] })).toBe(
      201,
    );
  });

  it('D-089 a binding needs the permissions of its role, or the verb bind on it', async () => {
    const view = (name: string) => binding(s.vocabulary, name, 'ClusterRole/view', 'friend');
    const refused = await s.as('jane', `POST ${bindings()}`, view('jane-views'));
    expect([refused.code, refused.json.message]).toEqual([403, expect.stringContaining(TEXT)]);
    expect(
      await s.codeAs('jane', `POST ${bindings()}`, binding(s.vocabulary, 'own', 'ClusterRole/reads-pods', 'x')),
    ).toBe(201);
    expect(await s.codeAs('jane', `POST ${bindings()}`, binding(s.vocabulary, 'own2', 'Role/existing', 'x'))).toBe(201);
    expect(await s.codeAs('binder', `POST ${bindings()}`, view('binder-views'))).toBe(201);
    expect(await s.codeAs('binder', `POST ${bindings()}`, binding(s.vocabulary, 'b2', 'ClusterRole/edit', 'x'))).toBe(
      403,
    );
    const missing = await s.as('jane', `POST ${bindings()}`, binding(s.vocabulary, 'none', 'Role/none', 'x'));
    expect([missing.code, missing.json.message]).toEqual([404, `roles.${s.vocabulary.groups.rbac} "none" not found`]);
  });

  /** Requests of jane, with the expected code. */
  const attacks: [
    name: string,
    want: number,
    method: string,
    path: () => string,
    body: () => unknown,
    headers?: object,
  ][] = [
    ['a role of everything', 403, 'POST', roles, () => ({ metadata: { name: 'a' }, rules: [EVERYTHING] })],
    [
      'every verb there is, one by one',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [{ verbs: ['*'], apiGroups: [''], resources: ['pods'] }] }),
    ],
    ['every group', 403, 'POST', roles, () => ({ metadata: { name: 'a' }, rules: [rule('get', 'pods', ['*'])] })],
    [
      'a sub-resource of what she has',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [rule('get', 'pods/log')] }),
    ],
    [
      'all sub-resources of what she has',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [rule('get', 'pods/*')] }),
    ],
    [
      'sub-resources of everything',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [rule('get', '*/log')] }),
    ],
    [
      'a part of what she has',
      201,
      'POST',
      roles,
      () => ({ metadata: { name: 'part' }, rules: [{ ...rule('get', 'pods'), resourceNames: ['p'] }] }),
    ],
    [
      'a role of the cluster with what she has in one namespace',
      403,
      'POST',
      clusterRoles,
      () => ({ metadata: { name: 'a' }, rules: [rule('get', 'pods')] }),
    ],
    [
      'a path',
      403,
      'POST',
      clusterRoles,
      () => ({ metadata: { name: 'a' }, rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }] }),
    ],
    [
      'every path',
      403,
      'POST',
      clusterRoles,
      () => ({ metadata: { name: 'a' }, rules: [{ verbs: ['get'], nonResourceURLs: ['*'] }] }),
    ],
    [
      'a path she has',
      201,
      'POST',
      clusterRoles,
      () => ({
        metadata: { name: 'path' },
        rules: [{ verbs: ['get'], nonResourceURLs: ['/version', '/api/*', '/apis/x/*'] }],
      }),
    ],
    [
      'aggregation without permissions',
      403,
      'POST',
      clusterRoles,
      () => ({ metadata: { name: 'a' }, aggregationRule: { clusterRoleSelectors: [{}] } }),
    ],
    [
      'gathering by a label of hers',
      403,
      'POST',
      clusterRoles,
      () => ({ metadata: { name: 'a' }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } }),
    ],
    [
      'a part of admin, by its label',
      403,
      'POST',
      clusterRoles,
      () => ({
        metadata: { name: 'a', labels: { [`${s.vocabulary.labels.aggregateToPrefix}view`]: 'true' } },
        rules: [rule('get', 'secrets')],
      }),
    ],
    [
      'more rules for an existing role, by PUT',
      403,
      'PUT',
      () => `${roles()}/existing`,
      () => ({ metadata: { name: 'existing' }, rules: [EVERYTHING] }),
    ],
    ['by merge patch', 403, 'PATCH', () => `${roles()}/existing`, () => ({ rules: [EVERYTHING] }), types.merge],
    [
      'by JSON patch',
      403,
      'PATCH',
      () => `${roles()}/existing`,
      () => [{ op: 'add', path: '/rules/-', value: EVERYTHING }],
      types.json,
    ],
    [
      'by apply',
      403,
      'PATCH',
      () => `${roles()}/existing?fieldManager=m&force=true`,
      () => ({
        apiVersion: `${s.vocabulary.groups.rbac}/v1`,
        kind: 'Role',
        metadata: { name: 'existing' },
        rules: [EVERYTHING],
      }),
      types.apply,
    ],
    [
      'by apply that creates',
      403,
      'PATCH',
      () => `${roles()}/fresh?fieldManager=m`,
      () => ({
        apiVersion: `${s.vocabulary.groups.rbac}/v1`,
        kind: 'Role',
        metadata: { name: 'fresh' },
        rules: [EVERYTHING],
      }),
      types.apply,
    ],
    [
      'by PUT that creates',
      403,
      'PUT',
      () => `${roles()}/fresh`,
      () => ({ metadata: { name: 'fresh' }, rules: [EVERYTHING] }),
    ],
    [
      'as a dry run',
      403,
      'POST',
      () => `${roles()}?dryRun=All`,
      () => ({ metadata: { name: 'a' }, rules: [EVERYTHING] }),
    ],
    [
      'in the middle of a strong role, a label',
      403,
      'PATCH',
      () => `${roles()}/strong`,
      () => ({ metadata: { labels: { a: 'b' } } }),
      types.merge,
    ],
    [
      'less for a strong role',
      200,
      'PATCH',
      () => `${roles()}/strong`,
      () => ({ rules: [rule('get', 'pods')] }),
      types.merge,
    ],
    [
      'herself as a cluster-admin',
      403,
      'POST',
      clusterBindings,
      () => binding(s.vocabulary, 'a', 'ClusterRole/cluster-admin', 'jane'),
    ],
    [
      'herself as one in the namespace',
      403,
      'POST',
      bindings,
      () => binding(s.vocabulary, 'a', 'ClusterRole/cluster-admin', 'jane'),
    ],
    [
      'what she has in a namespace, for the cluster',
      403,
      'POST',
      clusterBindings,
      () => binding(s.vocabulary, 'a', 'ClusterRole/reads-pods', 'jane'),
    ],
    [
      'what she has in t1, in t2',
      403,
      'POST',
      () => s.rbac('rolebindings', 't2'),
      () => binding(s.vocabulary, 'a', 'ClusterRole/reads-pods', 'jane'),
    ],
    [
      'herself as a subject of a strong binding',
      403,
      'PATCH',
      () => `${clusterBindings()}/top`,
      () => ({ subjects: [{ kind: 'User', apiGroup: s.vocabulary.groups.rbac, name: 'jane' }] }),
      types.merge,
    ],
    [
      'all users as a subject of a strong binding',
      403,
      'PATCH',
      () => `${clusterBindings()}/cluster-admin`,
      () => ({ subjects: [{ kind: 'Group', apiGroup: s.vocabulary.groups.rbac, name: 'system:authenticated' }] }),
      types.merge,
    ],
    [
      'another role in a binding of hers',
      422,
      'PATCH',
      () => `${bindings()}/jane`,
      () => ({ roleRef: { name: 'cluster-admin' } }),
      types.merge,
    ],
    [
      'a role that is not there yet',
      404,
      'POST',
      clusterBindings,
      () => binding(s.vocabulary, 'a', 'ClusterRole/later', 'jane'),
    ],
    [
      'a role of another namespace',
      404,
      'POST',
      () => s.rbac('rolebindings', 't2'),
      () => binding(s.vocabulary, 'a', 'Role/existing', 'jane'),
    ],
    [
      'the verb escalate',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [rule('escalate', 'roles', [s.vocabulary.groups.rbac])] }),
    ],
    [
      'the verb bind',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [rule('bind', 'clusterroles', [s.vocabulary.groups.rbac])] }),
    ],
    [
      'another user, by the verb impersonate',
      403,
      'POST',
      clusterRoles,
      () => ({ metadata: { name: 'a' }, rules: [rule('impersonate', 'users')] }),
    ],
    [
      'tokens of a service account',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [rule('create', 'serviceaccounts/token')] }),
    ],
    [
      'rules that multiply to a thousand millions',
      403,
      'POST',
      roles,
      () => ({ metadata: { name: 'a' }, rules: [{ verbs: words('v'), apiGroups: words('g'), resources: words('r') }] }),
    ],
    ['no rules at all', 201, 'POST', roles, () => ({ metadata: { name: 'empty' }, rules: [] })],
    [
      'the owners of a strong role',
      200,
      'PATCH',
      () => `${clusterRoles()}/cluster-admin`,
      () => ({ metadata: { finalizers: ['example.org/x'] } }),
      types.merge,
    ],
  ];
  it.each(attacks)('D-088 D-089 %s: %i', async (_name, want, method, path, body, headers = {}) => {
    const answer = await s.as('jane', `${method} ${path()}`, body(), headers as Record<string, string>);
    expect([answer.code, answer.code === want ? '' : answer.text]).toEqual([want, '']);
  });

  it('a user with all permissions may aggregate and grant everything', async () => {
    const gathers = {
      metadata: { name: 'gathers' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    };
    expect(await s.codeAs('top', `POST ${clusterRoles()}`, gathers)).toBe(201);
    expect(await s.codeAs('top', `POST ${roles()}`, { metadata: { name: 'all' }, rules: [EVERYTHING] })).toBe(201);
    // Removing the aggregation rule does not allow keeping the rules.
    expect(await s.codeAs('jane', `PUT ${clusterRoles()}/gathers`, { metadata: { name: 'gathers' }, rules: [] })).toBe(
      403,
    );
  });
});

const words = (prefix: string): string[] => Array.from({ length: 1_000 }, (_, i) => `${prefix}${i}`);
