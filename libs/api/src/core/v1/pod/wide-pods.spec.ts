import { FieldPath } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { validatePodSpec } from './pod-spec.validation.js';
import { validatePodAnnotations } from './pod-annotations.validation.js';
import type { PodSpec } from './pod-spec.js';
import { podStatus } from './pod-status.strategy.js';
import { validatePodUpdate } from './pod-update.validation.js';
import type { Pod } from './pod.types.js';

/** Objects that count the reads of their members. */
function counted<T extends object>(length: number, make: (index: number) => T) {
  let reads = 0;
  const handler: ProxyHandler<T> = {
    get: (target, key) => (reads++, Reflect.get(target, key) as unknown),
    ownKeys: (target) => (reads++, Reflect.ownKeys(target)),
  };
  const items = Array.from({ length }, (_, index) => new Proxy(make(index), handler));
  return { items, reads: () => reads };
}

const SPEC = FieldPath.of('spec');
const names = vocabularies.orch.annotations;
const rules = { vocabulary: vocabularies.orch, features: new ReleaseGates() };
const validate = (spec: object) => validatePodSpec(SPEC, spec as PodSpec, rules);
const containers = (length: number, more: object = {}) =>
  Array.from({ length }, (_, index) => ({ name: `c-${index}`, image: 'i', ...more }));

/** Reads of lists of `n` items each. */
const cases: [string, (n: number) => number][] = [
  [
    'tolerations of an update',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ key: `k-${index}` }));
      const pod = (tolerations: object[]) => ({ spec: { containers: containers(1), tolerations } }) as unknown as Pod;
      validatePodUpdate(pod(items.toReversed()), pod(items));
      return reads();
    },
  ],
  [
    'node selector terms of a pod that waits',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ key: `k-${index}`, operator: 'Exists' }));
      const pod = (matchExpressions: object[]) => {
        const required = { nodeSelectorTerms: [{ matchExpressions }] };
        const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
        return { spec: { containers: containers(1), schedulingGates: [{ name: 'g' }], affinity } } as unknown as Pod;
      };
      validatePodUpdate(pod(items.toReversed()), pod(items));
      return reads();
    },
  ],
  [
    'volumes and containers',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ name: `v-${index}` }));
      validate({ containers: containers(n), volumes: items });
      return reads();
    },
  ],
  [
    'resource claims and containers',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ name: `r-${index}` }));
      validate({ containers: containers(n), resourceClaims: items });
      return reads();
    },
  ],
  [
    'mounts and devices',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ name: `v-${index}`, mountPath: `/${index}` }));
      const devices = Array.from({ length: n }, (_, index) => ({ name: `d-${index}`, devicePath: `/d-${index}` }));
      const mounting = containers(1, { volumeMounts: items, volumeDevices: devices });
      validate({ containers: mounting });
      return reads();
    },
  ],
  [
    'containers and annotations that name them',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ name: `c-${index}` }));
      const annotations = Object.fromEntries(items.map((_, at) => [`${names.appArmorPrefix}x-${at}`, 'unconfined']));
      validatePodAnnotations(SPEC, annotations, { containers: items } as unknown as PodSpec, names);
      return reads();
    },
  ],
  [
    'containers that have ended, in the status',
    (n) => {
      const { items, reads } = counted(n, (index) => ({ name: `c-${index}`, state: { terminated: { exitCode: 0 } } }));
      const pod = (containerStatuses: object[]) =>
        ({
          metadata: {},
          spec: { containers: [], restartPolicy: 'Never' },
          status: { containerStatuses },
        }) as unknown as Pod;
      const statuses = Array.from({ length: n }, (_, index) => ({ name: `x-${index}`, state: { running: {} } }));
      podStatus(vocabularies.orch).validateUpdate?.(pod(statuses), pod(items), undefined as never);
      return reads();
    },
  ],
];

it.each(cases)('validation reads %s in proportion to their number', (_what, readsOf) => {
  const [few, many] = [readsOf(50), readsOf(500)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(11 * few);
});

it('the names of resource claims are listed once, however many containers name others', () => {
  const join = jest.spyOn(Array.prototype, 'join');
  try {
    const resourceClaims = ['b', 'a'].map((name) => ({ name, resourceClaimName: 'c' }));
    const errors = validate({ containers: containers(50, { resources: { claims: [{ name: 'x' }] } }), resourceClaims });
    const detail = 'Not found: "x": must be one of the names in pod.spec.resourceClaims: a, b';
    expect(errors.filter((error) => error.detail === detail)).toHaveLength(50);
    expect(join.mock.results.filter(({ value }) => value === 'a, b')).toHaveLength(1);
  } finally {
    join.mockRestore();
  }
});
