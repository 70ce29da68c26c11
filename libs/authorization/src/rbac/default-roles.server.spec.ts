import { vocabularies } from '@orch/vocabulary';
import { RbacServer } from '@orch/server-testing';

interface Stored {
  readonly metadata: { name: string; labels: Record<string, string>; annotations: Record<string, string> };
  readonly rules: { verbs: string[]; resources?: string[]; nonResourceURLs?: string[] }[];
  readonly roleRef: object;
  readonly subjects: { kind: string; name: string }[];
}

describe.each(['orch', 'kubernetes'] as const)('default roles and bindings (%s)', (vocabulary) => {
  const { groups, labels, annotations, systemNames, product } = vocabularies[vocabulary];
  let s: RbacServer;
  const roles = (name = '') => s.rbac('clusterroles') + (name && `/${name}`);
  const stored = async (path: string) => (await s.admin(`GET ${path}`)).json as unknown as Stored;
  const merge = { 'content-type': 'application/merge-patch+json' };
  const inT1 = (rest: string, group = 'api/v1') => `/${group}/namespaces/t1/${rest}`;

  beforeAll(async () => {
    s = await RbacServer.start({
      vocabulary,
      users: {
        fresh: [],
        viewer: [],
        editor: [],
        admin: [],
        boss: ['system:masters'],
        'system:bootstrap:abcdef': ['system:bootstrappers'],
        scraper: ['system:monitoring'],
        manager: [],
      },
    });
    for (const [user, role] of Object.entries({ viewer: 'view', editor: 'edit', admin: 'admin' }))
      await s.bind('t1', user, `ClusterRole/${role}`, user);
  });
  afterAll(() => s.stop());

  it('D-090 are labelled, reconciled at start, and left alone without auto-update', async () => {
    const before = await stored(roles('system:basic-user'));
    expect(before.metadata.labels[labels.bootstrapping]).toBe('rbac-defaults');
    expect(before.metadata.annotations[annotations.roleAutoUpdate]).toBe('true');
    const added = { verbs: ['get'], apiGroups: ['x'], resources: ['y'] };
    await s.admin(`PATCH ${roles('system:basic-user')}`, { rules: [added] }, merge);
    await s.admin(
      `PATCH ${roles('system:node-proxier')}`,
      { rules: null, metadata: { annotations: { [annotations.roleAutoUpdate]: 'false' } } },
      merge,
    );
    const binding = `${s.rbac('clusterrolebindings')}/system:monitoring`;
    await s.admin(`PATCH ${binding}`, { subjects: [{ kind: 'User', apiGroup: groups.rbac, name: 'extra' }] }, merge);
    await s.admin(`DELETE ${roles('system:heapster')}`);
    expect(await s.codeAs('scraper', 'GET /metrics')).toBe(403);
    await s.restart();
    expect((await stored(roles('system:basic-user'))).rules).toEqual([added, ...before.rules]);
    expect((await stored(roles('system:node-proxier'))).rules ?? []).toEqual([]);
    expect((await stored(binding)).subjects.map(({ name }) => name)).toEqual(['extra', 'system:monitoring']);
    expect((await s.admin(`GET ${roles('system:heapster')}`)).code).toBe(200);
    expect(await s.codeAs('scraper', 'GET /metrics')).toBe(200);
  });

  it('D-090 recreates a binding with another role; a start without differences writes nothing', async () => {
    const path = `${s.rbac('clusterrolebindings')}/system:basic-user`;
    await s.admin(`DELETE ${path}`);
    await s.bind('', 'system:basic-user', 'ClusterRole/view', 'someone');
    await s.restart();
    expect(await stored(path)).toMatchObject({
      roleRef: { name: 'system:basic-user' },
      subjects: [{ name: 'system:authenticated' }],
    });
    const versions = async () =>
      Promise.all(
        ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'].map(async (resource) =>
          ((await s.admin(`GET ${s.rbac(resource)}`)).json['items'] as { metadata: object }[]).map((o) => o.metadata),
        ),
      );
    const before = await versions();
    await s.restart();
    expect(await versions()).toEqual(before);
  });

  it('an absent binding of public rights is created with the subjects of the one for discovery', async () => {
    const path = (name: string) => `${s.rbac('clusterrolebindings')}/system:${name}`;
    const authenticated = { kind: 'Group', apiGroup: groups.rbac, name: 'system:authenticated' };
    const unauthenticated = { ...authenticated, name: 'system:unauthenticated' };
    const marks = { [annotations.roleAutoUpdate]: 'false', kept: 'yes' };
    const bindingAfter = async (change: object) => {
      await s.admin(`PATCH ${path('discovery')}`, change, merge);
      await s.admin(`DELETE ${path('public-info-viewer')}`);
      await s.restart();
      return stored(path('public-info-viewer'));
    };
    expect(await bindingAfter({ metadata: { annotations: marks } })).toMatchObject({
      metadata: { annotations: marks },
      roleRef: { name: 'system:public-info-viewer' },
      subjects: [authenticated],
    });
    expect(await s.codeAs('', 'GET /version')).toBe(403);
    const reconciled = { metadata: { annotations: { [annotations.roleAutoUpdate]: 'true' } } };
    expect((await bindingAfter(reconciled)).subjects).toEqual([authenticated, unauthenticated]);
  });

  it('D-091 cluster-admin allows everything, for system:masters', async () => {
    expect((await stored(roles('cluster-admin'))).rules).toEqual([
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ]);
    expect((await stored(`${s.rbac('clusterrolebindings')}/cluster-admin`)).subjects).toMatchObject([
      { kind: 'Group', name: 'system:masters' },
    ]);
    await s.bind('', 'manager', 'ClusterRole/cluster-admin', 'manager');
    for (const user of ['boss', 'manager']) {
      expect(await s.codeAs(user, 'GET /metrics')).toBe(200);
      expect(await s.codeAs(user, 'DELETE /api/v1/nodes/none')).toBe(404);
    }
  });

  it('D-092 admin, edit and view aggregate by labels', async () => {
    for (const name of ['admin', 'edit', 'view']) {
      expect(await stored(roles(name))).toMatchObject({
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [labels.aggregateToPrefix + name]: 'true' } }] },
      });
    }
    const { rules } = await stored(roles('admin'));
    const view = await stored(roles('view'));
    expect(rules).toEqual(expect.arrayContaining(view.rules));
  });

  const attempts: [id: string, user: string, request: string, body: object | undefined, want: number][] = [
    ['D-093', 'viewer', `GET ${inT1('configmaps')}`, undefined, 200],
    ['D-093', 'viewer', `GET ${inT1('pods/p/log')}`, undefined, 404],
    ['D-093', 'viewer', `GET ${inT1('secrets')}`, undefined, 403],
    ['D-093', 'viewer', `POST ${inT1('configmaps')}`, { metadata: { name: 'v' } }, 403],
    ['D-093', 'viewer', `GET ${inT1('roles', `apis/${groups.rbac}/v1`)}`, undefined, 403],
    ['D-093', 'viewer', `GET ${inT1('rolebindings', `apis/${groups.rbac}/v1`)}`, undefined, 403],
    ['D-093', 'viewer', 'GET /api/v1/namespaces/t2/configmaps', undefined, 403],
    ['D-094', 'editor', `GET ${inT1('secrets')}`, undefined, 200],
    ['D-094', 'editor', `POST ${inT1('secrets')}`, { metadata: { name: 'e' } }, 201],
    ['D-094', 'editor', `POST ${inT1('serviceaccounts/none/token')}`, { spec: {} }, 404],
    ['D-094', 'editor', `GET ${inT1('roles', `apis/${groups.rbac}/v1`)}`, undefined, 403],
    ['D-094', 'editor', `DELETE ${inT1('resourcequotas/q')}`, undefined, 403],
    ['D-095', 'admin', `GET ${inT1('rolebindings', `apis/${groups.rbac}/v1`)}`, undefined, 200],
    ['D-095', 'admin', `POST ${inT1('resourcequotas')}`, { metadata: { name: 'q' } }, 403],
    ['D-095', 'admin', 'PUT /api/v1/namespaces/t1', { metadata: { name: 't1' } }, 403],
    ['D-095', 'admin', 'DELETE /api/v1/namespaces/t1', undefined, 403],
    [
      'D-095',
      'admin',
      `POST ${inT1('localsubjectaccessreviews', `apis/${groups.authorization}/v1`)}`,
      { spec: { user: 'u', resourceAttributes: { namespace: 't1', verb: 'get', resource: 'pods' } } },
      201,
    ],
    ...['selfsubjectaccessreviews', 'selfsubjectrulesreviews'].map((resource): (typeof attempts)[number] => [
      'D-096',
      'fresh',
      `POST /apis/${groups.authorization}/v1/${resource}`,
      {
        spec: resource.includes('rules') ? { namespace: 't1' } : { nonResourceAttributes: { path: '/', verb: 'get' } },
      },
      201,
    ]),
    ['D-096', 'fresh', `POST /apis/${groups.authentication}/v1/selfsubjectreviews`, {}, 201],
    ['D-096', '', `POST /apis/${groups.authentication}/v1/selfsubjectreviews`, {}, 403],
    ...[
      '/api',
      '/api/v1',
      '/apis',
      '/apis/apps/v1',
      '/openapi/v2',
      '/healthz',
      '/livez',
      '/readyz',
      '/version',
      '/version/',
    ].map((path): (typeof attempts)[number] => ['D-097', 'fresh', `GET ${path}`, undefined, 200]),
    ...['/healthz', '/livez', '/readyz', '/version', '/version/'].flatMap((path): (typeof attempts)[number][] => [
      ['D-098', '', `GET ${path}`, undefined, 200],
      ['D-098', 'fresh', `GET ${path}`, undefined, 200],
      ['D-098', '', `POST ${path}`, {}, 403],
    ]),
    ['D-097', '', 'GET /apis', undefined, 403],
    ['C-288', 'fresh', 'GET /apis', undefined, 200],
    ['C-296 D-228', '', 'GET /metrics', undefined, 403],
    ['D-228', 'fresh', 'GET /metrics', undefined, 403],
    ['D-228', 'scraper', 'GET /metrics', undefined, 200],
    ['D-228', 'scraper', 'POST /metrics', {}, 403],
  ];
  it.each(attempts)('%s "%s" %s', async (_id, user, request, body, want) => {
    const answer = await s.as(user, request, body);
    expect([answer.code, answer.code === want ? '' : answer.text]).toEqual([want, '']);
  });

  it('D-095 admin may grant its own permissions', async () => {
    const path = s.rbac('rolebindings', 't1');
    const body = (role: string) => ({
      metadata: { name: `gives-${role}` },
      roleRef: { apiGroup: groups.rbac, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'User', apiGroup: groups.rbac, name: 'friend' }],
    });
    expect(await s.codeAs('admin', `POST ${path}`, body('edit'))).toBe(201);
    expect(await s.codeAs('admin', `POST ${path}`, body('admin'))).toBe(201);
    expect(await s.codeAs('admin', `POST ${path}`, body('cluster-admin'))).toBe(403);
    expect(await s.codeAs('editor', `POST ${path}`, body('view'))).toBe(403);
  });

  it('D-099 node-bootstrapper has no binding, and allows a CSR once bound', async () => {
    const path = `/apis/${groups.certificates}/v1/certificatesigningrequests`;
    const token = 'system:bootstrap:abcdef';
    expect(await s.codeAs(token, `GET ${path}`)).toBe(403);
    const { items } = (await s.admin(`GET ${s.rbac('clusterrolebindings')}`)).json as unknown as {
      items: { roleRef: { name: string } }[];
    };
    expect(items.filter(({ roleRef }) => roleRef.name === 'system:node-bootstrapper')).toEqual([]);
    await s.bind('', 'boot', 'ClusterRole/system:node-bootstrapper', {
      kind: 'Group',
      apiGroup: groups.rbac,
      name: 'system:bootstrappers',
    });
    expect(await s.codeAs(token, `GET ${path}`)).toBe(200);
    // Rejected by validation, not by authorization.
    expect(await s.codeAs(token, `POST ${path}`, { metadata: { name: 'c' } })).toBe(422);
    expect(await s.codeAs(token, `DELETE ${path}/c`)).toBe(403);
  });

  it('D-101 the other roles exist', async () => {
    const { items } = (await s.admin(`GET ${roles()}`)).json as unknown as { items: Stored[] };
    const names = items.map(({ metadata }) => metadata.name);
    const short = product === 'orch' ? 'orch' : 'kube';
    expect([systemNames.scheduler, systemNames.controllerManager]).toEqual([
      `system:${short}-scheduler`,
      `system:${short}-controller-manager`,
    ]);
    expect(names).toEqual(
      expect.arrayContaining([
        'system:auth-delegator',
        'system:node',
        'system:node-proxier',
        systemNames.scheduler,
        systemNames.controllerManager,
        'system:monitoring',
        'system:volume-scheduler',
        `system:${groups.certificates}:certificatesigningrequests:nodeclient`,
        `system:${groups.certificates}:certificatesigningrequests:selfnodeclient`,
      ]),
    );
    expect(names.filter((name) => name.startsWith('system:controller:')).length).toBeGreaterThan(20);
  });

  it('C-158 all users may read cluster-info, and no other ConfigMap', async () => {
    const { namespaces } = vocabularies[vocabulary];
    expect(await s.codeAs('', `GET /api/v1/namespaces/${namespaces.public}/configmaps/cluster-info`)).toBe(200);
    expect(await s.codeAs('', `GET /api/v1/namespaces/${namespaces.public}/configmaps`)).toBe(403);
  });
});
