import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('PersistentVolume');
const volume = (more: object = { hostPath: { path: '/a' } }): object => ({
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...more },
});
const affinity = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] } };

describe('PersistentVolume', () => {
  it('A-330 A-334 C-185 defaults', () =>
    expect(harness.made(volume())).toMatchObject({
      spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
      status: { phase: 'Pending', lastPhaseTransitionTime: '2024-01-01T00:00:00Z' },
    }));

  const creates: [string, string, object, string[]][] = [
    ['C-181', 'one source', volume(), []],
    ['C-181', 'no source', volume({}), ['spec FieldValueRequired']],
    [
      'C-181',
      'two sources',
      volume({ hostPath: { path: '/a' }, nfs: { server: 's', path: '/a' } }),
      ['spec.nfs FieldValueForbidden'],
    ],
    [
      'C-181',
      'no capacity',
      volume({ capacity: {}, hostPath: { path: '/a' } }),
      ['spec.capacity FieldValueRequired', 'spec.capacity FieldValueNotSupported'],
    ],
    [
      'C-181',
      'capacity of something else',
      volume({ capacity: { cpu: '1' }, hostPath: { path: '/a' } }),
      ['spec.capacity FieldValueNotSupported'],
    ],
    ['C-182', 'local without affinity', volume({ local: { path: '/a' } }), ['spec.nodeAffinity FieldValueRequired']],
    [
      'A-335',
      'local without path',
      volume({ local: {}, nodeAffinity: affinity }),
      ['spec.local.path FieldValueRequired'],
    ],
    [
      'A-325',
      'affinity without terms',
      volume({ local: { path: '/a' }, nodeAffinity: { required: { nodeSelectorTerms: [] } } }),
      ['spec.nodeAffinity.required.nodeSelectorTerms FieldValueRequired'],
    ],
    ['C-183', 'csi without handle', volume({ csi: { driver: 'd' } }), ['spec.csi.volumeHandle FieldValueRequired']],
    [
      'C-183',
      'a secret reference names its namespace',
      volume({ csi: { driver: 'd', volumeHandle: 'h', nodeStageSecretRef: { name: 's' } } }),
      ['spec.csi.nodeStageSecretRef.namespace FieldValueRequired'],
    ],
    [
      'C-183',
      'a secret reference has names',
      volume({ csi: { driver: 'd', volumeHandle: 'h', controllerPublishSecretRef: { name: 'A', namespace: 'a.b' } } }),
      ['name', 'namespace'].map((field) => `spec.csi.controllerPublishSecretRef.${field} FieldValueInvalid`),
    ],
    [
      'C-186',
      'reclaim policy',
      volume({ hostPath: { path: '/a' }, persistentVolumeReclaimPolicy: 'Foo' }),
      ['spec.persistentVolumeReclaimPolicy FieldValueNotSupported'],
    ],
    [
      'A-332',
      'Recycle is accepted',
      volume({ hostPath: { path: '/a' }, persistentVolumeReclaimPolicy: 'Recycle' }),
      [],
    ],
    [
      'A-332',
      'but wipes no whole machine',
      volume({ hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' }),
      ['spec.persistentVolumeReclaimPolicy FieldValueForbidden'],
    ],
    [
      'C-186',
      'volume mode',
      volume({ hostPath: { path: '/a' }, volumeMode: 'Foo' }),
      ['spec.volumeMode FieldValueNotSupported'],
    ],
  ];
  for (const [id, name, body, want] of creates) it(`${id} ${name}`, () => expect(harness.create(body)).toEqual(want));

  const updates: [string, object, object, string[]][] = [
    ['the source', volume(), volume({ hostPath: { path: '/b' } }), ['spec.persistentvolumesource FieldValueForbidden']],
    ['the mode', volume(), volume({ hostPath: { path: '/a' }, volumeMode: 'Block' }), ['volumeMode FieldValueInvalid']],
    [
      'affinity once set',
      volume({ local: { path: '/a' }, nodeAffinity: affinity }),
      volume({ local: { path: '/a' }, nodeAffinity: { required: { nodeSelectorTerms: [{}] } } }),
      ['nodeAffinity FieldValueInvalid'],
    ],
    ['a claim may come', volume(), volume({ hostPath: { path: '/a' }, claimRef: { name: 'c', namespace: 't1' } }), []],
  ];
  for (const [name, old, body, want] of updates)
    it(`C-184 ${name}`, () => expect(harness.update(old, body)).toEqual(want));

  it('C-075 columns', () => {
    const made = harness.made(
      volume({ hostPath: { path: '/a' }, claimRef: { name: 'c', namespace: 't1' }, storageClassName: 's' }),
    );
    expect(harness.definition.declaration.columns!.map((c) => [c.name, c.value(made, 0)])).toEqual([
      ['Name', 'x'],
      ['Capacity', '1Gi'],
      ['Access Modes', 'RWO'],
      ['Reclaim Policy', 'Retain'],
      ['Status', 'Pending'],
      ['Claim', 't1/c'],
      ['StorageClass', 's'],
      ['Reason', ''],
      ['Age', '<unknown>'],
      ['VolumeMode', 'Filesystem'],
    ]);
  });
});
