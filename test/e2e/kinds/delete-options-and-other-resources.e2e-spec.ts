import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Left: C-233 but for what is served (log, exec, attach, portforward, proxy, eviction and
// ephemeralcontainers come with later issues), C-235, C-237, C-238 (kinds not yet served), tokens of C-236.
describe.each(VOCABULARY_NAMES)('DeleteOptions and other resources in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, serviceAccounts: true });
    // No controller makes it here; admission gives it to pods (C-230).
    await server.create(server.paths.serviceAccounts, { metadata: { name: 'default' } });
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  const create = (name: string, metadata: object = {}) => server.create(maps, { metadata: { name, ...metadata } });

  const options: [string, string, unknown][] = [
    ['gracePeriodSeconds in the query', '?gracePeriodSeconds=0', undefined],
    ['propagationPolicy in the query', '?propagationPolicy=Background', undefined],
    ['orphanDependents in the query', '?orphanDependents=false', undefined],
    ['a body', '', { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, propagationPolicy: 'Background' }],
    ['a body without kind', '', { gracePeriodSeconds: 0 }],
    ['an empty body', '', ''],
  ];
  it.each(options)('C-224 C-249 A-555 deletes with %s', async (_what, query, body) => {
    await create('x');
    const answer = await server.delete(`${maps}/x${query}`, body);
    expect(answer).toMatchObject({ code: 200, body: { kind: 'Status', status: 'Success' } });
    expect(answer.body).not.toHaveProperty('code');
    expect((await server.get(`${maps}/x`)).code).toBe(404);
  });

  it('C-247 answers 202 when a deletion goes on of which orphanDependents=false was asked, 200 else', async () => {
    for (const [query, code] of [
      ['orphanDependents=false', 202],
      ['propagationPolicy=Background', 200],
      ['', 200],
    ] as const) {
      const name = `goes-on-${code}-${query.length}`;
      await create(name, { finalizers: ['example.com/hold'] });
      expect((await server.delete(`${maps}/${name}?${query}`)).code).toBe(code);
      await server.merge(`${maps}/${name}`, { metadata: { finalizers: null } });
    }
    await create('gone');
    expect((await server.delete(`${maps}/gone?orphanDependents=false`)).code).toBe(200);
  });

  it('C-226 Foreground and Orphan leave the object with their finalizer, a dry run leaves none', async () => {
    for (const [policy, finalizer] of [
      ['Foreground', 'foregroundDeletion'],
      ['Orphan', 'orphan'],
    ] as const) {
      const name = policy.toLowerCase();
      await create(name);
      const dry = await server.delete(`${maps}/${name}?propagationPolicy=${policy}&dryRun=All`);
      expect(dry.body.metadata.finalizers).toEqual([finalizer]);
      expect((await server.get(`${maps}/${name}`)).body.metadata.finalizers).toBeUndefined();
      expect((await server.delete(`${maps}/${name}?propagationPolicy=${policy}`)).code).toBe(200);
      const { metadata } = (await server.get(`${maps}/${name}`)).body;
      expect(metadata.finalizers).toEqual([finalizer]);
      expect(metadata.deletionTimestamp).toBeDefined();
    }
  });

  it('C-224 takes a body of the meta group', async () => {
    await create('x');
    const apiVersion = `${server.vocabulary.groups.meta}/v1`;
    expect((await server.delete(`${maps}/x`, { kind: 'DeleteOptions', apiVersion })).code).toBe(200);
  });

  it('C-224 A-555 deletes nothing in a dry run, asked for in the query or in the body', async () => {
    await create('dry');
    expect((await server.delete(`${maps}/dry?dryRun=All`)).code).toBe(200);
    expect((await server.delete(`${maps}/dry`, { dryRun: ['All'] })).code).toBe(200);
    expect((await server.get(`${maps}/dry`)).code).toBe(200);
  });

  it.each([
    ['C-225', 'an unknown policy', '?propagationPolicy=Foo', undefined, 422],
    ['C-225', 'an unknown policy in the body', '', { propagationPolicy: 'Foo' }, 422],
    ['C-225', 'policy and orphanDependents', '?propagationPolicy=Background&orphanDependents=true', undefined, 422],
    ['C-227 D-207', 'another uid', '', { preconditions: { uid: 'other' } }, 409],
    ['C-227', 'another resourceVersion', '', { preconditions: { resourceVersion: '1' } }, 409],
    ['C-227', 'another uid in the query', '?uid=other', undefined, 409],
    ['C-227', 'another resourceVersion in the query', '?resourceVersion=1', undefined, 409],
    ['C-228', 'broken JSON', '', '{', 400],
    ['C-228', 'another kind', '', { kind: 'ConfigMap', apiVersion: 'v1' }, 400],
    ['C-228', 'a wrong type', '', { gracePeriodSeconds: 'soon' }, 400],
  ])('%s refuses %s, and deletes nothing', async (_id, _what, query, body, code) => {
    await create('kept').catch(() => undefined);
    const answer = await server.delete(`${maps}/kept${query}`, body);
    const reason = { 400: 'BadRequest', 409: 'Conflict', 422: 'Invalid' }[code];
    expect(answer).toMatchObject({ code, body: { kind: 'Status', reason } });
    expect((await server.get(`${maps}/kept`)).code).toBe(200);
  });

  it('C-227 deletes when both preconditions hold', async () => {
    const { uid, resourceVersion } = (await create('precise')).metadata;
    expect((await server.delete(`${maps}/precise`, { preconditions: { uid, resourceVersion } })).code).toBe(200);
  });

  describe('pods', () => {
    const container = (image: string) => ({ containers: [{ name: 'c', image }] });
    const pod = (name: string, spec: object = {}) =>
      server.create(server.paths.pods, { metadata: { name }, spec: { ...container('example.com/c:1'), ...spec } });

    it('C-229 C-304 have time to end once they are on a node, and go at once before', async () => {
      const { pods } = server.paths;
      await pod('unscheduled');
      expect((await server.delete(`${pods}/unscheduled`)).body).toMatchObject({ kind: 'Pod' });
      expect((await server.get(`${pods}/unscheduled`)).code).toBe(404);

      await pod('scheduled', { nodeName: 'n' });
      const deleted = await server.delete(`${pods}/scheduled`);
      expect(deleted).toMatchObject({
        code: 200,
        body: { kind: 'Pod', metadata: { deletionGracePeriodSeconds: 30 } },
      });
      expect((await server.delete(`${pods}/scheduled?gracePeriodSeconds=-5`)).body.metadata).toMatchObject({
        deletionGracePeriodSeconds: 1,
      });
      expect((await server.delete(`${pods}/scheduled?gracePeriodSeconds=0`)).code).toBe(200);
      expect((await server.get(`${pods}/scheduled`)).code).toBe(404);
    });

    it('C-230 are filled with their defaults', async () => {
      const made = await pod('defaults', {
        containers: [
          { name: 'a', image: 'example.com/a' },
          { name: 'b', image: 'example.com/b:latest' },
          { name: 'c', image: 'example.com/c:1' },
        ],
      });
      expect(made.spec).toMatchObject({
        restartPolicy: 'Always',
        dnsPolicy: 'ClusterFirst',
        terminationGracePeriodSeconds: 30,
        schedulerName: 'default-scheduler',
        serviceAccountName: 'default',
        containers: [{ imagePullPolicy: 'Always' }, { imagePullPolicy: 'Always' }, { imagePullPolicy: 'IfNotPresent' }],
      });
      expect(made.status).toMatchObject({ phase: 'Pending' });
    });

    it('C-231 keep their spec but for the image', async () => {
      const { pods } = server.paths;
      await pod('fixed');
      const moved = await server.merge(`${pods}/fixed`, { spec: { nodeName: 'n' } });
      expect(moved.code).toBe(422);
      expect(causes(moved)).toEqual(['spec FieldValueForbidden']);
      const image = [{ op: 'replace', path: '/spec/containers/0/image', value: 'example.com/c:2' }];
      expect((await server.jsonPatch(`${pods}/fixed`, image)).code).toBe(200);
    });

    it('C-232 show through /status what became of them', async () => {
      const { pods } = server.paths;
      await pod('running');
      const status = { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }], hostIP: '10.0.0.2' };
      expect(await server.merge(`${pods}/running/status`, { status })).toMatchObject({ code: 200, body: { status } });
      expect((await server.merge(`${pods}/running`, { status: { phase: 'Failed' } })).body.status).toMatchObject(
        status,
      );
    });
  });

  it('C-234 nodes are cluster-scoped and report their status', async () => {
    const { nodes } = server.paths;
    const node = await server.create(nodes, { metadata: { name: 'n' }, spec: { podCIDR: '10.1.0.0/24' } });
    expect(node).toMatchObject({ apiVersion: 'v1', kind: 'Node', spec: { podCIDR: '10.1.0.0/24' } });
    const status = {
      capacity: { cpu: '4' },
      conditions: [{ type: 'Ready', status: 'True' }],
      addresses: [{ type: 'InternalIP', address: '10.0.0.2' }],
    };
    expect(await server.merge(`${nodes}/n/status`, { status })).toMatchObject({ code: 200, body: { status } });
  });

  it('C-239 storage classes need a provisioner and keep what they provision with', async () => {
    const { storageClasses } = server.paths;
    const refused = await server.post(storageClasses, { metadata: { name: 's' } });
    expect(refused.code).toBe(422);
    expect(causes(refused)).toEqual(['provisioner FieldValueRequired']);
    const made = await server.create(storageClasses, {
      metadata: { name: 's' },
      provisioner: 'example.com/p',
      parameters: { a: 'b' },
    });
    expect(made).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
    for (const patch of [{ provisioner: 'example.com/q' }, { parameters: { a: 'c' } }])
      expect((await server.merge(`${storageClasses}/s`, patch)).code).toBe(422);
  });
});
