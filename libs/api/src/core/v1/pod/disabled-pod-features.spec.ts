import { vocabularies } from '@orch/vocabulary';
import { fieldDropper } from '../../../definition/disabled-fields.js';
import { ReleaseGates } from '../../../features/feature-gates.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { FieldPath } from '@orch/apimachinery';
import { deploymentKind } from '../../../apps/v1/deployment/deployment.kind.js';
import { replicaSetKind } from '../../../apps/v1/replica-set/replica-set.kind.js';
import { endpointSliceKind } from '../../../discovery/v1/endpoint-slice/endpoint-slice.kind.js';
import { rulesOfUpdate } from './pod-rules.js';
import { validatePodSpec } from './pod-spec.validation.js';
import { podKind } from './pod.kind.js';
import type { PodSpec } from './pod-spec.js';

/** All features but those. */
const without = (...off: string[]): FeatureGates => ({ minor: 37, enabled: (gate) => !off.includes(gate) });
const container = { name: 'c', image: 'i' };
const drop = (gate: string, spec: object, old?: object): unknown =>
  (fieldDropper(podKind.type, without(gate))!({ spec }, old && { spec: old }) as { spec: unknown }).spec;

const image = { name: 'i', image: { reference: 'r' } };
const disk = { name: 'd', emptyDir: {} };
const mounts = (...names: string[]) => names.map((name) => ({ name, mountPath: `/${name}` }));

it('counts of terminating pods and hints by node need their gates', () => {
  const off = (type: Parameters<typeof fieldDropper>[0], gate: string, object: object) =>
    fieldDropper(type, without(gate))!(object, undefined);
  const counts = { status: { replicas: 1, terminatingReplicas: 2 } };
  for (const { type } of [deploymentKind, replicaSetKind])
    expect(off(type, 'DeploymentReplicaSetTerminatingReplicas', counts)).toEqual({ status: { replicas: 1 } });
  const slice = { endpoints: [{ hints: { forZones: [{ name: 'z' }], forNodes: [{ name: 'n' }] } }] };
  expect(off(endpointSliceKind.type, 'PreferSameTrafficDistribution', slice)).toEqual({
    endpoints: [{ hints: { forZones: [{ name: 'z' }] } }],
  });
});

interface DropCase {
  readonly name: string;
  readonly gate: string;
  readonly sent: object;
  readonly stored: object;
}
const cases: DropCase[] = [
  {
    name: 'image volumes go with their mounts in all containers',
    gate: 'ImageVolume',
    sent: {
      volumes: [image, disk],
      containers: [{ ...container, volumeMounts: mounts('i', 'd') }],
      initContainers: [{ ...container, volumeMounts: mounts('i') }],
      ephemeralContainers: [{ ...container, volumeMounts: mounts('i') }],
    },
    stored: {
      volumes: [disk],
      containers: [{ ...container, volumeMounts: mounts('d') }],
      initContainers: [container],
      ephemeralContainers: [container],
    },
  },
  {
    name: 'the only volume',
    gate: 'ImageVolume',
    sent: { volumes: [image], containers: [container] },
    stored: { containers: [container] },
  },
  {
    name: 'users of the host',
    gate: 'UserNamespacesSupport',
    sent: { hostUsers: false, containers: [container] },
    stored: { containers: [container] },
  },
  {
    name: 'a mount of /proc gets the default',
    gate: 'ProcMountType',
    sent: { containers: [{ ...container, securityContext: { procMount: 'Unmasked', privileged: true } }, container] },
    stored: { containers: [{ ...container, securityContext: { procMount: 'Default', privileged: true } }, container] },
  },
  {
    name: 'stop signals, and a lifecycle without another entry',
    gate: 'ContainerStopSignals',
    sent: {
      containers: [
        { ...container, lifecycle: { stopSignal: 'SIGINT' } },
        { ...container, lifecycle: { stopSignal: 'SIGINT', preStop: { sleep: { seconds: 1 } } } },
      ],
    },
    stored: { containers: [container, { ...container, lifecycle: { preStop: { sleep: { seconds: 1 } } } }] },
  },
];

