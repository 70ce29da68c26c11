import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Left, A-324 (volume controllers), and with their gates off (feature-gates.spec.ts),
// A-314 (quota). A claim that a pod uses is in lifecycles.e2e-spec.ts.
describe.each(VOCABULARY_NAMES)('PersistentVolumeClaims in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let claims: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--feature-gates=RecoverVolumeExpansionFailure=true'] });
    claims = server.paths.claims;
  });
  afterAll(() => server?.stop());

  const valid = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const create = (name: string, spec: object = {}) =>
    server.create(claims, { metadata: { name }, spec: { ...valid, ...spec } });
  const withStatus = (name: string, status: object) =>
    server.put(`${claims}/${name}/status`, { metadata: { name }, spec: valid, status });

  it('A-298 A-301 A-322 A-323 A-497 C-176 is pending, of mode Filesystem, and protected', async () => {
    const claim = await create('c');
    expect(claim).toMatchObject({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { finalizers: [server.vocabulary.finalizers.pvcProtection] },
      spec: { volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    });
    expect(claim.status).not.toHaveProperty('resizeStatus');
    expect((await server.get(claims)).body).toMatchObject({ apiVersion: 'v1', kind: 'PersistentVolumeClaimList' });
  });

  it.each([
    ['A-300', 'a storageClassName', { storageClassName: 'fast' }],
    ['C-178', 'an empty storageClassName', { storageClassName: '' }],
    ['A-304', 'a dataSourceRef to a custom object', { dataSourceRef: { apiGroup: 'x.io', kind: 'Foo', name: 'a' } }],
  ])('%s keeps %s', async (id, _what, spec) => {
    const name = id.toLowerCase();
    await create(name, spec);
    expect((await server.get(`${claims}/${name}`)).body.spec).toMatchObject(spec);
  });

  const source = { kind: 'PersistentVolumeClaim', name: 'a' };
  it('A-302 A-303 A-308 fills dataSourceRef from dataSource', async () =>
    expect((await create('from-source', { dataSource: source })).spec).toMatchObject({
      dataSource: source,
      dataSourceRef: source,
    }));
  it('A-309 A-311 fills dataSource from dataSourceRef', async () =>
    expect((await create('from-ref', { dataSourceRef: source })).spec).toMatchObject({
      dataSource: source,
      dataSourceRef: source,
    }));
  it('A-310 drops a dataSource of another kind without a word', async () => {
    const { spec } = await create('dropped', { dataSource: { apiGroup: 'x.io', kind: 'Foo', name: 'a' } });
    expect(spec).not.toHaveProperty('dataSource');
    expect(spec).not.toHaveProperty('dataSourceRef');
  });

  it.each([
    [
      'A-305 A-311',
      'a reference to a core object',
      { dataSourceRef: { kind: 'Pod', name: 'a' } },
      'spec.dataSourceRef FieldValueInvalid',
    ],
    [
      'A-307',
      'two sources that differ',
      { dataSource: source, dataSourceRef: { ...source, name: 'b' } },
      'spec FieldValueInvalid',
    ],
    ['C-174', 'no access modes', { accessModes: undefined }, 'spec.accessModes FieldValueRequired'],
    ['C-174', 'no storage', { resources: {} }, 'spec.resources[storage] FieldValueRequired'],
    ['C-175', 'an unknown access mode', { accessModes: ['Foo'] }, 'spec.accessModes FieldValueNotSupported'],
    [
      'C-175',
      'ReadWriteOncePod with another mode',
      { accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] },
      'spec.accessModes FieldValueForbidden',
    ],
  ])('%s refuses %s', async (_id, _what, spec, cause) => {
    const answer = await server.post(claims, { metadata: { name: 'refused' }, spec: { ...valid, ...spec } });
    expect(answer).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(answer)).toContain(cause);
  });

  it('C-180 gives quantities back canonical, and refuses what is none', async () => {
    const stored = async (name: string, storage: string) =>
      (await create(name, { resources: { requests: { storage } } })).spec['resources'];
    expect(await stored('q1', '1024Mi')).toEqual({ requests: { storage: '1Gi' } });
    expect(await stored('q2', '1e9')).toEqual({ requests: { storage: '1e9' } });
    expect(await stored('q3', '1000m')).toEqual({ requests: { storage: '1' } });
    expect(await stored('q4', '500M')).toEqual({ requests: { storage: '500M' } });
    const wrong = await server.post(claims, {
      metadata: { name: 'q5' },
      spec: { ...valid, resources: { requests: { storage: '1x' } } },
    });
    expect(wrong).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
  });

  it('C-177 keeps its spec, but for a volumeName once and a bound claim that grows', async () => {
    const storageClass = { metadata: { name: 'grows' }, provisioner: 'example.io/p', allowVolumeExpansion: true };
    await server.create(server.paths.storageClasses, storageClass);
    await create('bound', { storageClassName: 'grows' });
    const patch = (spec: object) => server.merge(`${claims}/bound`, { spec });
    const modes = await patch({ accessModes: ['ReadOnlyMany'] });
    expect(modes.code).toBe(422);
    expect(causes(modes)).toEqual(['spec FieldValueForbidden']);
    const size = (storage: string) => patch({ resources: { requests: { storage } } });
    expect((await size('2Gi')).code).toBe(422);
    expect((await patch({ volumeName: 'v' })).code).toBe(200);
    expect((await patch({ volumeName: 'w' })).code).toBe(422);
    expect(
      (await server.merge(`${claims}/bound/status`, { status: { phase: 'Bound', capacity: { storage: '2Gi' } } })).code,
    ).toBe(200);
    expect(await size('2Gi')).toMatchObject({
      code: 200,
      body: { spec: { resources: { requests: { storage: '2Gi' } } } },
    });
    expect((await size('1Gi')).code).toBe(422);
  });

  it('A-313 A-316 A-320 A-566 takes capacity and conditions through /status', async () => {
    await create('reported');
    const status = {
      phase: 'Bound',
      capacity: { storage: '10Gi' },
      allocatedResources: { storage: '10Gi' },
      conditions: [
        {
          type: 'Resizing',
          status: 'True',
          reason: 'Test',
          message: 'grows',
          lastProbeTime: '2024-01-01T00:00:00Z',
          lastTransitionTime: '2024-01-01T00:00:01Z',
        },
      ],
    };
    const answer = await withStatus('reported', status);
    expect(answer).toMatchObject({ code: 200, body: { kind: 'PersistentVolumeClaim', status } });
    expect((await server.get(`${claims}/reported/status`)).text).toBe(answer.text);
  });

  it.each([
    ['A-318', 'no status', { conditions: [{ type: 'A' }] }, 'status.conditions[0].status FieldValueRequired'],
    ['A-319', 'no type', { conditions: [{ status: 'True' }] }, 'status.conditions[0].type FieldValueRequired'],
    [
      'C-179',
      'an unknown allocatedResourceStatus',
      { allocatedResourceStatuses: { storage: 'Foo' } },
      'status.allocatedResourceStatus FieldValueNotSupported',
    ],
  ])('%s refuses a status with %s', async (id, _what, status, cause) => {
    await create('unreported').catch(() => undefined);
    const answer = await withStatus('unreported', { phase: 'Pending', ...status });
    const isRefused = id === 'C-179' || server.vocabulary.answers.rulesOfFields === 'specified';
    expect([answer.code, causes(answer)]).toEqual(isRefused ? [422, [cause]] : [200, []]);
  });

  it('C-179 refuses a status with an unknown resizeStatus, in the vocabulary where the field is known after 1.27', async () => {
    await create('resized');
    const answer = await withStatus('resized', { phase: 'Pending', resizeStatus: 'Foo' });
    const isKnown = server.vocabulary.answers.removedFields === 'known';
    expect(answer.code).toBe(isKnown ? 422 : 200);
    if (isKnown) expect(causes(answer)).toContain('status.resizeStatus FieldValueNotSupported');
  });

  it('C-178 fills an unset class from the default class, and leaves the empty one', async () => {
    await server.create(server.paths.storageClasses, {
      metadata: { name: 'standard', annotations: { [server.vocabulary.annotations.defaultStorageClass]: 'true' } },
      provisioner: 'example.com/p',
    });
    expect((await create('unset')).spec['storageClassName']).toBe('standard');
    expect((await create('none', { storageClassName: '' })).spec['storageClassName']).toBe('');
  });
});
