import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Left, A-329 (a scheduler), A-331 (a provisioner), the binding half of A-333 and C-185 (volume controllers).
describe.each(VOCABULARY_NAMES)('PersistentVolumes in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let volumes: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    volumes = server.paths.volumes;
  });
  afterAll(() => server?.stop());

  const valid = {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    nfs: { server: 'example.com', path: '/' },
  };
  const create = (name: string, spec: object = {}) =>
    server.create(volumes, { metadata: { name }, spec: { ...valid, ...spec } });
  const affinity = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] } };

  it('A-330 A-334 A-498 C-185 is pending, retained, of mode Filesystem, and protected', async () =>
    expect(await create('v')).toMatchObject({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { finalizers: [server.vocabulary.finalizers.pvProtection] },
      spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    }));

  const terms = {
    required: {
      nodeSelectorTerms: [
        {
          matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }],
          matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }],
        },
      ],
    },
  };
  it.each([
    ['A-327', 'matchExpressions and matchFields', { nodeAffinity: terms }],
    ['A-332', 'Recycle', { persistentVolumeReclaimPolicy: 'Recycle' }],
    ['A-333', 'an empty storageClassName', { storageClassName: '' }],
    ['A-334', 'Block', { volumeMode: 'Block' }],
    [
      'A-336',
      'the fsType of a local volume',
      { nfs: undefined, local: { path: '/dev/sdb', fsType: 'xfs' }, nodeAffinity: affinity },
    ],
    ['A-337', 'csi', { nfs: undefined, csi: { driver: 'd.example.com', volumeHandle: 'h' } }],
    [
      'A-337',
      'iscsi',
      { nfs: undefined, iscsi: { targetPortal: '10.0.0.1:3260', iqn: 'iqn.2001-04.com.example:storage', lun: 0 } },
    ],
    ['A-337', 'fc', { nfs: undefined, fc: { targetWWNs: ['50060e801049cfd1'], lun: 0 } }],
    ['A-337', 'awsElasticBlockStore', { nfs: undefined, awsElasticBlockStore: { volumeID: 'v' } }],
  ])('%s keeps %s', async (id, what, spec) => {
    const name = `${id}-${what.length}`.toLowerCase();
    const { nfs: _none, ...wanted } = { nfs: undefined, ...spec };
    await create(name, spec);
    const kept = (await server.get(`${volumes}/${name}`)).body.spec;
    if (id === 'A-333') expect(kept['storageClassName'] ?? '').toBe('');
    else expect(kept).toMatchObject(wanted);
  });

  it('A-336 leaves the fsType of a local volume unset', async () => {
    const { spec } = await create('unset', { nfs: undefined, local: { path: '/mnt' }, nodeAffinity: affinity });
    expect(spec['local']).toEqual({ path: '/mnt' });
  });

  it.each([
    [
      'A-325',
      'no terms',
      { nodeAffinity: { required: { nodeSelectorTerms: [] } } },
      'spec.nodeAffinity.required.nodeSelectorTerms FieldValueRequired',
    ],
    [
      'A-335',
      'a local volume without path',
      { nfs: undefined, local: {}, nodeAffinity: affinity },
      'spec.local.path FieldValueRequired',
    ],
    ['A-337', 'an fc without target', { nfs: undefined, fc: {} }, /^spec\.fc/],
    ['C-181', 'no source', { nfs: undefined }, 'spec FieldValueRequired'],
    ['C-181', 'two sources', { hostPath: { path: '/' } }, /FieldValueForbidden$/],
    ['C-181', 'no capacity', { capacity: undefined }, 'spec.capacity FieldValueRequired'],
    ['C-181', 'no access modes', { accessModes: [] }, 'spec.accessModes FieldValueRequired'],
    [
      'C-182',
      'a local volume without affinity',
      { nfs: undefined, local: { path: '/' } },
      'spec.nodeAffinity FieldValueRequired',
    ],
    [
      'C-183',
      'csi without handle',
      { nfs: undefined, csi: { driver: 'd.example.com' } },
      'spec.csi.volumeHandle FieldValueRequired',
    ],
    [
      'C-183',
      'a csi secret without namespace',
      {
        nfs: undefined,
        csi: { driver: 'd.example.com', volumeHandle: 'h', nodePublishSecretRef: { name: 's' } },
      },
      'spec.csi.nodePublishSecretRef.namespace FieldValueRequired',
    ],
    [
      'C-186',
      'an unknown policy',
      { persistentVolumeReclaimPolicy: 'Foo' },
      'spec.persistentVolumeReclaimPolicy FieldValueNotSupported',
    ],
    ['C-186', 'an unknown mode', { volumeMode: 'Foo' }, 'spec.volumeMode FieldValueNotSupported'],
  ])('%s refuses %s', async (_id, _what, spec, cause) => {
    const answer = await server.post(volumes, { metadata: { name: 'refused' }, spec: { ...valid, ...spec } });
    expect(answer).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(answer)).toContainEqual(typeof cause === 'string' ? cause : expect.stringMatching(cause));
  });

  it.each([
    ['its source', { nfs: { path: '/other' } }],
    ['its mode', { volumeMode: 'Block' }],
    ['its affinity', { nodeAffinity: null }],
  ])('C-184 keeps %s', async (what, spec) => {
    const name = `fixed-${what.length}`;
    await create(name, { nodeAffinity: affinity });
    expect((await server.merge(`${volumes}/${name}`, { spec })).code).toBe(422);
  });

  it('C-185 takes phase, message and reason through /status alone', async () => {
    await create('reported', { mountOptions: ['ro'], claimRef: { namespace: 't1', name: 'c' } });
    const status = { phase: 'Available', message: 'm', reason: 'r' };
    expect((await server.merge(`${volumes}/reported`, { status })).body.status).toEqual({
      phase: 'Pending',
      lastPhaseTransitionTime: expect.any(String) as string,
    });
    expect((await server.merge(`${volumes}/reported/status`, { status })).body.status).toMatchObject(status);
  });
});
