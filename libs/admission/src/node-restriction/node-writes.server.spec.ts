import { RbacServer } from '@orch/server-testing';
import { changeOf, WRITE_FORMS } from '../write-forms.fixture.js';

const N1 = 'system:node:n1';
const core = (path: string) => `/api/v1/namespaces/t1/${path}`;
const NODE = '/api/v1/nodes/n1';
const OWNER = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: '11111111-1111-1111-1111-111111111111' }];
const container = { name: 'c', image: 'i' };

describe('writes of a node, with mode Node', () => {
  let s: RbacServer;
  const restricted = 'node-restriction.orch.io';
  const asNode = (request: string, body?: unknown, headers = {}) => s.as(N1, request, body, headers);

  beforeAll(async () => {
    s = await RbacServer.start({
      modes: ['Node', 'RBAC'],
      users: { [N1]: ['system:nodes'], 'system:node:': ['system:nodes'] },
    });
    await s.make('/api/v1/nodes', {
      metadata: { name: 'n1', labels: { [`${restricted}/team`]: 'a' } },
      spec: { taints: [{ key: 'only', effect: 'NoSchedule' }] },
    });
    await s.make(core('persistentvolumeclaims'), {
      metadata: { name: 'claim', finalizers: ['example.org/keep'] },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
    });
    await s.make(core('pods'), {
      metadata: { name: 'mine', labels: { app: 'web' } },
      spec: {
        nodeName: 'n1',
        containers: [container],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }],
      },
    });
    await s.make(core('pods'), { metadata: { name: 'elsewhere' }, spec: { nodeName: 'n2', containers: [container] } });
    await s.make(core('serviceaccounts'), { metadata: { name: 'robot' } });
    // Roles that allow a node everything do not remove its restrictions.
    await s.clusterRole('more', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
    await s.bind('', 'more', 'ClusterRole/more', N1, 'system:node:');
  });
  afterAll(() => s.stop());

  const NODE_CHANGES: [what: string, pointer: string, value: unknown, refusal: string][] = [
    ['a restricted label', `/metadata/labels/${restricted}~1team`, 'b', 'is not allowed to modify labels'],
  ];
  const CLAIM_REFUSAL = 'is not allowed to update fields other than status.quantity and status.conditions: ';
  const rows: [what: string, path: string, pointer: string, value: unknown, refusal: string][] = [
    ...NODE_CHANGES.flatMap(([what, pointer, value, refusal]): typeof rows => [
      [`${what} of its Node`, NODE, pointer, value, refusal],
      [`${what} of its Node by the status`, `${NODE}/status`, pointer, value, refusal],
    ]),
    ['owners of its Node', NODE, '/metadata/ownerReferences', OWNER, 'is not allowed to modify ownerReferences'],
    ['taints of its Node', NODE, '/spec/taints', [], 'is not allowed to modify taints'],
    [
      'labels of its pod by the status',
      core('pods/mine/status'),
      '/metadata/labels',
      { app: 'bank' },
      'cannot update labels',
    ],
    [
      'claims of its pod by the status',
      core('pods/mine/status'),
      '/status/resourceClaimStatuses',
      [{ name: 'c', resourceClaimName: 'other' }],
      'cannot update resource claim statuses',
    ],
    [
      'the claim of extended resources of its pod by the status',
      core('pods/mine/status'),
      '/status/extendedResourceClaimStatus',
      { requestMappings: [], resourceClaimName: 'other' },
      'cannot update extended resource claim status',
    ],
    [
      'the status of a pod elsewhere',
      core('pods/elsewhere/status'),
      '/status/message',
      'm',
      'can only update pod status',
    ],
    ['its pod', core('pods/mine'), '/metadata/labels', { app: 'bank' }, 'can only create and delete mirror pods'],
    [
      'ephemeral containers of its pod',
      core('pods/mine/ephemeralcontainers'),
      '/spec/ephemeralContainers',
      [{ name: 'e', image: 'i', terminationMessagePolicy: 'File', imagePullPolicy: 'Always' }],
      'unexpected pod subresource "ephemeralcontainers"',
    ],
    ['a claim', core('persistentvolumeclaims/claim'), '/metadata/labels', { x: 'y' }, 'may only update PVC status'],
    ...(
      [
        ['labels', '/metadata/labels', { x: 'y' }, 'metadata.labels'],
        ['annotations', '/metadata/annotations', { x: 'y' }, 'metadata.annotations'],
        ['finalizers', '/metadata/finalizers', ['example.org/keep', 'example.org/more'], 'metadata.finalizers'],
        ['the phase', '/status/phase', 'Bound', 'status.phase'],
        ['access modes', '/status/accessModes', ['ReadWriteMany'], 'status.accessModes'],
      ] as const
    ).map(([what, pointer, value, field]): [string, string, string, unknown, string] => [
      `${what} of a claim by the status`,
      core('persistentvolumeclaims/claim/status'),
      pointer,
      value,
      CLAIM_REFUSAL + field,
    ]),
  ];
  describe.each(Object.keys(WRITE_FORMS))('%s', (form) => {
    it.each(rows)('refuses a node that changes %s', async (_what, path, pointer, value, refusal) => {
      const current = await s.admin(`GET ${path}`);
      const answer = await WRITE_FORMS[form]!(asNode, path, current.json, changeOf(pointer, value));
      expect([answer.code, answer.json.message]).toEqual([403, expect.stringContaining(refusal)]);
      expect((await s.admin(`GET ${path}`)).json).toEqual(current.json);
    });

    it.each([
      ['its Node', NODE],
      ['a claim', core('persistentvolumeclaims/claim')],
      ['its pod', core('pods/mine')],
    ])('lets no status write of a node change owners of %s', async (_what, path) => {
      const current = await s.admin(`GET ${path}`);
      const change = changeOf('/metadata/ownerReferences', OWNER);
      expect((await WRITE_FORMS[form]!(asNode, `${path}/status`, current.json, change)).code).toBe(200);
      const { metadata } = (await s.admin(`GET ${path}`)).json as { readonly metadata: object };
      expect(metadata).not.toHaveProperty('ownerReferences');
    });

    it.each([
      ['its Node', NODE, '/metadata/annotations', { [`example.org/${form.replaceAll(' ', '-')}`]: 'x' }],
      ['the status of its Node', `${NODE}/status`, '/status/phase', `Running-${form}`],
      ['the status of its pod', core('pods/mine/status'), '/status/message', form],
      [
        'the size of a claim',
        core('persistentvolumeclaims/claim/status'),
        '/status/capacity',
        { storage: `${form.length}Gi` },
      ],
      [
        'conditions of a claim',
        core('persistentvolumeclaims/claim/status'),
        '/status/conditions',
        [{ type: 'FileSystemResizePending', status: 'True', message: form }],
      ],
    ])('lets a node report %s', async (_what, path, pointer, value) => {
      const current = await s.admin(`GET ${path}`);
      const answer = await WRITE_FORMS[form]!(asNode, path, current.json, changeOf(pointer, value));
      expect([answer.code, answer.json.message]).toEqual([200, undefined]);
    });
  });

  it.each<[form: string, type: string | undefined, patch: unknown]>([
    ['PUT', undefined, undefined],
    ['merge patch', 'application/merge-patch+json', { metadata: { finalizers: null } }],
    [
      'strategic merge patch',
      'application/strategic-merge-patch+json',
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.org/keep'] } },
    ],
    ['JSON patch', 'application/json-patch+json', [{ op: 'remove', path: '/metadata/finalizers' }]],
  ])('refuses a node that removes the finalizer of a claim by the status, by %s', async (_form, type, patch) => {
    const path = core('persistentvolumeclaims/claim');
    const { json } = await s.admin(`GET ${path}`);
    const { finalizers, ...metadata } = json['metadata'] as { readonly finalizers: readonly string[] };
    expect(finalizers).toContain('example.org/keep');
    const answer = await (type === undefined
      ? asNode(`PUT ${path}/status`, { ...json, metadata })
      : asNode(`PATCH ${path}/status`, patch, { 'content-type': type }));
    expect([answer.code, answer.json.message]).toEqual([
      403,
      expect.stringContaining(`${CLAIM_REFUSAL}metadata.finalizers`),
    ]);
    expect((await s.admin(`GET ${path}`)).json).toEqual(json);
  });

  it.each([
    ['create a pod', 'pods', { metadata: { name: 'x' }, spec: { containers: [container] } }],
    ['evict a pod', 'pods/mine/eviction', { metadata: { name: 'mine' } }],
    ['request a token', 'serviceaccounts/robot/token', {}],
  ])('does not let a node without a name %s, whatever roles give it', async (_what, path, body) => {
    const { code, json } = await s.as('system:node:', `POST ${core(path)}`, body);
    expect([code, json.message]).toEqual([
      403,
      expect.stringContaining('could not determine node from user "system:node:"'),
    ]);
  });

  it('refuses a node that deletes, evicts or binds a pod elsewhere', async () => {
    const said = async (request: string, body?: object) => {
      const { code, json } = await asNode(request, body);
      return [code, json.message];
    };
    expect(await said(`DELETE ${core('pods/elsewhere')}`)).toEqual([
      403,
      expect.stringContaining('node "n1" can only delete pods with spec.nodeName set to itself'),
    ]);
    expect(await said(`POST ${core('pods/elsewhere/eviction')}`, { metadata: { name: 'elsewhere' } })).toEqual([
      403,
      expect.stringContaining('node n1 can only evict pods with spec.nodeName set to itself'),
    ]);
    await s.make(core('pods'), { metadata: { name: 'free' }, spec: { containers: [container] } });
    const target = { metadata: { name: 'free' }, target: { kind: 'Node', name: 'n1' } };
    expect(await said(`POST ${core('pods/free/binding')}`, target)).toEqual([
      403,
      expect.stringContaining('unexpected pod subresource "binding"'),
    ]);
    expect(await said(`DELETE ${core('persistentvolumeclaims/claim')}`)).toEqual([
      403,
      expect.stringContaining('may only update PVC status'),
    ]);
    expect(await said('DELETE /api/v1/nodes/n2')).toEqual([404, expect.anything()]);
  });

  it('lets a node delete and evict its pods', async () => {
    for (const name of ['d', 'e']) {
      await s.make(core('pods'), { metadata: { name }, spec: { nodeName: 'n1', containers: [container] } });
    }
    expect((await asNode(`DELETE ${core('pods/d?gracePeriodSeconds=0')}`)).code).toBe(200);
    expect((await asNode(`POST ${core('pods/e/eviction')}`, { metadata: { name: 'e' } })).code).toBe(201);
  });

  it('refuses a node leases outside the namespace of node leases', async () => {
    const { coordination } = s.vocabulary.groups;
    const { code, json } = await asNode(`POST /apis/${coordination}/v1/namespaces/t1/leases`, {
      metadata: { name: 'n1' },
      spec: {},
    });
    expect([code, json.message]).toEqual([
      403,
      expect.stringContaining(`can only access leases in the "${s.vocabulary.namespaces.nodeLease}" system namespace`),
    ]);
  });
});
