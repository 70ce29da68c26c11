import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';
import type { DaemonSet } from './daemon-set/daemon-set.types.js';
import type { StatefulSet } from './stateful-set/stateful-set.types.js';

const POD = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
const NEVER = { ...POD, spec: { ...POD.spec, restartPolicy: 'Never' } };
const OTHER = { ...POD, metadata: { labels: { app: 'other' } } };
const body = (spec: object = {}) => ({
  spec: { selector: { matchLabels: { app: 'web' } }, template: POD, ...spec },
});

type Row = readonly [name: string, spec: object, errors: readonly string[]];

const UNMATCHED = 'spec.template.metadata.labels FieldValueInvalid';
const NO_SELECTOR: Row = ['no selector', { selector: undefined }, ['spec.selector FieldValueRequired', UNMATCHED]];

/** Rules that every kind with a selector and a template has. */
const SHARED: readonly Row[] = [
  ['nothing wrong', {}, []],
  ['an empty selector', { selector: {} }, ['spec.selector FieldValueInvalid']],
  ['other labels', { template: OTHER }, ['spec.template.metadata.labels FieldValueInvalid']],
  ['pods that end', { template: NEVER }, ['spec.template.spec.restartPolicy FieldValueNotSupported']],
  ['a negative wait', { minReadySeconds: -1 }, ['spec.minReadySeconds FieldValueInvalid']],
];

function rules(harness: KindTestHarness, rows: readonly Row[]): void {
  for (const [name, spec, errors] of [...SHARED, ...rows]) {
    it(`${errors.length === 0 ? 'takes' : 'refuses'} ${name}: ${JSON.stringify(spec)}`, () =>
      expect(harness.create(body(spec))).toEqual(errors));
  }
}

describe('ReplicaSet', () => {
  const harness = new KindTestHarness('ReplicaSet');
  rules(harness, [NO_SELECTOR, ['fewer than none', { replicas: -1 }, ['spec.replicas FieldValueInvalid']]]);
  it('begins with one replica to be, and none there', () =>
    expect(harness.made(body())).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 0 } }));
  it('keeps its selector', () =>
    expect(harness.update(body(), body({ selector: { matchLabels: { app: 'other' } }, template: OTHER }))).toEqual([
      'spec.selector FieldValueInvalid',
    ]));
  it('refuses counts that cannot be', () =>
    expect(
      harness.written('status', harness.made(body()), { status: { replicas: 1, fullyLabeledReplicas: 2 } }).errors,
    ).toEqual(['status.fullyLabeledReplicas FieldValueInvalid']));
  it('C-285 is selected by the pods there are', () => {
    const read = harness.definition.declaration.selectableFields!['status.replicas']!;
    expect([read(harness.made(body())), read({ ...harness.made(body()), status: { replicas: 4 } })]).toEqual([
      '0',
      '4',
    ]);
  });
  it('cells', () =>
    expect(
      harness.cells({ ...harness.made(body({ replicas: 3 })), status: { replicas: 2, readyReplicas: 1 } }),
    ).toMatchObject({ Desired: 3, Current: 2, Ready: 1, Containers: 'c', Images: 'i:1', Selector: 'app=web' }));
});

