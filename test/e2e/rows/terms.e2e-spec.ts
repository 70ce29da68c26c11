import { temporaryDirectory } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';
import { servedResources } from '../../support/served-resources.js';

// Left, C-004 to C-007 (access reviews) and A-014, C-008 to C-011 (evictions).
describe.each(VOCABULARY_NAMES)('terms in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
    await server.create(maps, { metadata: { name: 'x' }, data: { a: '1' } });
  });
  afterAll(() => server?.stop());

  it('A-005 every kind is worked with by GET, POST, PUT, PATCH and DELETE', async () => {
    // Component statuses are computed by the server and cannot be written (C-307).
    const stored = (await servedResources(server)).filter(
      ({ verbs }) => verbs.includes('get') && verbs.includes('create'),
    );
    expect(stored.length).toBeGreaterThanOrEqual(17);
    for (const { path, kind } of stored) {
      expect(await server.get(path)).toMatchObject({ code: 200, body: { kind: `${kind}List` } });
      // Bodies that say nothing: the method is there, whatever becomes of the request.
      expect([201, 400, 422]).toContain((await server.post(`${path}?dryRun=All`, {})).code);
      expect([201, 400, 422]).toContain((await server.put(`${path}/none?dryRun=All`, {})).code);
      for (const answer of [await server.merge(`${path}/none`, {}), await server.delete(`${path}/none`)])
        expect(answer).toMatchObject({ code: 404, body: { details: { name: 'none' } } });
    }
  });

  it('A-006 every kind is described by the API itself', async () => {
    const { groups } = server.vocabulary;
    const kinds = (await servedResources(server)).map(({ groupVersion, kind }) => `${groupVersion} ${kind}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'v1 Binding',
        'v1 ConfigMap',
        'v1 Event',
        'v1 Namespace',
        'v1 Node',
        'v1 PersistentVolume',
        'v1 PersistentVolumeClaim',
        'v1 Pod',
        'v1 Secret',
        'v1 ServiceAccount',
        `${groups.certificates}/v1 CertificateSigningRequest`,
        `${groups.coordination}/v1 Lease`,
        `${groups.storage}/v1 CSIDriver`,
        `${groups.storage}/v1 CSINode`,
        `${groups.storage}/v1 CSIStorageCapacity`,
        `${groups.storage}/v1 StorageClass`,
        `${groups.storage}/v1 VolumeAttachment`,
      ]),
    );
  });

  it('A-007 objects are unchanged after a restart', async () => {
    const data = await temporaryDirectory();
    try {
      const first = await ResourceServer.start({ vocabulary, dataDir: data.path, namespace: 'before' });
      const path = `${first.paths.configMaps}/x`;
      const written = await first.create(first.paths.configMaps, { metadata: { name: 'x' }, data: { a: '1' } });
      await first.stop();
      const second = await ResourceServer.start({ vocabulary, dataDir: data.path, namespace: 'after' });
      const read = await second.get(path);
      await second.stop();
      expect(read.body).toEqual(written);
    } finally {
      await data.remove();
    }
  });

  it('A-008 a resource type is the lower-case plural in the URL, and nothing else', async () => {
    expect((await server.get('/api/v1/configmaps')).code).toBe(200);
    for (const other of ['configmap', 'ConfigMap', 'ConfigMaps', 'cm'])
      expect((await server.get(`/api/v1/${other}`)).code).toBe(404);
  });

  it('A-009 an object carries its kind', async () =>
    expect((await server.get(`${maps}/x`)).body).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' }));

  it('A-010 a collection is a list of instances of one type', async () => {
    await server.create(server.paths.secrets, { metadata: { name: 'x' } });
    const { kind, items } = (await server.get(maps)).body;
    expect(kind).toBe('ConfigMapList');
    expect(items.map((item) => item.data)).toEqual([{ a: '1' }]);
  });

  it('A-011 a resource is one object', async () => {
    const { body } = await server.get(`${maps}/x`);
    expect(body.metadata.name).toBe('x');
    expect(body).not.toHaveProperty('items');
  });

  it('A-012 the path of a sub-resource is below its resource', async () => {
    const { claims } = server.paths;
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await server.create(claims, { metadata: { name: 'c' }, spec });
    expect(await server.get(`${claims}/c/status`)).toMatchObject({
      code: 200,
      body: { kind: 'PersistentVolumeClaim', metadata: { name: 'c' } },
    });
    expect((await server.get(`${claims}/none/status`)).code).toBe(404);
  });
});
