import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('PersistentVolumeClaim');
const claim = (spec: object = {}): { spec: object } => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const pvc = { kind: 'PersistentVolumeClaim', name: 'a' };
const custom = { apiGroup: 'x.io', kind: 'Foo', name: 'a' };
const specOf = (body: object): Record<string, unknown> => harness.made(body)['spec'] as Record<string, unknown>;

describe('PersistentVolumeClaim', () => {
  it('C-176 begins Pending', () => expect(harness.made(claim())['status']).toEqual({ phase: 'Pending' }));
  it('A-301 the volume mode is Filesystem by default', () => expect(specOf(claim())['volumeMode']).toBe('Filesystem'));

  const shown = { apiGroup: null, ...pvc };
  const sources: [string, string, object, object | undefined, object | undefined][] = [
    ['A-302', 'a claim is kept as dataSource', { dataSource: pvc }, shown, shown],
    ['A-303', 'both are equal', { dataSourceRef: custom }, custom, custom],
    ['A-308', 'dataSourceRef follows dataSource', { dataSource: pvc }, shown, shown],
    ['A-309', 'dataSource follows dataSourceRef', { dataSourceRef: pvc }, shown, shown],
    ['A-310', 'other sources are dropped in silence', { dataSource: custom }, undefined, undefined],
    [
      'A-302',
      'a snapshot is kept',
      { dataSource: { apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 's' } },
      { apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 's' },
      { apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 's' },
    ],
  ];
  for (const [id, name, spec, dataSource, dataSourceRef] of sources) {
    it(`${id} ${name}`, () => {
      const made = specOf(claim(spec));
      expect([made['dataSource'], made['dataSourceRef']]).toEqual([dataSource, dataSourceRef]);
    });
  }

  const creates: [string, string, object, string[]][] = [
    ['C-174', 'access modes are required', claim({ accessModes: [] }), ['spec.accessModes FieldValueRequired']],
    ['C-174', 'storage is required', claim({ resources: {} }), ['spec.resources[storage] FieldValueRequired']],
    [
      'C-174',
      'storage is positive',
      claim({ resources: { requests: { storage: '0' } } }),
      ['spec.resources[storage] FieldValueInvalid'],
    ],
    ['C-175', 'unknown mode', claim({ accessModes: ['Foo'] }), ['spec.accessModes FieldValueNotSupported']],
    [
      'C-175',
      'ReadWriteOncePod must be the only mode',
      claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
      ['spec.accessModes FieldValueForbidden'],
    ],
    ['A-304', 'any custom object may be the source', claim({ dataSourceRef: custom }), []],
    [
      'A-304',
      'the group of a source is a name of DNS',
      claim({ dataSourceRef: { ...custom, apiGroup: 'Bad_Name' } }),
      ['dataSource', 'dataSourceRef'].map((source) => `spec.${source}.apiGroup FieldValueInvalid`),
    ],
    [
      'A-305',
      'a core object other than a claim is refused',
      claim({ dataSourceRef: { kind: 'Pod', name: 'a' } }),
      ['spec.dataSource FieldValueInvalid', 'spec.dataSourceRef FieldValueInvalid'],
    ],
    [
      'A-307',
      'both set must be equal',
      claim({ dataSource: pvc, dataSourceRef: { ...pvc, name: 'b' } }),
      ['spec FieldValueInvalid'],
    ],
  ];
  for (const [id, name, body, want] of creates) it(`${id} ${name}`, () => expect(harness.create(body)).toEqual(want));

  const updates: [string, string, object, object, string[]][] = [
    [
      'C-177',
      'access modes are immutable',
      claim(),
      claim({ accessModes: ['ReadWriteMany'] }),
      ['spec FieldValueForbidden'],
    ],
    ['C-177', 'volumeName is set once', claim(), claim({ volumeName: 'v' }), []],
    ['C-177', 'and then stays', claim({ volumeName: 'v' }), claim({ volumeName: 'w' }), ['spec FieldValueForbidden']],
    [
      'C-177',
      'an unbound claim does not grow',
      claim(),
      claim({ resources: { requests: { storage: '2Gi' } } }),
      ['spec FieldValueForbidden'],
    ],
    ['C-177', 'nothing changed', claim({ dataSource: pvc }), claim({ dataSource: pvc }), []],
  ];
  for (const [id, name, old, body, want] of updates)
    it(`${id} ${name}`, () => expect(harness.update(old, body)).toEqual(want));

  const annotated = (storageClass?: string): object => ({
    ...claim(),
    metadata: { name: 'x', annotations: storageClass ? { 'volume.beta.orch.io/storage-class': storageClass } : {} },
  });
  it.each([
    ['set', annotated(), annotated('grow')],
    ['changed', annotated('fixed'), annotated('grow')],
    ['removed', annotated('fixed'), annotated()],
  ])('C-177 the class annotation cannot be %s', (_how, old, body) =>
    expect(harness.update(old, body)).toEqual([
      'metadata.annotations.volume.beta.orch.io/storage-class FieldValueInvalid',
    ]),
  );

  it('C-177 the class annotation cannot be changed by a status write either', () =>
    expect(
      harness.written('status', harness.made(annotated('fixed')), { ...annotated('grow'), status: {} }).errors,
    ).toEqual(['metadata.annotations.volume.beta.orch.io/storage-class FieldValueInvalid']));

  const bound = { ...harness.made(claim()), status: { phase: 'Bound', capacity: { storage: '1Gi' } } };
  const sizes: [string, string, string[]][] = [
    ['grows', '2Gi', []],
    ['does not shrink', '512Mi', ['spec.resources.requests.storage FieldValueForbidden']],
  ];
  for (const [name, storage, want] of sizes) {
    it(`C-177 a bound claim ${name}`, () => {
      const object = harness.read(claim({ resources: { requests: { storage } } }));
      const errors = harness.definition.strategy.validateUpdate!(object, bound, harness.context);
      expect(errors.map((e) => `${e.field} ${e.reason}`)).toEqual(want);
    });
  }

  it('C-177 a claim without a request is one of size 0', () => {
    const object = harness.read(claim({ resources: { requests: {} } }));
    const errors = harness.definition.strategy.validateUpdate!(object, bound, harness.context);
    expect(errors.map((e) => e.field)).toContain('spec.resources.requests.storage');
  });

  const statuses: [string, string, object, string[]][] = [
    [
      'A-318',
      'a condition needs its status',
      { conditions: [{ type: 'Resizing' }] },
      ['status.conditions[0].status FieldValueRequired'],
    ],
    [
      'A-319',
      'a condition needs its type',
      { conditions: [{ status: 'True' }] },
      ['status.conditions[0].type FieldValueRequired'],
    ],
    ['C-179', 'known resize states', { resizeStatus: 'Foo' }, ['status.resizeStatus FieldValueNotSupported']],
    [
      'C-179',
      'per resource too',
      { allocatedResourceStatuses: { storage: 'Foo' } },
      ['status.allocatedResourceStatus FieldValueNotSupported'],
    ],
    [
      'C-179',
      'of storage only',
      { allocatedResourceStatuses: { cpu: 'ControllerResizeInProgress', 'example.com/disk': 'NodeResizePending' } },
      ['status.allocatedResourceStatus FieldValueNotSupported'],
    ],
    ['A-324', 'empty is a state', { resizeStatus: '' }, []],
    ['A-316', 'capacity is kept', { phase: 'Bound', capacity: { storage: '1Gi' } }, []],
  ];
  for (const [id, name, status, want] of statuses) {
    it(`${id} ${name}`, () =>
      expect(harness.written('status', harness.made(claim()), { status }).errors).toEqual(want));
  }

  it('C-180 quantities are canonical', () =>
    expect(specOf(claim({ resources: { requests: { storage: '1024Mi' } } }))['resources']).toEqual({
      requests: { storage: '1Gi' },
    }));

  it('C-074 columns', () => {
    const object = {
      ...harness.made(claim({ volumeName: 'v', storageClassName: 's' })),
      status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
    };
    expect(harness.definition.declaration.columns!.map((c) => [c.name, c.value(object, 0), c.priority ?? 0])).toEqual([
      ['Name', 'x', 0],
      ['Status', 'Bound', 0],
      ['Volume', 'v', 0],
      ['Capacity', '1Gi', 0],
      ['Access Modes', 'RWO', 0],
      ['StorageClass', 's', 0],
      ['VolumeAttributesClass', '<unset>', 0],
      ['Age', '<unknown>', 0],
      ['VolumeMode', 'Filesystem', 1],
    ]);
  });
});