describe('StatefulSet', () => {
  const harness = new KindTestHarness('StatefulSet');
  it('is named like its pods, which are hosts', () =>
    expect(harness.definition.declaration.nameRule).toBe('dns-label'));
  const rolling = (rollingUpdate: object) => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } });
  const ROLLING = 'spec.updateStrategy.rollingUpdate';
  rules(harness, [
    NO_SELECTOR,
    ['fewer than none', { replicas: -1 }, ['spec.replicas FieldValueInvalid']],
    ['an unknown order', { podManagementPolicy: 'Any' }, ['spec.podManagementPolicy FieldValueInvalid']],
    ['an unknown update', { updateStrategy: { type: 'Any' } }, ['spec.updateStrategy FieldValueInvalid']],
    [
      'a rolling update where pods are deleted by hand',
      { updateStrategy: { type: 'OnDelete', rollingUpdate: {} } },
      [`${ROLLING} FieldValueInvalid`],
    ],
    ['a negative partition', rolling({ partition: -1 }), [`${ROLLING}.partition FieldValueInvalid`]],
    ['no pod at a time', rolling({ maxUnavailable: 0 }), [`${ROLLING}.maxUnavailable FieldValueInvalid`]],
    ['more than all at a time', rolling({ maxUnavailable: '150%' }), [`${ROLLING}.maxUnavailable FieldValueInvalid`]],
    ['a negative first ordinal', { ordinals: { start: -1 } }, ['spec.ordinals.start FieldValueInvalid']],
    [
      'an unknown end of claims',
      { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Maybe' } },
      ['spec.persistentVolumeClaimRetentionPolicy.whenScaled FieldValueNotSupported'],
    ],
    [
      'mounts of volumes that the claim templates bring',
      {
        template: {
          ...POD,
          spec: { containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/d' }] }] },
        },
        volumeClaimTemplates: [{ metadata: { name: 'data' } }],
      },
      [],
    ],
  ]);
  it('defaults', () =>
    expect(
      (harness.made(body({ volumeClaimTemplates: [{ metadata: { name: 'd' } }] })) as StatefulSet).spec,
    ).toMatchObject({
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      volumeClaimTemplates: [
        {
          kind: 'PersistentVolumeClaim',
          apiVersion: 'v1',
          spec: { volumeMode: 'Filesystem' },
          status: { phase: 'Pending' },
        },
      ],
    }));
  const changes: [string, object, boolean][] = [
    ['replicas', { replicas: 3 }, true],
    ['template', { template: { ...POD, spec: { containers: [{ name: 'c', image: 'i:2' }] } } }, true],
    ['updateStrategy', { updateStrategy: { type: 'OnDelete' } }, true],
    ['minReadySeconds', { minReadySeconds: 3 }, true],
    ['revisionHistoryLimit', { revisionHistoryLimit: 3 }, true],
    ['ordinals', { ordinals: { start: 3 } }, true],
    ['persistentVolumeClaimRetentionPolicy', { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }, true],
    ['serviceName', { serviceName: 'other' }, false],
    ['podManagementPolicy', { podManagementPolicy: 'Parallel' }, false],
    ['volumeClaimTemplates', { volumeClaimTemplates: [{ metadata: { name: 'd' } }] }, false],
    ['selector', { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } }, false],
  ];
  for (const [field, spec, allowed] of changes) {
    it(`${field} ${allowed ? 'may change' : 'stays'}`, () =>
      expect(harness.update(body(), body(spec))).toEqual(allowed ? [] : ['spec FieldValueForbidden']));
  }
  it('cells', () =>
    expect(harness.cells({ ...harness.made(body()), status: { replicas: 1 } })).toMatchObject({
      Ready: '0/1',
      Images: 'i:1',
    }));
});

describe('DaemonSet', () => {
  const harness = new KindTestHarness('DaemonSet');
  const rolling = (rollingUpdate: object) => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } });
  const ROLLING = 'spec.updateStrategy.rollingUpdate';
  rules(harness, [
    ['no selector', { selector: undefined }, [UNMATCHED]],
    ['an unknown update', { updateStrategy: { type: 'Any' } }, ['spec.updateStrategy FieldValueNotSupported']],
    [
      'neither more nor fewer',
      rolling({ maxUnavailable: 0, maxSurge: 0 }),
      [`${ROLLING}.maxUnavailable FieldValueRequired`],
    ],
    ['both more and fewer', rolling({ maxUnavailable: 1, maxSurge: 1 }), [`${ROLLING}.maxSurge FieldValueInvalid`]],
    ['more than all', rolling({ maxUnavailable: '101%' }), [`${ROLLING}.maxUnavailable FieldValueInvalid`]],
    ['one more at a time', rolling({ maxUnavailable: 0, maxSurge: 1 }), []],
  ]);
  const generationOf = (set: { metadata: { annotations?: Record<string, string> } }) =>
    set.metadata.annotations?.['deprecated.daemonset.template.generation'];
  it('defaults', () =>
    expect((harness.made(body()) as DaemonSet).spec).toMatchObject({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    }));
  it('begins with nothing scheduled', () =>
    expect(harness.made(body())['status']).toEqual({
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    }));
  it('counts its templates, whatever a client says', () => {
    expect(generationOf(harness.made(body()))).toBe('1');
    const annotations = { 'deprecated.daemonset.template.generation': '77' };
    const same = harness.changed(body(), { metadata: { name: 'x', annotations }, ...body({ minReadySeconds: 4 }) });
    expect(generationOf(same)).toBe('1');
    const changed = harness.changed(
      body(),
      body({ template: { ...POD, metadata: { labels: { app: 'web', b: 'c' } } } }),
    );
    expect(generationOf(changed)).toBe('2');
  });
  it('keeps its selector', () =>
    expect(harness.update(body(), body({ selector: { matchLabels: { app: 'other' } }, template: OTHER }))).toEqual([
      'spec.selector FieldValueInvalid',
    ]));
  it('cells', () =>
    expect(
      harness.cells({
        ...harness.made(body({ template: { ...POD, spec: { ...POD.spec, nodeSelector: { b: '1', a: '2' } } } })),
        status: { desiredNumberScheduled: 3, currentNumberScheduled: 2, numberReady: 1 },
      }),
    ).toMatchObject({ Desired: 3, Current: 2, Ready: 1, 'Node Selector': 'a=2,b=1', Selector: 'app=web' }));
});

