import { Quantity, type ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import * as fc from 'fast-check';
import { amountsFrom, amountsText, minus, plus, times, type Amounts } from './amounts.js';
import { podAmounts } from './pod-usage.js';
import { inScope, scopeWork, type QuotaSpec } from './scopes.js';
import { countedBy, usageOf } from './usage-of.js';

const vocabulary = vocabularies.orch;
const NOW = Date.UTC(2024, 0, 1);
const writtenAmounts = (amounts: Amounts): Record<string, string> =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toString()]));
const PODS = { group: '', resource: 'pods' };
const cpu = (request: string, limit?: string) => ({
  resources: { requests: { cpu: request }, ...(limit ? { limits: { cpu: limit } } : {}) },
});
const pod = (spec: object, rest: object = {}): ApiObject => ({ metadata: { name: 'p' }, spec, ...rest }) as ApiObject;

const deviceClaim = (...requests: object[]): ApiObject =>
  ({ metadata: {}, spec: { devices: { requests } } }) as ApiObject;

describe('usage of an object', () => {
  const table: { name: string; group?: string; resource: string; object: ApiObject; want: Record<string, string> }[] = [
    {
      name: 'D-175 any kind, by its name and group',
      group: 'apps',
      resource: 'deployments',
      object: { metadata: {} },
      want: { 'count/deployments.apps': '1' },
    },
    {
      name: 'C-240 some by their bare name too',
      resource: 'configmaps',
      object: { metadata: {} },
      want: { 'count/configmaps': '1', configmaps: '1' },
    },
    {
      name: 'but not those of another group',
      group: 'x.example',
      resource: 'configmaps',
      object: { metadata: {} },
      want: { 'count/configmaps.x.example': '1' },
    },
    {
      name: 'D-175 a pod, all containers together',
      resource: 'pods',
      object: pod({ containers: [cpu('100m', '1'), cpu('200m')] }),
      want: { 'count/pods': '1', pods: '1', cpu: '300m', 'requests.cpu': '300m', 'limits.cpu': '1' },
    },
    {
      name: 'a pod of a vendor resource',
      resource: 'pods',
      object: pod({ containers: [{ resources: { requests: { 'x.io/gpu': '2', 'hugepages-2Mi': '4Mi' } } }] }),
      want: {
        'count/pods': '1',
        pods: '1',
        'requests.x.io/gpu': '2',
        'requests.hugepages-2Mi': '4Mi',
        'hugepages-2Mi': '4Mi',
      },
    },
    {
      name: 'a pod that has ended is only an object',
      resource: 'pods',
      object: pod({ containers: [cpu('1')] }, { status: { phase: 'Failed' } }),
      want: { 'count/pods': '1' },
    },
    {
      name: 'so is one whose time to end is over',
      resource: 'pods',
      object: {
        metadata: { deletionTimestamp: '2023-12-31T23:59:59Z', deletionGracePeriodSeconds: 30 },
        spec: { containers: [cpu('1')] },
      },
      want: { 'count/pods': '1' },
    },
    {
      name: 'A-314 a claim, by what is allocated where that is more',
      resource: 'persistentvolumeclaims',
      object: {
        metadata: {},
        spec: { storageClassName: 'fast', resources: { requests: { storage: '5Gi' } } },
        status: { allocatedResources: { storage: '10Gi' } },
      },
      want: {
        'count/persistentvolumeclaims': '1',
        persistentvolumeclaims: '1',
        'requests.storage': '10Gi',
        'fast.storageclass.storage.orch.io/requests.storage': '10Gi',
        'fast.storageclass.storage.orch.io/persistentvolumeclaims': '1',
      },
    },
    {
      name: 'a claim whose class is named by its annotation, which has precedence',
      resource: 'persistentvolumeclaims',
      object: {
        metadata: { annotations: { 'volume.beta.orch.io/storage-class': 'fast' } },
        spec: { storageClassName: 'slow', resources: { requests: { storage: '5Gi' } } },
      },
      want: {
        'count/persistentvolumeclaims': '1',
        persistentvolumeclaims: '1',
        'requests.storage': '5Gi',
        'fast.storageclass.storage.orch.io/requests.storage': '5Gi',
        'fast.storageclass.storage.orch.io/persistentvolumeclaims': '1',
      },
    },
    {
      name: 'A-314 and by what is asked for where that is more',
      resource: 'persistentvolumeclaims',
      object: {
        metadata: {},
        spec: { resources: { requests: { storage: '5Gi' } } },
        status: { allocatedResources: { storage: '1Gi' } },
      },
      want: { 'count/persistentvolumeclaims': '1', persistentvolumeclaims: '1', 'requests.storage': '5Gi' },
    },
    {
      name: 'a service with ports on nodes',
      resource: 'services',
      object: { metadata: {}, spec: { type: 'NodePort', ports: [{}, {}] } },
      want: { 'count/services': '1', services: '1', 'services.nodeports': '2' },
    },
    {
      name: 'a balancer that takes no node ports but one it was given',
      resource: 'services',
      object: {
        metadata: {},
        spec: { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{ nodePort: 30_000 }, {}] },
      },
      want: { 'count/services': '1', services: '1', 'services.nodeports': '1', 'services.loadbalancers': '1' },
    },
    {
      name: 'a claim of devices, by their class',
      group: 'resource.orch.io',
      resource: 'resourceclaims',
      object: deviceClaim(
        { exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 3 } },
        { exactly: { deviceClassName: 'gpu' } },
        { exactly: { deviceClassName: 'nic', allocationMode: 'All' } },
        { exactly: { deviceClassName: 'odd', allocationMode: 'Other' } },
        { deviceClassName: 'gpu', count: 2 },
      ),
      want: {
        'count/resourceclaims.resource.orch.io': '1',
        'gpu.deviceclass.resource.orch.io/devices': '6',
        'nic.deviceclass.resource.orch.io/devices': '32',
        'odd.deviceclass.resource.orch.io/devices': '0',
      },
    },
    {
      name: 'of alternatives, the most of each class',
      group: 'resource.orch.io',
      resource: 'resourceclaims',
      object: deviceClaim({
        firstAvailable: [
          { deviceClassName: 'gpu', count: 1 },
          { deviceClassName: 'gpu', count: 4 },
          { deviceClassName: 'nic', count: 2 },
        ],
      }),
      want: {
        'count/resourceclaims.resource.orch.io': '1',
        'gpu.deviceclass.resource.orch.io/devices': '4',
        'nic.deviceclass.resource.orch.io/devices': '2',
      },
    },
    {
      name: 'not those of another group',
      group: 'x.example',
      resource: 'resourceclaims',
      object: deviceClaim({ exactly: { deviceClassName: 'gpu' } }),
      want: { 'count/resourceclaims.x.example': '1' },
    },
  ];
  for (const { name, group = '', resource, object, want } of table)
    it(name, () => expect(writtenAmounts(usageOf({ group, resource }, object, vocabulary, NOW))).toEqual(want));

  it('maps each usage name of an object to its resource', () => {
    for (const { group = '', resource, object } of table) {
      for (const name of usageOf({ group, resource }, object, vocabulary, NOW).keys()) {
        expect(countedBy(name, vocabulary)?.counted).toEqual({ group, resource });
      }
    }
    expect(countedBy('nonsense', vocabulary)).toBeUndefined();
  });
});

