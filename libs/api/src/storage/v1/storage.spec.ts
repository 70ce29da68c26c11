import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';

describe('CSIDriver', () => {
  const harness = new KindTestHarness('CSIDriver');
  const spec = (body: object): string[] => harness.create({ metadata: { name: 'd.example.com' }, spec: body });

  it('A-409 A-413 A-417 A-427 C-202 defaults', () =>
    expect(harness.made({ spec: {} })['spec']).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      seLinuxMount: false,
      volumeLifecycleModes: ['Persistent'],
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
    }));

  const token = (audience: string, more: object = {}): object => ({ audience, ...more });
  const creates: [string, string, object, string[]][] = [
    ['C-203', 'unknown policy', { fsGroupPolicy: 'Foo' }, ['spec.fsGroupPolicy FieldValueNotSupported']],
    ['A-426', 'both modes', { volumeLifecycleModes: ['Persistent', 'Ephemeral'] }, []],
    ['A-426', 'unknown mode', { volumeLifecycleModes: ['Foo'] }, ['spec.volumeLifecycleModes FieldValueNotSupported']],
    [
      'A-424',
      'two equal audiences',
      { tokenRequests: [token('a'), token('a')] },
      ['spec.tokenRequests[1].audience FieldValueDuplicate'],
    ],
    [
      'A-424',
      'two empty audiences',
      { tokenRequests: [{}, token('')] },
      ['spec.tokenRequests[1].audience FieldValueDuplicate'],
    ],
    [
      'C-204',
      'a token lives 600 seconds or more',
      { tokenRequests: [token('a', { expirationSeconds: 599 })] },
      ['spec.tokenRequests[0].expirationSeconds FieldValueInvalid'],
    ],
    ['C-204', '600 pass', { tokenRequests: [token('a', { expirationSeconds: 600 })] }, []],
  ];
  for (const [id, name, body, want] of creates) it(`${id} ${name}`, () => expect(spec(body)).toEqual(want));

  it('A-422 a missing audience is stored as empty', () =>
    expect(harness.made({ spec: { tokenRequests: [{}] } })['spec']).toHaveProperty('tokenRequests', [
      { audience: '' },
    ]));

  it('C-205 a name has at most 63 characters', () => {
    expect(harness.create({ metadata: { name: 'a'.repeat(64) }, spec: {} })).toEqual([
      'metadata.name FieldValueTooLong',
    ]);
    expect(harness.create({ metadata: { name: 'a'.repeat(63) }, spec: {} })).toEqual([]);
  });

  const updates: [string, object, string[]][] = [
    ['A-408', { attachRequired: false }, ['spec.attachedRequired FieldValueInvalid']],
    ['A-412', { fsGroupPolicy: 'None' }, ['spec.fsGroupPolicy FieldValueInvalid']],
    ['A-416', { podInfoOnMount: true }, ['spec.podInfoOnMount FieldValueInvalid']],
    ['A-420', { storageCapacity: true }, []],
    ['A-428', { volumeLifecycleModes: ['Ephemeral'] }, ['spec.volumeLifecycleModes FieldValueInvalid']],
    ['C-204', { requiresRepublish: true, tokenRequests: [token('a')] }, []],
  ];
  for (const [id, body, want] of updates) {
    it(`${id} change of ${Object.keys(body).join(', ')}`, () =>
      expect(harness.update({ spec: {} }, { spec: body })).toEqual(want));
  }

  it('C-077 columns', () =>
    expect(
      harness.definition.declaration.columns!.map((c) => [c.name, c.value(harness.made({ spec: {} }), 0)]),
    ).toEqual([
      ['Name', 'x'],
      ['AttachRequired', true],
      ['PodInfoOnMount', false],
      ['StorageCapacity', false],
      ['TokenRequests', '<unset>'],
      ['RequiresRepublish', false],
      ['Modes', 'Persistent'],
      ['Age', '<unknown>'],
    ]));
});

describe('CSINode', () => {
  const harness = new KindTestHarness('CSINode');
  const node = (...drivers: object[]): object => ({ spec: { drivers } });
  const driver = (more: object = {}): object => ({ name: 'd', nodeID: 'n', topologyKeys: [], ...more });
  const at = 'spec.drivers[0]';

  const creates: [string, string, object, string[]][] = [
    ['A-431', 'no drivers is fine', node(), []],
    ['A-431', 'no list is fine', { spec: {} }, []],
    [
      'A-433',
      'a driver has a name',
      node(driver({ name: '' })),
      [`${at}.name FieldValueRequired`, `${at}.name FieldValueInvalid`],
    ],
    ['A-434', 'a driver has a node id', node(driver({ nodeID: '' })), [`${at}.nodeID FieldValueRequired`]],
    ['C-206', 'of at most 192 bytes', node(driver({ nodeID: 'n'.repeat(193) })), [`${at}.nodeID FieldValueInvalid`]],
    ['C-206', 'names are unique', node(driver(), driver()), ['spec.drivers[1].name FieldValueDuplicate']],
    [
      'C-206',
      'count is not negative',
      node(driver({ allocatable: { count: -1 } })),
      [`${at}.allocatable.count FieldValueInvalid`],
    ],
    ['C-206', 'topology keys are label names', node(driver({ topologyKeys: ['-a'] })), [`${at} FieldValueInvalid`]],
    ['C-206', 'topology keys do not repeat', node(driver({ topologyKeys: ['a', 'a'] })), [`${at} FieldValueDuplicate`]],
    ['A-437', 'no topology keys', node(driver()), []],
  ];
  for (const [id, name, body, want] of creates) it(`${id} ${name}`, () => expect(harness.create(body)).toEqual(want));

  const updates: [string, object, string[]][] = [
    ['other nodeID', node(driver({ nodeID: 'm' })), ['spec.drivers FieldValueInvalid']],
    ['other count', node(driver({ allocatable: { count: 3 } })), []],
    ['removed', node(), []],
    ['added', node(driver(), driver({ name: 'e' })), []],
  ];
  for (const [name, body, want] of updates) {
    it(`C-207 ${name}`, () => expect(harness.update(node(driver()), body)).toEqual(want));
  }
});