describe('ControllerRevision', () => {
  const harness = new KindTestHarness('ControllerRevision');
  const revision = { data: { spec: { a: 1 } }, revision: 3 };
  it('needs data, and a number from 0 on', () => {
    expect(harness.create(revision)).toEqual([]);
    expect(harness.create({ revision: -1 })).toEqual(['revision FieldValueInvalid', 'data FieldValueRequired']);
  });
  it('has data that is an object', () =>
    expect([[], 'x', false].flatMap((data) => harness.create({ data, revision: 1 }))).toEqual(
      Array(3).fill('data FieldValueRequired'),
    ));
  it('keeps its data; the number may change', () => {
    expect(harness.update(revision, { ...revision, revision: 4 })).toEqual([]);
    expect(harness.update(revision, { ...revision, data: { spec: { a: 2 } } })).toEqual(['data FieldValueInvalid']);
  });
  it('cells', () => {
    const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u', controller: true };
    const owned = harness.made({ ...revision, metadata: { name: 'x', ownerReferences: [owner] } });
    expect(harness.cells(owned)).toMatchObject({ Controller: 'statefulset.apps/web', Revision: 3 });
    expect(harness.cells(harness.made(revision))).toMatchObject({ Controller: '<none>' });
  });
});

describe('ReplicationController', () => {
  const harness = new KindTestHarness('ReplicationController');
  const controller = (spec: object = {}) => ({ spec: { template: POD, ...spec } });
  it('takes labels and selector from its pods where it has none', () => {
    expect(harness.made(controller())).toMatchObject({
      metadata: { labels: { app: 'web' } },
      spec: { replicas: 1, selector: { app: 'web' } },
      status: { replicas: 0 },
    });
    const own = { metadata: { name: 'x', labels: { own: 'label' } }, ...controller({ selector: { other: 'one' } }) };
    expect(harness.made(own)).toMatchObject({
      metadata: { labels: { own: 'label' } },
      spec: { selector: { other: 'one' } },
    });
  });
  const rows: Row[] = [
    ['pods of its own', {}, []],
    ['no template', { template: undefined, selector: { a: 'b' } }, ['spec.template FieldValueRequired']],
    ['no selector at all', { template: { spec: POD.spec } }, ['spec.selector FieldValueRequired']],
    ['other pods', { selector: { app: 'other' } }, ['spec.template.metadata.labels FieldValueInvalid']],
    ['a selector that is none', { selector: { app: 'a b' } }, ['spec.template.metadata.labels FieldValueInvalid']],
    ['fewer than none', { replicas: -1 }, ['spec.replicas FieldValueInvalid']],
    ['pods that end', { template: NEVER }, ['spec.template.spec.restartPolicy FieldValueNotSupported']],
  ];
  for (const [name, spec, errors] of rows) {
    it(`${errors.length === 0 ? 'takes' : 'refuses'} ${name}`, () =>
      expect(harness.create(controller(spec))).toEqual(errors));
  }
  it('may change its selector', () =>
    expect(
      harness.update(
        controller({ selector: { app: 'web' } }),
        controller({ selector: { app: 'other' }, template: OTHER }),
      ),
    ).toEqual([]));
  it('cells', () =>
    expect(harness.cells(harness.made(controller({ replicas: 2 })))).toMatchObject({
      Desired: 2,
      Current: 0,
      Selector: 'app=web',
    }));
});

describe('PodTemplate', () => {
  const harness = new KindTestHarness('PodTemplate');
  it('has the rules and the defaults of a pod', () => {
    expect(harness.create({ template: POD })).toEqual([]);
    expect(harness.create({ template: { spec: { containers: [] } } })).toEqual([
      'template.spec.containers FieldValueRequired',
    ]);
    expect(harness.made({ template: POD })).toMatchObject({
      template: { spec: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' } },
    });
  });
  it('a change of the template is a new generation', () => {
    const metadata = { name: 'x', generation: 1 };
    const before = { metadata, template: POD };
    expect(harness.changed(before, before).metadata.generation).toBe(1);
    expect(harness.changed(before, { metadata, template: OTHER }).metadata.generation).toBe(2);
  });
  it('cells', () =>
    expect(harness.cells(harness.made({ template: POD }))).toEqual({
      Name: 'x',
      Containers: 'c',
      Images: 'i:1',
      'Pod Labels': 'app=web',
    }));
});
