import { RightsServer } from '../authorization/rbac/rights-server.fixture.js';

const N1 = 'system:node:n1';
const TOKENS = '/api/v1/namespaces/t1/serviceaccounts/robot/token';
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe.each(['orch', 'kubernetes'] as const)('NodeRestriction, with mode Node (%s)', (vocabulary) => {
  let s: RightsServer;
  const domain = vocabulary === 'orch' ? 'orch.io' : 'kubernetes.io';
  const labelled = (labels: Record<string, string | null>, name = 'n1') => ({ metadata: { name, labels } });
  const place = (name: string, nodeName: string, serviceAccountName: string) =>
    s.make('/api/v1/namespaces/t1/pods', {
      metadata: { name },
      spec: { nodeName, serviceAccountName, containers: [{ name: 'c', image: 'i' }] },
    });

  beforeAll(async () => {
    s = await RightsServer.start({
      vocabulary,
      modes: ['Node', 'RBAC'],
      users: { [N1]: ['system:nodes'], operator: [] },
    });
    for (const name of ['robot', 'other']) {
      await s.make('/api/v1/namespaces/t1/serviceaccounts', { metadata: { name } });
    }
    await s.make('/api/v1/namespaces/t1/secrets', { metadata: { name: 'held' } });
    await place('mine', 'n1', 'robot');
    await place('of-other', 'n1', 'other');
    await place('elsewhere', 'n2', 'robot');
    await s.clusterRole('operator', {
      verbs: ['*'],
      apiGroups: ['*'],
      resources: ['serviceaccounts/token', 'nodes', 'leases'],
    });
    await s.bind('', 'operator', 'ClusterRole/operator', 'operator');
  });
  afterAll(() => s.stop());

  const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', name });
  it.each<[what: string, bound: object | undefined, refusal: string]>([
    ['to nothing', undefined, 'not bound to a pod'],
    ['to a Secret', { apiVersion: 'v1', kind: 'Secret', name: 'held' }, 'not bound to a pod'],
    ['to a Node', { apiVersion: 'v1', kind: 'Node', name: 'n1' }, 'not bound to a pod'],
    ['to a pod without name', { apiVersion: 'v1', kind: 'Pod' }, 'not bound to a pod'],
    ['to a pod on another node', pod('elsewhere'), 'no such pod with service account "robot" is on it'],
    ['to a pod of another account', pod('of-other'), 'no such pod with service account "robot" is on it'],
    ['to a pod that is not there', pod('nowhere'), 'no such pod with service account "robot" is on it'],
  ])('a node gets no token bound %s', async (_what, boundObjectRef, refusal) => {
    const { code, json } = await s.as(N1, `POST ${TOKENS}`, { spec: { boundObjectRef } });
    expect([code, json.message]).toEqual([403, expect.stringContaining('node "n1" requested a token')]);
    expect(json.message).toContain(refusal);
  });

  it('a node gets tokens bound to its own pods, others whatever they may', async () => {
    expect(await s.codeAs(N1, `POST ${TOKENS}`, { spec: { boundObjectRef: pod('mine') } })).toBe(201);
    expect(await s.codeAs('operator', `POST ${TOKENS}`, { spec: {} })).toBe(201);
  });

  it('a node makes its own Node, lease and CSINode only', async () => {
    const { coordination, storage } = s.vocabulary.groups;
    const leases = `/apis/${coordination}/v1/namespaces/${s.vocabulary.namespaces.nodeLease}/leases`;
    for (const path of ['/api/v1/nodes', leases, `/apis/${storage}/v1/csinodes`]) {
      const body = (metadata: object) => ({ metadata, spec: path.endsWith('csinodes') ? { drivers: [] } : {} });
      const refused = await s.as(N1, `POST ${path}`, body({ name: 'n2' }));
      expect([path, refused.code]).toEqual([path, 403]);
      expect(refused.json.message).toContain('node "n1" may write only what bears its own name');
      expect(await s.codeAs(N1, `POST ${path}`, body({ generateName: 'n1' }))).toBe(403);
      expect(await s.codeAs(N1, `POST ${path}`, body({ name: 'n1' }))).toBe(201);
    }
    expect(await s.codeAs('operator', 'POST /api/v1/nodes', { metadata: { name: 'n3' } })).toBe(201);
  });

  describe('labels of its own Node', () => {
    const change = (who: string, labels: Record<string, string | null>, path = '/api/v1/nodes/n1') =>
      s.as(who, `PATCH ${path}`, { metadata: { labels } }, MERGE);
    beforeAll(async () => {
      await s.admin('DELETE /api/v1/nodes/n1');
      expect(await s.codeAs(N1, 'POST /api/v1/nodes', labelled({ [`${domain}/hostname`]: 'n1', mine: 'x' }))).toBe(201);
      expect((await change('operator', { [`node-restriction.${domain}/team`]: 'a' })).code).toBe(200);
    });

    it.each(
      ['hostname', 'os', 'arch']
        .map((name) => `${domain}/${name}`)
        .concat([
          `topology.${domain}/zone`,
          `node.${domain}/instance-type`,
          'example.org/team',
          'team',
          `not${domain}/team`,
        ]),
    )('sets %s', async (key) => expect((await change(N1, { [key]: 'b' })).code).toBe(200));

    it.each([
      `node-restriction.${domain}/new`,
      `a.node-restriction.${domain}/new`,
      `node-role.${domain}/admin`,
      `${domain}/new`,
    ])('does not set %s', async (key) => {
      for (const path of ['/api/v1/nodes/n1', '/api/v1/nodes/n1/status']) {
        const { code, json } = await change(N1, { [key]: 'b' }, path);
        expect([code, json.message]).toEqual([
          403,
          expect.stringContaining(`may not set or change these labels: ${key}`),
        ]);
      }
      expect((await change('operator', { [key]: 'b' })).code).toBe(200);
    });

    it('neither changes nor takes away what others set, and keeps it when it writes something else', async () => {
      const key = `node-restriction.${domain}/team`;
      expect((await change(N1, { [key]: 'b' })).code).toBe(403);
      expect((await change(N1, { [key]: null })).code).toBe(403);
      expect((await change(N1, { mine: 'y' })).json['metadata']).toMatchObject({ labels: { [key]: 'a', mine: 'y' } });
    });

    it('makes no Node with them', async () => {
      await s.admin('DELETE /api/v1/nodes/n1');
      expect(await s.codeAs(N1, 'POST /api/v1/nodes', labelled({ [`node-restriction.${domain}/team`]: 'b' }))).toBe(
        403,
      );
      expect(await s.codeAs(N1, 'POST /api/v1/nodes', labelled({}))).toBe(201);
    });
  });
});