describe('CSIStorageCapacity', () => {
  const harness = new KindTestHarness('CSIStorageCapacity');
  const creates: [string, object, string[]][] = [
    ['A-439', {}, ['storageClassName FieldValueInvalid']],
    ['A-441', { storageClassName: 'A_b' }, ['storageClassName FieldValueInvalid']],
    ['C-208', { storageClassName: 's', capacity: '-1' }, ['capacity FieldValueInvalid']],
    ['A-442', { storageClassName: 's', capacity: '1Gi' }, []],
    [
      'A-445',
      { storageClassName: 's', nodeTopology: { matchExpressions: [{ key: 'a', operator: 'Foo' }] } },
      ['nodeTopology.matchExpressions[0].operator FieldValueInvalid'],
    ],
  ];
  for (const [id, body, want] of creates)
    it(`${id} ${JSON.stringify(body)}`, () => expect(harness.create(body)).toEqual(want));

  it('A-440 A-446 class and topology are immutable', () =>
    expect(harness.update({ storageClassName: 's' }, { storageClassName: 't', nodeTopology: {} })).toEqual([
      'nodeTopology FieldValueInvalid',
      'storageClassName FieldValueInvalid',
    ]));

  it('A-447 absent and empty topology differ', () => {
    expect(harness.made({ storageClassName: 's' })).not.toHaveProperty('nodeTopology');
    expect(harness.made({ storageClassName: 's', nodeTopology: {} })).toHaveProperty('nodeTopology', {});
  });
});

describe('VolumeAttachment', () => {
  const harness = new KindTestHarness('VolumeAttachment');
  const attachment = (more: object = {}): object => ({
    spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'v' }, ...more },
  });
  const creates: [string, object, string[]][] = [
    ['passes', {}, []],
    [
      'attacher',
      { attacher: '' },
      ['Required', 'Required', 'Invalid'].map((reason) => `spec.attacher FieldValue${reason}`),
    ],
    ['nodeName', { nodeName: '' }, ['spec.nodeName FieldValueInvalid']],
    ['no source', { source: {} }, ['spec.source FieldValueRequired']],
    ['a volume', { source: { persistentVolumeName: 'A' } }, ['spec.source.persistentVolumeName FieldValueInvalid']],
    [
      'an inline volume of a driver, which nothing binds',
      { source: { inlineVolumeSpec: { claimRef: { name: 'c' }, capacity: { storage: '1' }, volumeMode: 'Block' } } },
      [
        ...['claimRef FieldValueForbidden', 'capacity FieldValueForbidden', 'csi FieldValueRequired'],
        ...['accessModes FieldValueRequired', ' FieldValueRequired', 'volumeMode FieldValueForbidden'],
      ].map((error) => `spec.source.inlineVolumeSpec.${error}`.replace('. ', ' ')),
    ],
    [
      'both sources',
      { source: { persistentVolumeName: 'v', inlineVolumeSpec: {} } },
      ['spec.source FieldValueForbidden'],
    ],
  ];
  for (const [name, more, want] of creates)
    it(`C-209 ${name}`, () => expect(harness.create(attachment(more))).toEqual(want));

  it('C-209 the spec is immutable', () =>
    expect(harness.update(attachment(), attachment({ nodeName: 'm' }))).toEqual(['spec FieldValueInvalid']));

  it('C-210 resets status on create and writes it through /status', () => {
    const made = harness.made({ ...attachment(), status: { attached: true } });
    expect(made['status']).toEqual({ attached: false });
    const { object, errors } = harness.written('status', made, {
      ...attachment({ nodeName: 'm' }),
      status: { attached: true },
    });
    expect([object['spec'], object['status'], errors]).toEqual([made['spec'], { attached: true }, []]);
  });
});

describe('StorageClass', () => {
  const harness = new KindTestHarness('StorageClass');
  it('C-239 a provisioner is required', () => expect(harness.create({})).toEqual(['provisioner FieldValueRequired']));
  it('C-239 defaults', () =>
    expect(harness.made({ provisioner: 'p' })).toMatchObject({
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    }));
  it('C-239 an empty reclaim policy is none', () =>
    expect(harness.create({ provisioner: 'p', reclaimPolicy: '' })).toEqual([]));
  it('C-239 parameters and provisioner are immutable', () =>
    expect(harness.update({ provisioner: 'p' }, { provisioner: 'q', parameters: { a: 'b' } })).toEqual([
      'parameters FieldValueForbidden',
      'provisioner FieldValueForbidden',
    ]));
});
