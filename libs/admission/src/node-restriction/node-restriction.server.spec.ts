import { createPrivateKeyAndRequest } from '@orch/pki';
import { Entry } from '@orch/registry';
import { RbacServer } from '@orch/server-testing';

const N1 = 'system:node:n1';
const TOKENS = '/api/v1/namespaces/t1/serviceaccounts/robot/token';
const core = (path: string) => `/api/v1/namespaces/t1/${path}`;
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe.each(['orch', 'kubernetes'] as const)('NodeRestriction, with mode Node (%s)', (vocabulary) => {
  let s: RbacServer;
  const domain = vocabulary === 'orch' ? 'orch.io' : 'kubernetes.io';
  const labelled = (labels: Record<string, string | null>, name = 'n1') => ({ metadata: { name, labels } });
  const place = (name: string, nodeName: string, serviceAccountName: string, volumes: object[] = []) =>
    s.make('/api/v1/namespaces/t1/pods', {
      metadata: { name },
      spec: { nodeName, serviceAccountName, containers: [{ name: 'c', image: 'i' }], volumes },
    });

  beforeAll(async () => {
    s = await RbacServer.start({
      vocabulary,
      modes: ['Node', 'RBAC'],
      users: { [N1]: ['system:nodes'], operator: [] },
    });
    for (const name of ['robot', 'other']) {
      await s.make('/api/v1/namespaces/t1/serviceaccounts', { metadata: { name } });
    }
    await s.make('/api/v1/namespaces/t1/secrets', { metadata: { name: 'held' } });
    await s.make(`/apis/${s.vocabulary.groups.storage}/v1/csidrivers`, {
      metadata: { name: 'driver.example.org' },
      spec: { tokenRequests: [{ audience: 'inline' }], volumeLifecycleModes: ['Ephemeral'] },
    });
    await s.make(`/apis/${s.vocabulary.groups.storage}/v1/csidrivers`, {
      metadata: { name: 'file.csi.azure.com' },
      spec: { tokenRequests: [{ audience: 'claimed' }] },
    });
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' };
    await s.make(core('persistentvolumeclaims'), { metadata: { name: 'claim' }, spec: { ...claim, volumeName: 'v' } });
    await s.make('/api/v1/persistentvolumes', {
      metadata: { name: 'v' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        azureFile: { secretName: 'held', secretNamespace: 't1', shareName: 'x' },
      },
    });
    await place('mine', 'n1', 'robot', [
      {
        name: 'tokens',
        projected: {
          sources: [
            { serviceAccountToken: { path: 'own' } },
            { serviceAccountToken: { path: 'vault', audience: 'vault' } },
          ],
        },
      },
      { name: 'inline', csi: { driver: 'driver.example.org' } },
      { name: 'claimed', persistentVolumeClaim: { claimName: 'claim' } },
    ]);
    const ownToken = { name: 'tokens', projected: { sources: [{ serviceAccountToken: { path: 'own' } }] } };
    await place('of-other', 'n1', 'other', [ownToken]);
    await place('elsewhere', 'n2', 'robot');
    await s.clusterRole('operator', {
      verbs: ['*'],
      apiGroups: ['*'],
      resources: ['serviceaccounts/token', 'nodes', 'leases'],
    });
    await s.bind('', 'operator', 'ClusterRole/operator', 'operator');
  });
  afterAll(() => s.stop());

  const pod = (name: string, uid = 'u') => ({ apiVersion: 'v1', kind: 'Pod', name, uid });
  const bound = async (name: string) =>
    pod(name, ((await s.admin(`GET ${core(`pods/${name}`)}`)).json['metadata'] as { uid: string }).uid);
  it('a token of a large pod does not decode it in one step', async () => {
    const env = Array.from({ length: 6_000 }, (_, i) => ({ name: `name-${i}` }));
    const volumes = [{ name: 'tokens', projected: { sources: [{ serviceAccountToken: { path: 'own' } }] } }];
    await s.make(core('pods'), {
      metadata: { name: 'large' },
      spec: { nodeName: 'n1', serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i', env }], volumes },
    });
    const spec = { boundObjectRef: await bound('large') };
    await s.admin(`PATCH ${core('pods/large')}`, { metadata: { annotations: { a: 'b' } } }, MERGE);
    const decoded: number[] = [];
    const parse = jest.spyOn(Entry.prototype, 'parse').mockImplementation(function (this: Entry) {
      decoded.push(this.length);
      return JSON.parse(this.bytes.toString()) as ReturnType<Entry['parse']>;
    });
    const code = await s.codeAs(N1, `POST ${TOKENS}`, { spec });
    parse.mockRestore();
    expect([code, decoded.filter((bytes) => bytes > 65_536)]).toEqual([201, []]);
  });

  it('a token of a pod with many large claims decodes none of them', async () => {
    const labels = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`label-number-${i}`, 'value']));
    const names = ['big-a', 'big-b', 'big-c'];
    for (const name of names)
      await s.make(core('persistentvolumeclaims'), {
        metadata: { name, labels },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
      });
    const volumes = [...names, 'claim'].map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
    await place('with-claims', 'n1', 'robot', volumes);
    const boundObjectRef = await bound('with-claims');
    const decoded: number[] = [];
    const parse = jest.spyOn(Entry.prototype, 'parse').mockImplementation(function (this: Entry) {
      decoded.push(this.length);
      return JSON.parse(this.bytes.toString()) as ReturnType<Entry['parse']>;
    });
    const steps = jest.spyOn(Entry.prototype, 'parseInSteps');
    const request = (audience: string) =>
      s.codeAs(N1, `POST ${TOKENS}`, { spec: { boundObjectRef, audiences: [audience] } });
    const codes = [await request('claimed'), await request('other')];
    const inSteps = steps.mock.contexts.filter((entry) => (entry as Entry).length > 65_536).length;
    parse.mockRestore();
    steps.mockRestore();
    expect([codes, inSteps, decoded.filter((bytes) => bytes > 65_536)]).toEqual([[201, 403], 0, []]);
  });

  it.each<[what: string, bound: object | undefined, code: number, refusal: string]>([
    ['to nothing', undefined, 403, 'node requested token not bound to a pod'],
    ['to a Secret', { apiVersion: 'v1', kind: 'Secret', name: 'held' }, 403, 'not bound to a pod'],
    ['to a Node', { apiVersion: 'v1', kind: 'Node', name: 'n1' }, 403, 'not bound to a pod'],
    ['to a pod without name', { apiVersion: 'v1', kind: 'Pod' }, 403, 'not bound to a pod'],
    ['to a pod without uid', pod('mine', ''), 403, 'with a pod binding without a uid'],
    ['to a pod of another uid', pod('mine'), 403, 'does not match the UID in record'],
    ['to a pod that does not exist', pod('nowhere'), 404, 'pods "nowhere" not found'],
  ])('refuses a node a token bound %s', async (_what, boundObjectRef, want, refusal) => {
    const { code, json } = await s.as(N1, `POST ${TOKENS}`, { spec: { boundObjectRef } });
    expect([code, json.message]).toEqual([want, expect.stringContaining(refusal)]);
  });

  it.each([
    ['a pod on another node', 'elsewhere', 403, 'node requested token bound to a pod scheduled on a different node'],
    ['a pod of another account', 'of-other', 400, 'pod running with different serviceaccount name'],
  ])('refuses a node a token bound to %s', async (_what, name, want, refusal) => {
    const { code, json } = await s.as(N1, `POST ${TOKENS}`, { spec: { boundObjectRef: await bound(name) } });
    expect([code, json.message]).toEqual([want, expect.stringContaining(refusal)]);
  });

  it('issues a node tokens bound to its own pods, and other users any', async () => {
    expect(await s.codeAs(N1, `POST ${TOKENS}`, { spec: { boundObjectRef: await bound('mine') } })).toBe(201);
    expect(await s.codeAs('operator', `POST ${TOKENS}`, { spec: {} })).toBe(201);
  });

  it.each([
    ['of a projected token', ['vault'], 201],
    ['of the driver of an inline volume', ['inline'], 201],
    ['of the driver of a claimed volume', ['claimed'], 201],
    ['that no volume asks for', ['other'], 403],
    ['twice', ['vault', 'inline'], 403],
  ])('answers a node that asks for an audience %s', async (_what, audiences, want) => {
    const boundObjectRef = await bound('mine');
    expect(await s.codeAs(N1, `POST ${TOKENS}`, { spec: { boundObjectRef, audiences } })).toBe(want);
  });

  it('issues a node tokens of an audience it is authorized to request', async () => {
    const spec = { boundObjectRef: await bound('mine'), audiences: ['given'] };
    expect((await s.as(N1, `POST ${TOKENS}`, { spec })).json.message).toContain(
      'audience "given" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience',
    );
    await s.clusterRole('audience', {
      verbs: ['request-serviceaccounts-token-audience'],
      apiGroups: [''],
      resources: ['given'],
    });
    await s.bind('t1', 'audience', 'ClusterRole/audience', N1);
    expect(await s.codeAs(N1, `POST ${TOKENS}`, { spec })).toBe(201);
  });

  it('a node creates mirror pods for itself', async () => {
    expect(await s.codeAs(N1, 'POST /api/v1/nodes', { metadata: { name: 'n1' } })).toBe(201);
    const { uid } = (await s.admin('GET /api/v1/nodes/n1')).json['metadata'] as { uid: string };
    const mirror = (name: string, nodeName: string) => ({
      metadata: {
        name,
        annotations: { [s.vocabulary.annotations.mirrorPod]: 'hash' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid, controller: true }],
      },
      spec: { nodeName, containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', hostPath: { path: '/etc' } }] },
    });
    const made = await s.as(N1, `POST ${core('pods')}`, mirror('static', 'n1'));
    expect([made.code, made.json['spec']]).toEqual([
      201,
      expect.not.objectContaining({ serviceAccountName: 'default' }),
    ]);
    expect((await s.as(N1, `POST ${core('pods')}`, mirror('other', 'n2'))).json.message).toContain(
      'node "n1" can only create pods with spec.nodeName set to itself',
    );
    expect(await s.codeAs(N1, `DELETE ${core('pods/static?gracePeriodSeconds=0')}`)).toBe(200);
    expect((await s.admin('DELETE /api/v1/nodes/n1')).code).toBe(200);
  });

  it('a node registers without owner references, whose deletion would delete its Node', async () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'mine', uid: 'u' }];
    const { code, json } = await s.as(N1, 'POST /api/v1/nodes', { metadata: { name: 'n1', ownerReferences } });
    expect([code, json.message]).toEqual([403, expect.stringContaining('is not allowed to set ownerReferences')]);
  });

  it('D-184 a node creates its own Node, lease and CSINode only', async () => {
    const { coordination, storage } = s.vocabulary.groups;
    const leases = `/apis/${coordination}/v1/namespaces/${s.vocabulary.namespaces.nodeLease}/leases`;
    for (const path of ['/api/v1/nodes', leases, `/apis/${storage}/v1/csinodes`]) {
      const body = (metadata: object) => ({ metadata, spec: path.endsWith('csinodes') ? { drivers: [] } : {} });
      const refused = await s.as(N1, `POST ${path}`, body({ name: 'n2' }));
      expect([path, refused.code]).toEqual([path, 403]);
      expect(refused.json.message).toMatch(
        /node "n1" is not allowed to modify node "n2"|with the same name as the requesting node/,
      );
      expect(await s.codeAs(N1, `POST ${path}`, body({ generateName: 'n1' }))).toBe(403);
      expect(await s.codeAs(N1, `POST ${path}`, body({ name: 'n1' }))).toBe(201);
    }
    expect(await s.codeAs('operator', 'POST /api/v1/nodes', { metadata: { name: 'n3' } })).toBe(201);
  });

  it.each([
    ['of its own', 'client', 'system:node:n1', 201],
    ['of another node', 'client', 'system:node:n2', 403],
    ['of another node for its server', 'server', 'system:node:n2', 403],
    ['of no node', 'client', 'n1', 403],
    ['that is not there', 'client', '', 403],
  ])('answers a node that requests a certificate in a name %s', async (_what, purpose, commonName, want) => {
    const { signers, groups } = s.vocabulary;
    const { requestPem } = await createPrivateKeyAndRequest({ commonName, organizations: ['system:nodes'] });
    const { code, json } = await s.as(N1, `POST /apis/${groups.certificates}/v1/certificatesigningrequests`, {
      metadata: { generateName: 'csr-' },
      spec: {
        request: Buffer.from(requestPem).toString('base64'),
        signerName: purpose === 'client' ? signers.apiServerClientNode : signers.nodeServing,
        usages: ['digital signature', `${purpose} auth`],
      },
    });
    const refusal = expect.stringContaining('can only create a node CSR with CN=system:node:n1') as string;
    expect([code, json.message]).toEqual([want, want === 201 ? undefined : refusal]);
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
          `beta.${domain}/instance-type`,
          `failure-domain.beta.${domain}/region`,
          `a.node.${domain}/anything`,
          `${vocabulary === 'orch' ? 'orchlet' : 'kubelet'}.${domain}/anything`,
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
      `topology.${domain}/rack`,
      `beta.${domain}/hostname`,
      ...(vocabulary === 'kubernetes' ? ['k8s.io/hostname', 'topology.k8s.io/zone', 'node.k8s.io/instance-type'] : []),
    ])('does not set %s', async (key) => {
      for (const path of ['/api/v1/nodes/n1', '/api/v1/nodes/n1/status']) {
        const { code, json } = await change(N1, { [key]: 'b' }, path);
        expect([code, json.message]).toEqual([403, expect.stringContaining(`is not allowed to modify labels: ${key}`)]);
      }
      expect((await change('operator', { [key]: 'b' })).code).toBe(200);
    });

    it('neither changes nor removes labels that others set, and keeps them when it writes other fields', async () => {
      const key = `node-restriction.${domain}/team`;
      expect((await change(N1, { [key]: 'b' })).code).toBe(403);
      expect((await change(N1, { [key]: null })).code).toBe(403);
      expect((await change(N1, { mine: 'y' })).json['metadata']).toMatchObject({ labels: { [key]: 'a', mine: 'y' } });
    });

    it('creates no Node with them', async () => {
      await s.admin('DELETE /api/v1/nodes/n1');
      expect(await s.codeAs(N1, 'POST /api/v1/nodes', labelled({ [`node-restriction.${domain}/team`]: 'b' }))).toBe(
        403,
      );
      expect(await s.codeAs(N1, 'POST /api/v1/nodes', labelled({}))).toBe(201);
    });
  });
});
