import { ApiError } from '@orch/apimachinery';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import type { Binding } from '../binding/binding.types.js';
import { bindPod } from './bind-pod.js';
import { evictedPod } from './evicted-pod.js';
import { endOfPod, statusText } from './pod-cells.js';
import type { PodCondition } from './pod-status.js';
import type { Pod } from './pod.types.js';

const harness = new KindTestHarness('Pod');
const pod = (spec: object = {}, container: object = {}): object => ({
  spec: { containers: [{ name: 'c', image: 'i:1', ...container }], ...spec },
});
const C = 'spec.containers[0]';

describe('Pod', () => {
  it('C-230 defaults', () =>
    expect(harness.made(pod())).toMatchObject({
      spec: {
        restartPolicy: 'Always',
        dnsPolicy: 'ClusterFirst',
        terminationGracePeriodSeconds: 30,
        schedulerName: 'default-scheduler',
        securityContext: {},
        enableServiceLinks: true,
        containers: [
          {
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            imagePullPolicy: 'IfNotPresent',
          },
        ],
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    }));

  const images: [string, string][] = [
    ['a', 'Always'],
    ['a:latest', 'Always'],
    ['a:1', 'IfNotPresent'],
    ['host:5000/a', 'Always'],
    ['host:5000/a:1', 'IfNotPresent'],
    ['a@sha256:0', 'IfNotPresent'],
    ['HOST/a', 'Always'],
    ['A', 'IfNotPresent'],
    ['x'.repeat(255), 'Always'],
    ['x'.repeat(256), 'IfNotPresent'],
    ['a b', 'IfNotPresent'],
    ['host.io/A', 'IfNotPresent'],
    ['a:', 'IfNotPresent'],
    ['', 'IfNotPresent'],
  ];
  for (const [image, want] of images) {
    it(`C-230 image ${image} is pulled ${want}`, () =>
      expect(harness.made(pod({}, { image }))['spec']).toMatchObject({ containers: [{ imagePullPolicy: want }] }));
  }

  it('a pod with scheduling gates is not scheduled, by a condition', () =>
    expect(harness.made(pod({ schedulingGates: [{ name: 'a.io/b' }] }))['status']).toMatchObject({
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          lastProbeTime: null,
          lastTransitionTime: harness.context.now,
          reason: 'SchedulingGated',
        },
      ],
    }));

  it('a negative grace period of a new pod is one second', () => {
    const secondsOf = (seconds: number) =>
      (harness.made(pod({ terminationGracePeriodSeconds: seconds })) as Pod).spec?.terminationGracePeriodSeconds;
    expect([secondsOf(-5), secondsOf(0), secondsOf(7)]).toEqual([1, 0, 7]);
  });

  it('a negative grace period of an update is one second', () => {
    const seconds = (count: number) => pod({ terminationGracePeriodSeconds: count });
    expect(harness.changed(seconds(-5), seconds(-7))['spec']).toMatchObject({ terminationGracePeriodSeconds: 1 });
    expect(harness.update(seconds(1), seconds(-7))).toEqual([]);
  });

  const classes: [object, string][] = [
    [{}, 'BestEffort'],
    [{ requests: { cpu: '1' } }, 'Burstable'],
    [{ limits: { cpu: '1' } }, 'Burstable'],
    [{ limits: { cpu: '1', memory: '1Gi' } }, 'Guaranteed'],
    [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } }, 'Burstable'],
  ];
  for (const [resources, want] of classes) {
    it(`C-232 ${JSON.stringify(resources)} is ${want}`, () =>
      expect(harness.made(pod({}, { resources }))['status']).toMatchObject({ qosClass: want }));
  }

  const creates: [string, object, string[]][] = [
    ['passes', pod(), []],
    ['no containers', { spec: { containers: [] } }, ['spec.containers FieldValueRequired']],
    ['no spec', {}, ['spec.containers FieldValueRequired']],
    ['no image', pod({}, { image: '' }), [`${C}.image FieldValueRequired`]],
    ['no name', pod({}, { name: '' }), [`${C}.name FieldValueRequired`]],
    [
      'a repeated name',
      pod({ initContainers: [{ name: 'c', image: 'i' }] }),
      ['spec.initContainers[0].name FieldValueDuplicate'],
    ],
    ['restart policy', pod({ restartPolicy: 'Foo' }), ['spec.restartPolicy FieldValueNotSupported']],
    [
      'request above limit',
      pod({}, { resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }),
      [`${C}.resources.requests FieldValueInvalid`],
    ],
    [
      'port out of range',
      pod({}, { ports: [{ containerPort: 65_536 }] }),
      [`${C}.ports[0].containerPort FieldValueInvalid`],
    ],
    ['variable without name', pod({}, { env: [{ value: 'a' }] }), [`${C}.env[0].name FieldValueRequired`]],
    [
      'value twice',
      pod({}, { env: [{ name: 'A', value: 'a', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }] }),
      [`${C}.env[0].valueFrom FieldValueInvalid`],
    ],
    ['probe without handler', pod({}, { livenessProbe: {} }), [`${C}.livenessProbe FieldValueRequired`]],
    [
      'ephemeral containers',
      pod({ ephemeralContainers: [{ name: 'e', image: 'i' }] }),
      ['spec.ephemeralContainers FieldValueForbidden'],
    ],
    ['toleration', pod({ tolerations: [{ operator: 'Equal' }] }), ['spec.tolerations[0].operator FieldValueInvalid']],
    ['DNS without servers', pod({ dnsPolicy: 'None' }), ['spec.dnsConfig FieldValueRequired']],
  ];
  for (const [name, body, want] of creates) it(`C-230 ${name}`, () => expect(harness.create(body)).toEqual(want));

  it('C-187 a mount names a volume of the pod', () => {
    const volumeMounts = [{ name: 'v', mountPath: '/a' }];
    expect(harness.create(pod({}, { volumeMounts }))).toEqual([`${C}.volumeMounts[0].name FieldValueNotFound`]);
    expect(harness.create(pod({ volumes: [{ name: 'v' }] }, { volumeMounts }))).toEqual([]);
  });

  it('C-197 the name of an ephemeral claim must be a name', () => {
    const volumeClaimTemplate = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } } };
    const body = {
      metadata: { name: 'x'.repeat(253) },
      ...pod({ volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate } }] }),
    };
    expect(harness.create(body)).toEqual(['spec.volumes[0].name FieldValueInvalid']);
  });

  const toleration = { key: 'a', operator: 'Exists' };
  const updates: [string, object, object, string[]][] = [
    ['an image', pod(), pod({}, { image: 'i:2' }), []],
    ['the node', pod(), pod({ nodeName: 'n' }), ['spec FieldValueForbidden']],
    ['one more toleration', pod(), pod({ tolerations: [toleration] }), []],
    ['one toleration less', pod({ tolerations: [toleration] }), pod(), ['spec.tolerations FieldValueForbidden']],
    ['a nearer deadline', pod({ activeDeadlineSeconds: 20 }), pod({ activeDeadlineSeconds: 10 }), []],
    [
      'a later deadline',
      pod({ activeDeadlineSeconds: 10 }),
      pod({ activeDeadlineSeconds: 20 }),
      ['spec.activeDeadlineSeconds FieldValueInvalid'],
    ],
    [
      'one container more',
      pod(),
      {
        spec: {
          containers: [
            { name: 'c', image: 'i:1' },
            { name: 'd', image: 'i:1' },
          ],
        },
      },
      ['spec.containers FieldValueForbidden'],
    ],
    ['a grace period', pod({ terminationGracePeriodSeconds: -1 }), pod({ terminationGracePeriodSeconds: 1 }), []],
    ['another grace period', pod(), pod({ terminationGracePeriodSeconds: 1 }), ['spec FieldValueForbidden']],
    [
      'a new gate',
      pod(),
      pod({ schedulingGates: [{ name: 'g' }] }),
      ['spec.schedulingGates[0].name FieldValueForbidden'],
    ],
  ];
  for (const [name, old, body, want] of updates)
    it(`C-231 change of ${name}`, () => expect(harness.update(old, body)).toEqual(want));

  it('C-232 /status leaves spec and owners', () => {
    const old = harness.made(pod());
    const sent = {
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'o', uid: 'u' }] },
      ...pod({ nodeName: 'n' }),
      status: { phase: 'Running', podIP: '10.0.0.1' },
    };
    const { object } = harness.written('status', old, sent);
    expect([object['spec'], object['status'], object.metadata.ownerReferences]).toEqual([
      old['spec'],
      { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }], qosClass: 'BestEffort' },
      undefined,
    ]);
  });

  it('/status keeps the time of deletion', () => {
    const [before, after] = ['2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'];
    for (const [kept, sent] of [
      [undefined, after],
      [before, after],
      [before, undefined],
    ]) {
      const made = harness.made(pod());
      const old = { ...made, metadata: { ...made.metadata, deletionTimestamp: kept } };
      const { object, errors } = harness.written('status', old, { ...pod(), metadata: { deletionTimestamp: sent }, status: { phase: 'Running' } }); // prettier-ignore
      expect([object.metadata.deletionTimestamp, errors]).toEqual([kept, []]);
    }
  });

  it('users that nodes report are users', () => {
    const reported = (linux: object, os?: object): string[] => {
      const status = [{ name: 'c', user: { linux } }];
      const sent = { ...pod({ os }), status: { initContainerStatuses: status } };
      return harness.written('status', harness.made(pod({ os })), sent).errors;
    };
    const at = 'status.initContainerStatuses[0].user.linux';
    expect(reported({ uid: 0, gid: 5, supplementalGroups: [7] })).toEqual([]);
    expect(reported({ uid: -1, gid: 2 ** 31, supplementalGroups: [7, -1] })).toEqual(
      ['uid', 'gid', 'supplementalGroups[1]'].map((field) => `${at}.${field} FieldValueInvalid`),
    );
    expect(reported({ uid: 0, gid: 0 }, { name: 'windows' })).toEqual([`${at} FieldValueForbidden`]);
  });

  const graces: [string, object, number | undefined, number][] = [
    ['what its spec says', { spec: { nodeName: 'n', terminationGracePeriodSeconds: 5 } }, undefined, 5],
    ['30 seconds by default', { spec: { nodeName: 'n' } }, undefined, 30],
    ['what the delete says', { spec: { nodeName: 'n', terminationGracePeriodSeconds: 5 } }, 7, 7],
    ['nothing, when the delete says so', { spec: { nodeName: 'n' } }, 0, 0],
    ['one second for a negative time', { spec: { nodeName: 'n' } }, -3, 1],
    ['nothing on no node', { spec: {} }, undefined, 0],
    ['nothing after its end', { spec: { nodeName: 'n' }, status: { phase: 'Succeeded' } }, undefined, 0],
  ];
  for (const [name, object, asked, want] of graces) {
    it(`C-229 a deleted pod is given ${name}`, () =>
      expect(harness.definition.declaration.graceSeconds!({ metadata: {}, ...object }, asked)).toBe(want));
  }

  const fields: [string, string][] = [
    ['spec.hostNetwork', 'false'],
    ['spec.schedulerName', 'default-scheduler'],
    ['spec.serviceAccountName', 'a'],
    ['status.phase', 'Pending'],
    ['status.podIPs', ''],
  ];
  for (const [field, want] of fields) {
    it(`C-284 ${field}`, () =>
      expect(
        harness.definition.declaration.selectableFields![field]!(harness.made(pod({ serviceAccount: 'a' }, {}))),
      ).toBe(want));
  }

  const states: [object, string][] = [
    [{ phase: 'Pending' }, 'Pending'],
    [{ phase: 'Failed', reason: 'Evicted' }, 'Evicted'],
    [
      { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] },
      'ImagePullBackOff',
    ],
    [{ phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] }, 'ExitCode:3'],
    [{ phase: 'Pending', initContainerStatuses: [{ state: { running: {} } }] }, 'Init:0/0'],
    [
      { phase: 'Pending', initContainerStatuses: [{ state: { terminated: { exitCode: 1, reason: 'Error' } } }] },
      'Init:Error',
    ],
  ];
  for (const [status, want] of states) {
    it(`shows ${want}`, () => expect(statusText({ ...harness.made(pod()), status } as unknown as Pod)).toBe(want));
  }
  it('shows Terminating once deleted', () =>
    expect(statusText({ metadata: { deletionTimestamp: '2024-01-01T00:00:00Z' }, status: { phase: 'Running' } })).toBe(
      'Terminating',
    ));
});