describe('what pods use of disabled features', () => {
  it.each(cases)('A-505 is dropped: $name', ({ gate, sent, stored }) => expect(drop(gate, sent)).toEqual(stored));
  it.each(cases)('A-505 stays when the existing pod uses it: $name', ({ gate, sent }) =>
    expect(drop(gate, sent, sent)).toEqual(sent),
  );
  it.each(cases)('is dropped when the existing pod does not use it: $name', ({ gate, sent, stored }) =>
    expect(drop(gate, sent, stored)).toEqual(stored),
  );
  it.each(cases)('A-506 stays while the feature is enabled: $name', ({ sent }) =>
    expect(drop('GenericWorkload', sent)).toEqual(sent),
  );
  it('leaves a spec without it as it is', () => {
    const spec = { volumes: [disk], containers: [container] };
    expect(drop('ImageVolume', spec)).toBe(spec);
  });

  it('is dropped in templates', () => {
    const deployment = (spec: object) => ({ spec: { template: { spec } } });
    const dropper = fieldDropper(deploymentKind.type, without('ImageVolume'))!;
    expect(dropper(deployment(cases[0]!.sent), undefined)).toEqual(deployment(cases[0]!.stored));
  });

  it('generations in a status are dropped, unless the existing one has them', () => {
    const dropper = fieldDropper(podKind.type, without('PodObservedGenerationTracking'))!;
    const pod = { status: { observedGeneration: 2, conditions: [{ type: 'Ready', observedGeneration: 2 }] } };
    expect(dropper(pod, undefined)).toEqual({ status: { conditions: [{ type: 'Ready' }] } });
    expect(dropper(pod, pod)).toEqual(pod);
  });

  const releases: readonly [string, number, boolean][] = [
    ['ImageVolume', 34, false],
    ['ImageVolume', 35, true],
    ['UserNamespacesSupport', 32, false],
    ['UserNamespacesSupport', 33, true],
    ['ProcMountType', 32, false],
    ['ProcMountType', 33, true],
    ['ContainerStopSignals', 35, false],
    ['PodObservedGenerationTracking', 33, false],
    ['PodObservedGenerationTracking', 34, true],
    ['SELinuxMount', 36, false],
    ['SELinuxMount', 37, true],
    ['PodLifecycleSleepActionAllowZero', 32, false],
    ['PodLifecycleSleepActionAllowZero', 33, true],
    ['RelaxedEnvironmentVariableValidation', 31, false],
    ['RelaxedEnvironmentVariableValidation', 32, true],
    ['RelaxedEnvironmentVariableValidation', 37, true],
    ['RelaxedDNSSearchValidation', 32, false],
    ['RelaxedDNSSearchValidation', 33, true],
    ['RelaxedDNSSearchValidation', 37, true],
  ];
  it.each(releases)('A-505 %s in 1.%i by default: %s', (gate, minor, isOn) =>
    expect(new ReleaseGates(minor).enabled(gate)).toBe(isOn),
  );
});