describe('resources of a pod', () => {
  const table: { name: string; spec: object; want: string }[] = [
    { name: 'its containers', spec: { containers: [cpu('1'), cpu('2')] }, want: '3' },
    {
      name: 'or the largest that runs before them',
      spec: { containers: [cpu('1')], initContainers: [cpu('5'), cpu('4')] },
      want: '5',
    },
    {
      name: 'sidecars run during later init containers',
      spec: { containers: [cpu('1')], initContainers: [{ ...cpu('2'), restartPolicy: 'Always' }, cpu('5')] },
      want: '7',
    },
    {
      name: 'or the pod as a whole',
      spec: { containers: [cpu('1')], resources: { requests: { cpu: '50' } } },
      want: '50',
    },
    {
      name: 'never less than its containers',
      spec: { containers: [cpu('9')], resources: { requests: { cpu: '1' } } },
      want: '9',
    },
    {
      name: 'as a whole, and its overhead',
      spec: { resources: { requests: { cpu: '2' } }, overhead: { cpu: '250m' } },
      want: '2250m',
    },
    { name: 'and its overhead', spec: { containers: [cpu('1')], overhead: { cpu: '250m' } }, want: '1250m' },
  ];
  for (const { name, spec, want } of table)
    it(name, () => expect(podAmounts({ metadata: {}, spec }, 'requests').get('cpu')!.toString()).toBe(want));
});