describe('row of a pod', () => {
  const row = (phase: string) => endOfPod({ metadata: {}, status: { phase } });
  it('says that the pod has ended', () => {
    expect(row('Succeeded')).toEqual([
      { type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' },
    ]);
    expect(row('Failed')).toEqual([
      { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
    ]);
  });
  it('has no condition before', () => expect([row('Running'), row('Pending')]).toEqual([undefined, undefined]));
});

describe('evictedPod', () => {
  const [T1, T2] = ['2024-01-01T00:00:00Z', '2024-01-01T00:01:00Z'];
  const ready = { type: 'Ready', status: 'True' };
  const disrupted = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastProbeTime: null,
    lastTransitionTime: T1,
  };
  const evicted = (conditions: PodCondition[], now: string) =>
    evictedPod({ metadata: {}, status: { phase: 'Running', conditions } }, now).status;
  it('says why the pod ends', () =>
    expect(evicted([ready], T1)).toEqual({ phase: 'Running', conditions: [ready, disrupted] }));
  it('keeps the time of a second eviction', () =>
    expect(evicted([disrupted, ready], T2)?.conditions).toEqual([disrupted, ready]));
  it('has the time of the change of another status', () =>
    expect(evicted([{ ...disrupted, status: 'False' }], T2)?.conditions).toEqual([
      { ...disrupted, lastTransitionTime: T2 },
    ]));
});

describe('bindPod', () => {
  const now = '2024-01-01T00:00:00Z';
  const context = { copiesLabels: false, now };
  const free = { ...harness.made(pod()), metadata: { name: 'p', namespace: 't1', uid: 'u' } } as Pod;
  const binding = (target: object, metadata: object = {}): Binding => ({ metadata, target }) as Binding;
  const bound = bindPod(free, binding({ kind: 'Node', name: 'n' }, { annotations: { a: 'b' } }), context) as Pod;

  it('C-171 sets the node, and says that it is scheduled', () => {
    expect(bound.spec!.nodeName).toBe('n');
    expect(bound.metadata.annotations).toEqual({ a: 'b' });
    expect(bound.status!.conditions).toEqual([{ type: 'PodScheduled', status: 'True', lastTransitionTime: now }]);
    expect(free.spec).not.toHaveProperty('nodeName');
  });

  it('copies labels of the binding where the release does', () => {
    const labelled = binding({ name: 'n' }, { labels: { zone: 'a' } });
    const labelsOf = (copiesLabels: boolean) => (bindPod(free, labelled, { copiesLabels, now }) as Pod).metadata.labels;
    expect([labelsOf(false), labelsOf(true)]).toEqual([undefined, { zone: 'a' }]);
  });

  const refusals: [string, string, Pod, Binding, string][] = [
    ['C-171', 'a second binding', bound, binding({ name: 'm' }), 'Conflict'],
    ['C-172', 'another kind', free, binding({ kind: 'Foo', name: 'n' }), 'Invalid'],
    ['C-172', 'no name', free, binding({ kind: 'Node' }), 'Invalid'],
    ['A-296', 'no target', free, { metadata: {} } as Binding, 'Invalid'],
    [
      'C-171',
      'a pod on its way out',
      { ...free, metadata: { ...free.metadata, deletionTimestamp: now } },
      binding({ name: 'n' }),
      'Conflict',
    ],
  ];
  for (const [id, name, target, body, reason] of refusals) {
    it(`${id} refuses ${name}`, () => {
      const answer = bindPod(target, body, context);
      expect(answer).toBeInstanceOf(ApiError);
      expect((answer as ApiError).reason).toBe(reason);
    });
  }
});