describe('values of disabled features', () => {
  const errors = (gate: string, spec: object, existing?: object) => {
    const full = { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30, ...spec };
    const rules = { vocabulary: vocabularies.kubernetes, features: without(gate) };
    const all = existing ? rulesOfUpdate(rules, { spec: existing as PodSpec }) : rules;
    return validatePodSpec(FieldPath.of('spec'), full as unknown as PodSpec, all)
      .filter(({ field }) => /seLinux|sleep|env|searches/.test(field))
      .map(({ field, detail }) => `${field}: ${detail}`);
  };
  const containers = [{ ...container, imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }];
  const policy = (seLinuxChangePolicy: string) => ({ containers, securityContext: { seLinuxChangePolicy } });
  const pause = (seconds: number) => ({
    containers: [{ ...containers[0]!, lifecycle: { preStop: { sleep: { seconds } } } }],
  });
  const ONLY =
    'spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"';

  it('allow only to relabel volumes without mounts by label', () => {
    expect(errors('SELinuxMount', policy('MountOption'))).toEqual([ONLY]);
    expect(errors('SELinuxMount', policy('Recursive'))).toEqual([]);
    expect(errors('none', policy('MountOption'))).toEqual([]);
  });
  it('allow any policy when the existing object has one', () => {
    expect(errors('SELinuxMount', policy('MountOption'), policy('Recursive'))).toEqual([]);
    expect(errors('SELinuxMount', policy('MountOption'), { containers })).toEqual([ONLY]);
  });
  it('allow no pause of zero seconds', () => {
    const gate = 'PodLifecycleSleepActionAllowZero';
    expect(errors(gate, pause(0))).toEqual([
      'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds ' +
        '(30). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.',
    ]);
    expect([errors(gate, pause(1)), errors(gate, pause(0), pause(0)), errors('none', pause(0))]).toEqual([[], [], []]);
  });

  const named = (...names: string[]) => ({ containers: [{ ...containers[0]!, env: names.map((name) => ({ name })) }] });
  const prefixed = (prefix: string) => ({
    containers: [{ ...containers[0]!, envFrom: [{ prefix, secretRef: { name: 's' } }] }],
  });
  const STRICT =
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit " +
    "(e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
  const relaxedNames = 'RelaxedEnvironmentVariableValidation';
  it.each<[spec: object, errors: readonly string[]]>([
    [named('my.env-name', 'MY_ENV', '-', 'a1'), []],
    [named('1a'), [`spec.containers[0].env[0].name: Invalid value: "1a": ${STRICT}`]],
    [named('a b'), [`spec.containers[0].env[0].name: Invalid value: "a b": ${STRICT}`]],
    [named('..'), ['spec.containers[0].env[0].name: Invalid value: "..": must not be \'..\'']],
    [named('..a'), ['spec.containers[0].env[0].name: Invalid value: "..a": must not start with \'..\'']],
    [prefixed('1'), [`spec.containers[0].envFrom[0].prefix: Invalid value: "1": ${STRICT}`]],
  ])('allow no unusual names of variables: %j', (spec, found) => {
    expect(errors(relaxedNames, spec)).toEqual(found);
    expect(errors('none', spec)).toEqual([]);
  });
  it('allow unusual names of variables while the object keeps one', () => {
    expect(errors(relaxedNames, named('1a', 'a b'), prefixed('1a'))).toEqual([]);
    expect(errors(relaxedNames, named('2'), named('1'))).toHaveLength(1);
    // Not a name under either rule: it does not count.
    expect(errors(relaxedNames, named('1', 'a=b'), named('a=b'))).toHaveLength(2);
    expect(errors(relaxedNames, named('1', 'a=b'), named('1'))).toEqual([
      'spec.containers[0].env[1].name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
    ]);
  });

  const searching = (...searches: string[]) => ({ containers, dnsConfig: { searches } });
  it('allow neither the root nor underscores among DNS searches', () => {
    const gate = 'RelaxedDNSSearchValidation';
    expect(errors(gate, searching('a.b.', 'c'))).toEqual([]);
    const refused = errors(gate, searching('a', '.', 'b_c'));
    expect(refused.map((error) => error.slice(0, error.indexOf(':')))).toEqual(
      [1, 2].map((index) => `spec.dnsConfig.searches[${index}]`),
    );
    expect(errors('none', searching('.', 'b_c'))).toEqual([]);
    expect(errors(gate, searching('.', 'b_c', 'd_e'), searching('x_y'))).toEqual([]);
    expect(errors(gate, searching('.'), searching('x'))).toHaveLength(1);
  });
});
