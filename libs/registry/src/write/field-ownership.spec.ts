import { FakeClock, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';

/** Exactly these members, inside of `toMatchObject`. */
const exactly = (members: object) => ({
  asymmetricMatch: (actual: unknown) => JSON.stringify(actual) === JSON.stringify(members),
});

describe('owners of stored fields', () => {
  const clock = new FakeClock(Date.UTC(2024, 0, 1));
  let started: TestRegistry;
  beforeAll(async () => {
    started = await startTestRegistry({ clock });
  });
  afterAll(() => started.close());
  let begun = 0;
  beforeEach(() => (begun = clock.now()));

  const read = (bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as ApiObject;
  const body = (value: unknown) => ({ value, duplicateFields: [] });
  const as = (fieldManager: string) => testWrite('default', { fieldManager });
  const apply = async (resource: string, object: ApiObject, manager = 'm') =>
    read(
      (await started.store(resource).writer.apply(as(manager), object.metadata.name!, '', body(object), false)).bytes,
    );
  /** Owners with the seconds since the test started. */
  const times = (object: ApiObject) =>
    object.metadata.managedFields!.map(({ manager, time }) => `${manager} ${(Date.parse(time!) - begun) / 1_000}`);
  const configMap = (name: string, data: object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data,
  });

  it('C-122 a repeated apply creates no revision', async () => {
    const first = await apply('configmaps', configMap('same', { a: '1' }));
    clock.advance(5_000);
    expect(await apply('configmaps', configMap('same', { a: '1' }))).toEqual(first);
  });

  it('C-122 an apply of fields that are empty in stored form creates no revision', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'zero', creationTimestamp: null as never },
      spec: {
        hostNetwork: false,
        containers: [{ name: 'c', image: 'i', args: [], resources: { limits: { cpu: '1000m' } } }],
      },
    };
    const first = await apply('pods', pod);
    clock.advance(5_000);
    expect(await apply('pods', pod)).toEqual(first);
    // Another manager may apply the same; then only the owner is new.
    const shared = await apply('pods', pod, 'other');
    expect(times(shared)).toEqual(['m 0', 'other 5']);
  });

  it('A-236 C-118 an entry has the time of the last write that set one of its fields', async () => {
    const { writer } = started.store('configmaps');
    await writer.create(as('a'), body(configMap('times', { a: '1' })));
    clock.advance(1_000);
    await writer.update(as('b'), 'times', body(configMap('times', { a: '1', b: '1' })));
    clock.advance(1_000);
    await writer.update(as('b'), 'times', body(configMap('times', { a: '1', b: '1' })));
    await writer.update(as('a'), 'times', body(configMap('times', { a: '1' })));
    const { bytes } = await writer.update(as('a'), 'times', body(configMap('times', { a: '2' })));
    expect(times(read(bytes))).toEqual(['a 2']);
  });

  it('a PUT with unchanged managedFields changes no other owner', async () => {
    const { writer } = started.store('configmaps');
    const first = await apply('configmaps', configMap('back', { a: '1' }));
    clock.advance(1_000);
    const same = await writer.update(as('u'), 'back', body(first));
    expect(read(same.bytes)).toEqual(first);
    const changed = await writer.update(as('u'), 'back', body({ ...first, data: { a: '1', b: '1' } }));
    expect(times(read(changed.bytes))).toEqual(['m 0', 'u 1']);
  });

  it.each(['merge', 'apply'])('a status write (%s) neither sets nor owns owner references', async (form) => {
    const { writer } = started.store('resourcequotas');
    const name = `kept-${form}`;
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name } };
    await writer.create(as('c'), body({ ...quota, spec: { hard: { pods: '1' } } }));
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'u' }];
    const sent = { ...quota, metadata: { name, ownerReferences, annotations: { a: 'b' } } };
    const { bytes } =
      form === 'apply'
        ? await writer.apply(as('m'), name, 'status', body(sent), true)
        : await writer.updateSubresource(as('m'), name, 'status', body(sent));
    const { metadata } = read(bytes);
    expect(metadata).not.toHaveProperty('ownerReferences');
    expect(metadata.managedFields).toContainEqual(
      expect.objectContaining({
        manager: 'm',
        fieldsV1: {
          'f:metadata': { 'f:annotations': exactly({ ...(form === 'apply' ? {} : { '.': {} }), 'f:a': {} }) },
        },
      }),
    );
  });

  it('two concurrent applies of a new object are one create and one update', async () => {
    const [one, two] = await Promise.all([
      apply('configmaps', configMap('both', { a: '1' }), 'm1'),
      apply('configmaps', configMap('both', { b: '1' }), 'm2'),
    ]);
    const last = Number(one.metadata.resourceVersion) > Number(two.metadata.resourceVersion) ? one : two;
    expect(last['data']).toEqual({ a: '1', b: '1' });
    expect(last.metadata.managedFields!.map((e) => e.manager ?? '').toSorted()).toEqual(['m1', 'm2']);
  });

  const fieldsOf = (object: ApiObject, manager: string) =>
    object.metadata.managedFields?.find((owner) => owner.manager === manager)?.fieldsV1;

  it('fields that the strategy and the kind set have no owner, converted fields have', async () => {
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'job' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    };
    const made = read((await started.store('jobs').writer.create(as('c'), body(job))).bytes);
    expect(made).toHaveProperty('spec.selector');
    expect(fieldsOf(made, 'c')).not.toHaveProperty(['f:spec', 'f:selector']);
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { a: 'x' } };
    const stored = read((await started.store('secrets').writer.create(as('c'), body(secret))).bytes);
    expect(fieldsOf(stored, 'c')).toEqual({ 'f:data': { '.': {}, 'f:a': {} }, 'f:type': {} });
  });

  it('a manager that leaves out a field which the server keeps loses it', async () => {
    const { writer } = started.store('daemonsets');
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const set = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    };
    await writer.create(as('c'), body(set));
    const written = await writer.updateSubresource(as('s'), 'd', 'status', body({ ...set, status: {} }));
    const { metadata } = read(written.bytes);
    const generation = 'deprecated.daemonset.template.generation';
    expect(metadata.annotations).toEqual({ [generation]: '1' });
    expect(fieldsOf(read(written.bytes), 's')).toEqual({
      'f:metadata': { 'f:annotations': { [`f:${generation}`]: {} } },
    });
  });

  it('a create keeps owners that it sends, if they are well-formed', async () => {
    const { writer } = started.store('configmaps');
    const x = { manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:z': {} } } }; // prettier-ignore
    const sent = (name: string, entry: object) => ({
      ...configMap(name, { a: '1' }),
      metadata: { name, managedFields: [entry] },
    });
    const made = await writer.create(as('c'), body(sent('own', x)));
    expect(read(made.bytes).metadata.managedFields!.map(({ manager }) => manager)).toEqual(['x', 'c']);
    const malformed = await writer.create(as('c'), body(sent('own2', { ...x, operation: 'Foo' })));
    expect(read(malformed.bytes).metadata.managedFields!.map(({ manager }) => manager)).toEqual(['c']);
  });

  it('writes that reset fields own none of them', async () => {
    const { writer } = started.store('deployments');
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'labels' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    };
    await writer.create(as('c'), body(deployment));
    const sent = { ...deployment, metadata: { name: 'labels', labels: { q: 'r' } }, status: { replicas: 1 } };
    const { bytes } = await writer.updateSubresource(as('s'), 'labels', 'status', body(sent));
    expect(fieldsOf(read(bytes), 's')).toEqual({ 'f:status': { 'f:replicas': {} } });
  });

  it('C-131 A-238 a created Deployment has the managedFields of kube-apiserver', async () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', labels: { app: 'nginx' } },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'nginx' } },
        template: {
          metadata: { labels: { app: 'nginx' } },
          spec: { containers: [{ name: 'nginx', image: 'nginx', ports: [{ containerPort: 80 }] }] },
        },
      },
    };
    const { bytes } = await started.store('deployments').writer.create(as('c'), body(deployment));
    const owner = read(bytes).metadata.managedFields![0]!;
    // A path between structs that always exist is not owned itself.
    const spec = (owner.fieldsV1 as { 'f:spec': { 'f:template': { 'f:spec': object } } })['f:spec'];
    for (const part of [owner.fieldsV1!, spec, spec['f:template'], spec['f:template']['f:spec']]) {
      expect(part).not.toHaveProperty(['.']);
    }
    expect(owner).toMatchObject({
      manager: 'c',
      operation: 'Update',
      apiVersion: 'apps/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
        'f:spec': {
          'f:progressDeadlineSeconds': {},
          'f:replicas': {},
          'f:revisionHistoryLimit': {},
          'f:selector': {},
          'f:strategy': {
            'f:rollingUpdate': { '.': {}, 'f:maxSurge': {}, 'f:maxUnavailable': {} },
            'f:type': {},
          },
          'f:template': {
            'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
            'f:spec': {
              'f:containers': exactly({
                'k:{"name":"nginx"}': {
                  '.': {},
                  'f:image': {},
                  'f:imagePullPolicy': {},
                  'f:name': {},
                  'f:ports': {
                    '.': {},
                    'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
                  },
                  'f:resources': {},
                  'f:terminationMessagePath': {},
                  'f:terminationMessagePolicy': {},
                },
              }),
              'f:dnsPolicy': {},
              'f:restartPolicy': {},
              'f:schedulerName': {},
              'f:securityContext': {},
              'f:terminationGracePeriodSeconds': {},
            },
          },
        },
      },
    });
  });

  it('C-120 structs that always exist in the typed form are not owned after a create', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'typed' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const { bytes } = await started.store('pods').writer.create(as('c'), body(pod));
    const fields = read(bytes).metadata.managedFields![0]!.fieldsV1 as Record<string, Record<string, object>>;
    expect(Object.keys(fields)).toEqual(['f:spec']);
    // The list always exists, so no manager added it; its item is new.
    expect(fields['f:spec']!['f:containers']).toEqual({
      'k:{"name":"c"}': expect.objectContaining({ '.': {}, 'f:image': {}, 'f:name': {}, 'f:resources': {} }),
    });
  });
});

describe('owners of stored fields in the vocabulary kubernetes', () => {
  let started: TestRegistry;
  beforeAll(async () => {
    started = await startTestRegistry({ vocabulary: 'kubernetes' });
  });
  afterAll(() => started.close());

  it.each([[[]], [[{}]]])(
    'managedFields %j clears the owners, and no manager owns what the write changes',
    async (sent) => {
      const { writer } = started.store('configmaps');
      const body = (data: object, metadata: object = {}) => ({
        value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', ...metadata }, data },
        duplicateFields: [],
      });
      const request = testWrite(`t${sent.length}`, { fieldManager: 'm' });
      await writer.create(request, body({ a: '1' }));
      const cleared = await writer.update(request, 'x', body({ a: '2' }, { managedFields: sent }));
      const later = await writer.update(request, 'x', body({ a: '3' }));
      for (const { bytes } of [cleared, later]) {
        expect((JSON.parse(bytes.toString('utf8')) as ApiObject).metadata).not.toHaveProperty('managedFields');
      }
    },
  );
});