describe('D-175 objects that match a quota', () => {
  const busy = { containers: [cpu('1')] };
  const selector = (scopeName: string, operator: string, values?: string[]): QuotaSpec => ({
    scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values ? { values } : {}) }] },
  });
  const table: [string, QuotaSpec, object, boolean][] = [
    ['all without scopes', {}, busy, true],
    ['those with a deadline', { scopes: ['Terminating'] }, { ...busy, activeDeadlineSeconds: 1 }, true],
    ['those without one', { scopes: ['NotTerminating'] }, { ...busy, activeDeadlineSeconds: 1 }, false],
    ['those that ask for nothing', { scopes: ['BestEffort'] }, { containers: [{}] }, true],
    ['not those that ask', { scopes: ['BestEffort'] }, busy, false],
    [
      'nor those that ask as a whole',
      { scopes: ['BestEffort'] },
      { containers: [{}], resources: { requests: { cpu: '1' } } },
      false,
    ],
    ['all scopes must fit', { scopes: ['NotBestEffort', 'Terminating'] }, busy, false],
    ['a class of priority', selector('PriorityClass', 'In', ['high']), { ...busy, priorityClassName: 'high' }, true],
    ['not another', selector('PriorityClass', 'NotIn', ['high']), { ...busy, priorityClassName: 'high' }, false],
    ['none at all', selector('PriorityClass', 'DoesNotExist'), busy, true],
    [
      'affinity to other namespaces',
      selector('CrossNamespacePodAffinity', 'Exists'),
      {
        ...busy,
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ['x'] }] } },
      },
      true,
    ],
    [
      'not affinity at home',
      selector('CrossNamespacePodAffinity', 'Exists'),
      { ...busy, affinity: { podAffinity: {} } },
      false,
    ],
  ];
  for (const [name, spec, of, want] of table) it(name, () => expect(inScope(spec, PODS, pod(of))).toBe(want));
  it.each<[operator: string, values: string[], claim: object, want: boolean]>([
    ['Exists', [], { spec: { volumeAttributesClassName: 'gold' } }, true],
    ['Exists', [], { spec: {} }, false],
    ['DoesNotExist', [], { spec: { volumeAttributesClassName: '' } }, true],
    ['In', ['gold'], { spec: {}, status: { currentVolumeAttributesClassName: 'gold' } }, true],
    ['In', ['gold'], { status: { modifyVolumeStatus: { targetVolumeAttributesClassName: 'gold' } } }, true],
    ['In', ['gold'], { spec: { volumeAttributesClassName: 'silver' } }, false],
    ['NotIn', ['gold'], { spec: {} }, true],
  ])('of claims, by class: %s %j %j', (operator, values, claim, want) => {
    const claims = { group: '', resource: 'persistentvolumeclaims' };
    const object = { metadata: {}, ...claim } as ApiObject;
    expect(inScope(selector('VolumeAttributesClass', operator, values), claims, object)).toBe(want);
    expect(inScope({ scopes: ['NotTerminating'] }, claims, object)).toBe(false);
  });
  it('reads a pod once, however often a quota names a scope', () => {
    let reads = 0;
    const spec = Object.defineProperty({}, 'containers', { get: () => (reads++, [{}]), enumerable: true });
    const often = (scopeName: string) => Array.from({ length: 1_000 }, () => scopeName);
    const matchExpressions = often('BestEffort').map((scopeName) => ({ scopeName, operator: 'Exists' }));
    const of = { scopes: [...often('BestEffort'), ...often('NotTerminating')], scopeSelector: { matchExpressions } };
    expect(inScope(of, PODS, pod(spec))).toBe(true);
    expect(reads).toBeLessThan(10);
    expect(scopeWork(of)).toBe(3_000);
  });
  it('scopes apply to pods and claims only', () =>
    expect(inScope({ scopes: ['NotTerminating'] }, { group: '', resource: 'configmaps' }, { metadata: {} })).toBe(
      false,
    ));
});

it('adds and subtracts amounts', () => {
  const amounts = fc
    .dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.integer({ min: 0, max: 10_000 }))
    .map((written) => new Map(Object.entries(written).map(([name, milli]) => [name, Quantity.parse(`${milli}m`)!])));
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      const back = minus(plus(a, b), b);
      for (const [name, amount] of a) expect(back.get(name)!.compare(amount)).toBe(0);
    }),
  );
  expect(amountsText(amountsFrom({ b: '2', a: '1Gi' }))).toBe('a=1Gi,b=2');
  expect(writtenAmounts(times(amountsFrom({ a: '1' }), 3))).toEqual({ a: '3' });
});

it.each(['containers', 'initContainers'])('sums many %s of many resources without copying the sum for each', (list) => {
  const each = (i: number) => ({
    restartPolicy: 'Always',
    resources: { requests: Object.fromEntries(Array.from({ length: 20 }, (_, j) => [`x.io/r${20 * i + j}`, '1'])) },
  });
  const many = pod({ [list]: Array.from({ length: 200 }, (_, i) => each(i)) });
  const sets = jest.spyOn(Map.prototype, 'set');
  try {
    expect(podAmounts(many as never, 'requests').size).toBe(4_000);
    expect(sets.mock.calls.length).toBeLessThan(15 * 4_000);
  } finally {
    sets.mockRestore();
  }
});
