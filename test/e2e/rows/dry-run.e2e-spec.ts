import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { minimalObjects } from '../../support/minimal-objects.js';
import { causes, ResourceServer, type Paths } from '../../support/resource-fixtures.js';

// Left, A-128 (webhooks), C-106 (quotas). A-129 is in services.e2e-spec.ts.
describe.each(VOCABULARY_NAMES)('dry run in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let paths: Paths;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    paths = await freshNamespace(server);
    maps = paths.configMaps;
    await server.create(maps, { metadata: { name: 'x' }, data: { a: '1' } });
  });

  const stored = async () => (await server.get(`${maps}/x`)).body;
  const claim = {
    metadata: { name: 'c' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };

  it('A-112 A-122 POST answers as if it had created', async () => {
    const answer = await server.post(`${maps}?dryRun=All`, { metadata: { name: 'new' }, data: { b: '2' } });
    expect(answer).toMatchObject({ code: 201, body: { kind: 'ConfigMap', data: { b: '2' } } });
    expect((await server.get(`${maps}/new`)).code).toBe(404);
  });

  it('A-113 A-122 PUT answers as if it had updated', async () => {
    const before = await stored();
    const answer = await server.put(`${maps}/x?dryRun=All`, { metadata: { name: 'x' }, data: { b: '2' } });
    expect(answer.code).toBe(200);
    expect(answer.body.data).toEqual({ b: '2' });
    expect(await stored()).toEqual(before);
  });

  it('A-113 PUT of an absent Lease answers as if it had created it', async () => {
    const path = `${server.paths.leases}/new`;
    expect((await server.put(`${path}?dryRun=All`, { metadata: { name: 'new' } })).code).toBe(201);
    expect((await server.get(path)).code).toBe(404);
  });

  it('A-114 A-119 PATCH answers with what the merge gives', async () => {
    const before = await stored();
    const answer = await server.merge(`${maps}/x?dryRun=All`, { data: { b: '2' } });
    expect(answer.code).toBe(200);
    expect(answer.body.data).toEqual({ a: '1', b: '2' });
    expect(await stored()).toEqual(before);
  });

  it('A-115 DELETE answers as if it had deleted', async () => {
    const before = await stored();
    expect((await server.delete(`${maps}/x?dryRun=All`)).code).toBe(200);
    expect(await stored()).toEqual(before);
  });

  it.each(['?dryRun', '?dryRun='])(
    'A-116 %s alone is not a dry run, or refused as in kube-apiserver',
    async (parameter) => {
      const specified = vocabulary === 'orch';
      const created = await server.post(maps + parameter, { metadata: { name: 'new' } });
      expect([created.code, causes(created)]).toEqual(specified ? [201, []] : [422, ['dryRun FieldValueNotSupported']]);
      expect((await server.get(`${maps}/new`)).code).toBe(specified ? 200 : 404);
      expect((await server.delete(`${maps}/x${parameter}`)).code).toBe(specified ? 200 : 422);
      expect((await server.get(`${maps}/x`)).code).toBe(specified ? 404 : 200);
    },
  );

  it('A-117 A-120 admission and defaults show in the answer', async () => {
    const { code, body } = await server.post(`${paths.claims}?dryRun=All`, claim);
    expect(code).toBe(201);
    expect(body.metadata.finalizers).toEqual([server.vocabulary.finalizers.pvcProtection]);
    expect(body.spec['volumeMode']).toBe('Filesystem');
    expect((await server.get(`${paths.claims}/c`)).code).toBe(404);
  });

  it('A-118 what is invalid is refused', async () => {
    const refused = await server.post(`${maps}?dryRun=All`, { metadata: { name: 'A_b' } });
    expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(refused)).toEqual(['metadata.name FieldValueInvalid']);
  });

  it('A-121 nothing is stored, no revision is used, no watch event is sent', async () => {
    const before = (await server.get(maps)).body;
    const { resourceVersion } = before.metadata;
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${resourceVersion}`);
    await server.post(`${maps}?dryRun=All`, { metadata: { name: 'new' } });
    await server.put(`${maps}/x?dryRun=All`, { metadata: { name: 'x' }, data: { b: '2' } });
    await server.merge(`${maps}/x?dryRun=All`, { data: { b: '2' } });
    await server.delete(`${maps}/x?dryRun=All`);
    await server.delete(`${maps}?dryRun=All`);
    expect((await server.get(maps)).body).toEqual(before);
    await makeMaps(server, maps, 'real');
    const event = await watch.next();
    expect(event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'real' } } });
    expect(Number(event.object.metadata.resourceVersion)).toBe(Number(resourceVersion) + 1);
    watch.close();
  });

  it('A-122 a name that is taken is taken', async () =>
    expect(await server.post(`${maps}?dryRun=All`, { metadata: { name: 'x' } })).toMatchObject({
      code: 409,
      body: { reason: 'AlreadyExists' },
    }));

  it('A-124 every kind can be tried', async () => {
    const objects = await minimalObjects(server.vocabulary, paths, maps.split('/')[4]!);
    for (const [path, object] of objects) {
      const answer = await server.post(`${path}?dryRun=All`, object);
      expect(`${path} ${answer.code} ${answer.body.message ?? ''}`).toBe(`${path} 201 `);
      expect((await server.get(`${path}/minimal`)).code).toBe(404);
    }
  });

  it('A-126 a name is generated, and is not reserved', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const { code, body } = await server.post(`${maps}?dryRun=All`, { metadata: { generateName: 'p-' } });
      expect(code).toBe(201);
      expect(body.metadata.name).toMatch(/^p-[a-z0-9]{5}$/);
      expect((await server.post(maps, { metadata: { name: body.metadata.name } })).code).toBe(201);
    }
  });

  it('A-127 uid and times are those of the dry run, without a resourceVersion', async () => {
    const tried = (await server.post(`${maps}?dryRun=All`, { metadata: { name: 'new' } })).body.metadata;
    const made = await server.create(maps, { metadata: { name: 'new' } });
    expect(tried.uid).toMatch(/./);
    expect(tried.uid).not.toBe(made.metadata.uid);
    expect(tried.creationTimestamp).toMatch(/Z$/);
    expect(tried.resourceVersion ?? '').toBe('');
  });

  it('A-130 who may not write may not try', async () => {
    const refused = await server.post(`${maps}?dryRun=All`, { metadata: { name: 'new' } }, { as: 'anonymous' });
    expect(refused).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });
    expect(refused.body.message).toContain('cannot create resource "configmaps"');
  });

  it('C-103 refuses other values', async () => {
    const writes: [string, () => ReturnType<ResourceServer['send']>][] = [
      ['CreateOptions', () => server.post(`${maps}?dryRun=Foo`, { metadata: { name: 'new' } })],
      ['UpdateOptions', () => server.put(`${maps}/x?dryRun=Foo`, { metadata: { name: 'x' } })],
      ['PatchOptions', () => server.merge(`${maps}/x?dryRun=Foo`, {})],
      ['DeleteOptions', () => server.delete(`${maps}/x?dryRun=Foo`)],
    ];
    for (const [kind, write] of writes) {
      const refused = await write();
      expect(refused).toMatchObject({
        code: 422,
        body: { reason: 'Invalid', details: { kind, group: server.vocabulary.groups.meta } },
      });
      expect(causes(refused)).toEqual([expect.stringMatching(/^dryRun(\[0\])? FieldValueNotSupported$/)]);
      expect(refused.body.message).toContain('"All"');
    }
  });

  it('C-104 the body of a DELETE may ask for it', async () => {
    const before = await stored();
    expect((await server.delete(`${maps}/x`, { dryRun: ['All'] })).code).toBe(200);
    expect(await stored()).toEqual(before);
  });

  it('C-105 deletecollection honours dryRun', async () => {
    await makeMaps(server, maps, 'y');
    const before = (await server.get(maps)).body.items;
    expect((await server.delete(`${maps}?dryRun=All`)).code).toBe(200);
    expect((await server.get(maps)).body.items).toEqual(before);
  });
});
