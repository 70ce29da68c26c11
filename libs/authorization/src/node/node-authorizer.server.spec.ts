import { RbacServer } from '@orch/server-testing';

const N1 = 'system:node:n1';
const core = (path: string) => `/api/v1/namespaces/t1/${path}`;

describe.each(['orch', 'kubernetes'] as const)('mode Node (%s)', (vocabulary) => {
  let s: RbacServer;
  const code = (who: string, request: string, body?: unknown) => s.codeAs(who, request, body);
  const place = (name: string, nodeName: string, spec: object) =>
    s.make(core('pods'), {
      metadata: { name },
      spec: { nodeName, containers: [{ name: 'c', image: 'i' }], ...spec },
    });

  beforeAll(async () => {
    s = await RbacServer.start({
      vocabulary,
      modes: ['Node', 'RBAC'],
      users: {
        [N1]: ['system:nodes'],
        'system:node:n2': ['system:nodes'],
        'system:node:': ['system:nodes'],
        'system:node:n3': [],
        n1: ['system:nodes'],
      },
    });
    for (const name of ['mounted', 'env', 'pull', 'of-volume', 'attach', 'expand', 'other', 'projected']) {
      await s.make(core('secrets'), { metadata: { name } });
    }
    for (const name of ['mounted', 'other']) await s.make(core('configmaps'), { metadata: { name } });
    for (const name of ['claimed', 'free'])
      await s.make(core('persistentvolumeclaims'), {
        metadata: { name },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
      });
    for (const name of ['v-claimed', 'v-free'])
      await s.make('/api/v1/persistentvolumes', {
        metadata: { name },
        spec: {
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          ...(name === 'v-claimed' ? { claimRef: { namespace: 't1', name: 'claimed' } } : {}),
          csi: {
            driver: 'd.example.org',
            volumeHandle: name,
            nodeStageSecretRef: { namespace: 't1', name: 'of-volume' },
            controllerPublishSecretRef: { namespace: 't1', name: 'attach' },
            controllerExpandSecretRef: { namespace: 't1', name: 'expand' },
          },
        },
      });
    for (const name of ['robot', 'idle']) await s.make(core('serviceaccounts'), { metadata: { name } });
    await place('p', 'n1', {
      serviceAccountName: 'robot',
      imagePullSecrets: [{ name: 'pull' }],
      containers: [
        { name: 'c', image: 'i', env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'env', key: 'k' } } }] },
      ],
      volumes: [
        { name: 's', secret: { secretName: 'mounted' } },
        { name: 'c', configMap: { name: 'mounted' } },
        { name: 'p', persistentVolumeClaim: { claimName: 'claimed' } },
        { name: 'j', projected: { sources: [{ secret: { name: 'projected' } }] } },
        { name: 't', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
      ],
    });
  });
  afterAll(() => s.stop());

  const rows: [request: string, want: number, body?: object][] = [
    [`GET ${core('secrets/mounted')}`, 200],
    [`GET ${core('secrets/env')}`, 200],
    [`GET ${core('secrets/pull')}`, 200],
    [`GET ${core('secrets/projected')}`, 200],
    [`GET ${core('secrets/of-volume')}`, 200],
    [`GET ${core('secrets/attach')}`, 403],
    [`GET ${core('secrets/expand')}`, 403],
    [`GET ${core('secrets/other')}`, 403],
    [`GET ${core('secrets')}`, 403],
    ['GET /api/v1/secrets', 403],
    [`GET ${core('secrets?fieldSelector=metadata.name%3Dmounted')}`, 200],
    [`GET ${core('secrets?fieldSelector=metadata.name%3Dother')}`, 403],
    ['GET /api/v1/namespaces/t2/secrets/mounted', 403],
    [`PUT ${core('secrets/mounted')}`, 403, {}],
    [`DELETE ${core('secrets/mounted')}`, 403],
    [`GET ${core('configmaps/mounted')}`, 200],
    [`GET ${core('configmaps/other')}`, 403],
    [`GET ${core('persistentvolumeclaims/claimed')}`, 200],
    [`GET ${core('persistentvolumeclaims/free')}`, 403],
    ['GET /api/v1/persistentvolumes/v-claimed', 200],
    ['GET /api/v1/persistentvolumes/v-free', 403],
    [`POST ${core('serviceaccounts/idle/token')}`, 403, { spec: {} }],
    [`POST ${core('serviceaccounts')}`, 403, {}],
    [`GET ${core('pods/p')}`, 200],
    [`POST ${core('pods')}`, 403, { metadata: { name: 'q' } }],
    ['GET /api/v1/nodes', 200],
    ['DELETE /api/v1/nodes/n1', 403],
    ['GET /metrics', 403],
  ];
  // Not `it.each`: it would pass a callback in place of a missing body.
  for (const [request, want, body] of rows) {
    it(`D-078 a node: ${request}: ${want}`, async () => expect(await code(N1, request, body)).toBe(want));
  }

  it('D-078 may create a token of a service account of its pods', async () => {
    const request = `POST ${core('serviceaccounts/robot/token')}`;
    const { uid } = (await s.admin(`GET ${core('pods/p')}`)).json['metadata'] as { uid: string };
    const bound = { spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid } } };
    expect(await code(N1, request, bound)).toBe(201);
    expect(await code('system:node:n2', request, bound)).toBe(403);
  });

  it('D-078 rejects another node, and users that are not nodes', async () => {
    for (const who of ['system:node:n2', 'system:node:', 'system:node:n3', 'n1']) {
      expect([who, await code(who, `GET ${core('secrets/mounted')}`)]).toEqual([who, 403]);
    }
    const refused = await s.as('system:node:n2', `GET ${core('secrets/mounted')}`);
    expect(refused.json.message).toContain("no relationship found between node 'n2' and this object");
  });

  it('may write only its own node, lease and pods', async () => {
    const { coordination } = s.vocabulary.groups;
    const leases = `/apis/${coordination}/v1/namespaces/${s.vocabulary.namespaces.nodeLease}/leases`;
    const node = (name: string) => ({ metadata: { name } });
    expect(await code(N1, 'POST /api/v1/nodes', node('n1'))).toBe(201);
    const merge = { 'content-type': 'application/merge-patch+json' };
    const patch = async (path: string) =>
      (await s.as(N1, `PATCH ${path}`, { metadata: { annotations: { a: 'b' } } }, merge)).code;
    expect(await patch('/api/v1/nodes/n1')).toBe(200);
    expect(await patch('/api/v1/nodes/n2')).toBe(403);
    expect(await patch('/api/v1/nodes/n2/status')).toBe(404);
    expect(await code(N1, `POST ${leases}`, node('n1'))).toBe(201);
    expect(await code(N1, `GET ${leases}/n1`)).toBe(200);
    expect(await code(N1, `GET ${leases}/n2`)).toBe(403);
    expect(await code(N1, `GET /apis/${coordination}/v1/namespaces/t1/leases/n1`)).toBe(403);
    await place('elsewhere', 'n2', {});
    expect(await code(N1, `DELETE ${core('pods/elsewhere')}`)).toBe(403);
    expect(await patch(core('pods/elsewhere/status'))).toBe(403);
    expect(await patch(core('pods/p/status'))).toBe(200);
  });

  it('an absent pod or node is not found; a pod that waits for a node is refused, and another node', async () => {
    await s.make(core('pods'), { metadata: { name: 'waiting' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    const merge = { 'content-type': 'application/merge-patch+json' };
    const codes = async (name: string) => [
      await code(N1, `DELETE ${core(`pods/${name}`)}`),
      await code(N1, `POST ${core(`pods/${name}/eviction`)}`, { metadata: { name } }),
      (await s.as(N1, `PATCH ${core(`pods/${name}/status`)}`, {}, merge)).code,
      (await s.as(N1, `PATCH ${core(`pods/${name}`)}`, {}, merge)).code,
    ];
    expect(await codes('absent')).toEqual([404, 404, 404, 403]);
    expect(await codes('waiting')).toEqual([403, 403, 403, 403]);
    await s.make('/api/v1/nodes', { metadata: { name: 'another' } });
    const ofNode = async (name: string) => (await s.as(N1, `PATCH /api/v1/nodes/${name}/status`, {}, merge)).code;
    expect([await ofNode('absent'), await ofNode('another')]).toEqual([404, 403]);
  });

  describe('devices', () => {
    const N2 = 'system:node:n2';
    const merge = { 'content-type': 'application/merge-patch+json' };
    let slices: string;
    let claims: string;
    const own = (node: string) => `${slices}?fieldSelector=spec.nodeName%3D${node}`;
    const slice = (name: string, nodeName: string) => ({
      metadata: { name },
      spec: { nodeName, driver: 'd.example.org', pool: { name, generation: 1, resourceSliceCount: 1 } },
    });
    const refusal = async (who: string, request: string, body?: unknown) => {
      const { code: status, json } = await s.as(who, request, body);
      return `${status} ${json.message}`;
    };

    beforeAll(async () => {
      const { resource } = s.vocabulary.groups;
      slices = `/apis/${resource}/v1/resourceslices`;
      claims = `/apis/${resource}/v1/namespaces/t1/resourceclaims`;
      for (const node of ['n1', 'n2']) await s.make(slices, slice(`of-${node}`, node));
      const spec = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c.example.org' } }] } };
      for (const name of ['named', 'made', 'other']) await s.make(claims, { metadata: { name }, spec });
      await place('claiming', 'n1', {
        resourceClaims: [
          { name: 'a', resourceClaimName: 'named' },
          { name: 'b', resourceClaimTemplateName: 't' },
        ],
      });
    });

    it('claims are read by the node whose pods use them', async () => {
      const codes = async (who: string) => {
        const found: number[] = [];
        for (const name of ['named', 'made', 'other']) found.push(await code(who, `GET ${claims}/${name}`));
        return found;
      };
      const status = (resourceClaimStatuses: unknown) => ({ status: { resourceClaimStatuses } });
      const set = async (who: string, value: unknown) =>
        (await s.as(who, `PATCH ${core('pods/claiming/status')}`, status(value), merge)).code;
      const made = [{ name: 'b', resourceClaimName: 'made' }];
      expect(await codes(N1)).toEqual([200, 403, 403]);
      expect(await set(N1, made)).toBe(403);
      expect((await s.admin(`PATCH ${core('pods/claiming/status')}`, status(made), merge)).code).toBe(200);
      expect(await codes(N1)).toEqual([200, 200, 403]);
      expect(await codes(N2)).toEqual([403, 403, 403]);
      expect(await set(N1, null)).toBe(403);
      expect((await s.admin(`PATCH ${core('pods/claiming/status')}`, status(null), merge)).code).toBe(200);
      expect(await codes(N1)).toEqual([200, 403, 403]);
      for (const request of [`GET ${claims}`, `DELETE ${claims}/named`, `PUT ${claims}/named/status`])
        expect([request, await code(N1, request, {})]).toEqual([request, 403]);
    });

    it('slices are read and written by the node that they name', async () => {
      expect(await code(N1, `GET ${slices}/of-n1`)).toBe(200);
      expect(await refusal(N1, `GET ${slices}/of-n2`)).toContain(
        "no relationship found between node 'n1' and this object",
      );
      expect(await code(N1, `POST ${slices}`, slice('more', 'n1'))).toBe(201);
      expect(await refusal(N1, `POST ${slices}`, slice('more2', 'n2'))).toContain(
        'can only create ResourceSlice with the same NodeName as the requesting node',
      );
      const mark = { metadata: { labels: { a: 'b' } } };
      expect((await s.as(N1, `PATCH ${slices}/more`, mark, merge)).code).toBe(200);
      expect((await s.as(N2, `PATCH ${slices}/more`, mark, merge)).code).toBe(403);
      expect(await code(N2, `DELETE ${slices}/more`)).toBe(403);
      expect(await code(N1, `DELETE ${slices}/more`)).toBe(200);
    });

    it('collections of slices need a selector of the node', async () => {
      const refused = '403 resourceslices';
      const why = 'can only list/watch/deletecollection resourceslices with nodeName field selector';
      for (const request of [
        `GET ${slices}`,
        `GET ${own('n2')}`,
        `GET ${slices}?fieldSelector=spec.nodeName!%3Dn1`,
        `GET ${slices}?watch=true`,
        `DELETE ${slices}`,
        `DELETE ${own('n2')}`,
      ]) {
        const answer = await refusal(N1, request);
        expect([request, answer.startsWith(refused), answer.includes(why)]).toEqual([request, true, true]);
      }
      const listed = await s.as(N1, `GET ${own('n1')}`);
      const names = (listed.json['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
      expect(names).toEqual(['of-n1']);
      expect(await code(N1, `DELETE ${own('n1')}`)).toBe(200);
      expect(await code(N1, `GET ${slices}/of-n1`)).toBe(403);
      expect((await s.admin(`GET ${slices}/of-n2`)).code).toBe(200);
    });
  });

  it('D-078 follows pods as they come and go', async () => {
    const request = `GET ${core('secrets/other')}`;
    for (let turn = 0; turn < 3; turn++) {
      expect(await code(N1, request)).toBe(403);
      await place('late', 'n1', { volumes: [{ name: 's', secret: { secretName: 'other' } }] });
      expect(await code(N1, request)).toBe(200);
      const gone = await s.admin(`DELETE ${core('pods/late?gracePeriodSeconds=0')}`);
      expect(gone.code).toBe(200);
    }
    expect(await code(N1, request)).toBe(403);
  });
});
