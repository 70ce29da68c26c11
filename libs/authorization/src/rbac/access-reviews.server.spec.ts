import { RbacServer } from '@orch/server-testing';

interface Status {
  readonly allowed: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
  readonly resourceRules: object[];
  readonly nonResourceRules: object[];
  readonly incomplete: boolean;
}

describe.each(['orch', 'kubernetes'] as const)('access reviews (%s)', (vocabulary) => {
  let s: RbacServer;
  const reviews = (resource: string, namespace = '') =>
    `/apis/${s.vocabulary.groups.authorization}/v1/${namespace && `namespaces/${namespace}/`}${resource}`;
  const ask = (spec: object) => s.admin(`POST ${reviews('subjectaccessreviews')}`, { spec });
  const status = async (spec: object) => (await ask(spec)).json['status'] as Status;
  const pods = (verb: string, more: object = {}) => ({
    resourceAttributes: { verb, group: '', resource: 'pods', namespace: 't1', ...more },
  });

  beforeAll(async () => {
    s = await RbacServer.start({ vocabulary, users: { jane: ['crew'], other: [] } });
    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
    await s.role('t1', 'reads', ...rules, {
      verbs: ['get'],
      apiGroups: [''],
      resources: ['secrets'],
      resourceNames: ['x'],
    });
    await s.bind('t1', 'reads', 'Role/reads', { kind: 'Group', apiGroup: s.vocabulary.groups.rbac, name: 'crew' });
  });
  afterAll(() => s.stop());

  it('D-104 returns the decision for a user, and its reason', async () => {
    const who = { user: 'jane', groups: ['crew'], uid: '7', extra: { a: ['b'] } };
    const answer = await ask({ ...who, ...pods('get') });
    expect(answer.code).toBe(201);
    expect(answer.json).toMatchObject({
      spec: { user: 'jane', groups: ['crew'], uid: '7', extra: { a: ['b'] } },
      status: { allowed: true, reason: 'RBAC: allowed by RoleBinding "reads/t1" of Role "reads" to Group "crew"' },
    });
    expect(await status({ ...who, ...pods('list') })).toEqual({ allowed: false });
    expect(await status({ user: 'jane', ...pods('get') })).toEqual({ allowed: false });
    expect(await status({ groups: ['crew'], ...pods('get') })).toMatchObject({ allowed: true });
    const path = { nonResourceAttributes: { path: '/version', verb: 'get' } };
    expect(await status({ user: 'u', groups: ['system:unauthenticated'], ...path })).toMatchObject({ allowed: true });
    expect((await ask({ ...who, ...pods('get'), ...path })).code).toBe(422);
    expect((await ask(who)).code).toBe(422);
  });

  it('D-104 returns evaluation errors', async () => {
    await s.bind('t1', 'dangling', 'Role/none', 'lost');
    expect(await status({ user: 'lost', ...pods('get') })).toEqual({
      allowed: false,
      reason: 'RBAC: role "none" not found',
      evaluationError: 'role "none" not found',
    });
  });

  it('D-105 a local review applies to the namespace of its path', async () => {
    const local = (namespace: string) =>
      s.admin(`POST ${reviews('localsubjectaccessreviews', 't1')}`, {
        spec: { groups: ['crew'], ...pods('get', { namespace }) },
      });
    expect((await local('t1')).json['status']).toMatchObject({ allowed: true });
    expect((await local('t2')).code).toBe(422);
    expect((await local('')).code).toBe(422);
  });

  const requests: [request: string, attributes: object][] = [
    ['GET /api/v1/namespaces/t1/pods/p', { verb: 'get', resource: 'pods', namespace: 't1', name: 'p' }],
    ['GET /api/v1/namespaces/t1/pods', { verb: 'list', resource: 'pods', namespace: 't1' }],
    ['GET /api/v1/namespaces/t2/pods/p', { verb: 'get', resource: 'pods', namespace: 't2', name: 'p' }],
    [
      'GET /api/v1/namespaces/t1/pods/p/log',
      { verb: 'get', resource: 'pods', subresource: 'log', namespace: 't1', name: 'p' },
    ],
    ['GET /api/v1/namespaces/t1/secrets/x', { verb: 'get', resource: 'secrets', namespace: 't1', name: 'x' }],
    ['GET /api/v1/namespaces/t1/secrets/y', { verb: 'get', resource: 'secrets', namespace: 't1', name: 'y' }],
    ['GET /api/v1/nodes', { verb: 'list', resource: 'nodes' }],
  ];
  it.each(requests)('D-106 a self review matches the request %s', async (request, resourceAttributes) => {
    for (const user of ['jane', 'other']) {
      const answer = await s.as(user, `POST ${reviews('selfsubjectaccessreviews')}`, { spec: { resourceAttributes } });
      expect(answer.code).toBe(201);
      const { allowed } = answer.json['status'] as Status;
      expect([user, allowed]).toEqual([user, (await s.codeAs(user, request)) !== 403]);
    }
  });

  it('D-107 a self rules review returns the rules of the roles', async () => {
    const rules = async (user: string, namespace: string) =>
      (await s.as(user, `POST ${reviews('selfsubjectrulesreviews')}`, { spec: { namespace } })).json[
        'status'
      ] as Status;
    const own = await rules('jane', 't1');
    expect(own.resourceRules).toEqual(
      expect.arrayContaining([
        { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
        { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['x'] },
      ]),
    );
    expect(own.incomplete).toBe(false);
    expect(own.nonResourceRules.flatMap((rule) => (rule as { nonResourceURLs: string[] }).nonResourceURLs)).toContain(
      '/apis/*',
    );
    const elsewhere = await rules('jane', 't2');
    expect(elsewhere.resourceRules).toHaveLength(own.resourceRules.length - 2);
    expect(await rules('other', 't1')).toEqual(elsewhere);
    const nowhere = await s.as('jane', `POST ${reviews('selfsubjectrulesreviews')}`, { spec: { namespace: '' } });
    expect(nowhere.json).toMatchObject({ code: 400, message: 'no namespace on request' });
  });
});
