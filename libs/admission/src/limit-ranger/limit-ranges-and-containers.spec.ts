import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { Quantity } from '@orch/apimachinery';
import * as fc from 'fast-check';
import { ContainerDefaults } from './container-defaults.js';
import { withDefaultResources } from './default-resources.js';
import { claimFaults, podFaults } from './limit-faults.js';

const podOf = (count: number): Pod =>
  ({
    metadata: { name: 'p' },
    spec: { containers: Array.from({ length: count }, (_, at) => ({ name: `c${at}` })) },
  }) as Pod;

/** Amounts that count how often they are read. */
function amounts(count: number): { readonly of: Record<string, string>; readonly read: () => number } {
  let read = 0;
  const of = Object.defineProperties(
    {},
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `example.com/resource-${at}`,
        { enumerable: true, get: () => (read++, '1') },
      ]),
    ),
  ) as Record<string, string>;
  return { of, read: () => read };
}

/** The result of work in steps, and their number. */
function run<T>(work: Generator<undefined, T>): { readonly value: T; readonly steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { value: step.value, steps };
  }
}

const defaultsOf = (...items: LimitRangeItem[]): ContainerDefaults => {
  const defaults = new ContainerDefaults();
  for (const item of items) defaults.add(item);
  return defaults;
};

it('containers and the defaults of ranges are not multiplied: a pod that lists too many is refused', () => {
  const range = (count: number): LimitRangeItem => ({ type: 'Container', default: amounts(count).of });
  const pod = withDefaultResources(podOf(2), defaultsOf(range(2)), 'a')!;
  expect(pod.spec!.containers![1]!.resources!.limits).toEqual({
    'example.com/resource-0': '1',
    'example.com/resource-1': '1',
  });
  expect(withDefaultResources(podOf(1_000), defaultsOf(range(10_000)), 'a')).toBeUndefined();
});

it('of several ranges the first sets a default, and only those of containers do', () => {
  const defaults = defaultsOf(
    { type: 'Pod', default: { cpu: '9' } } as LimitRangeItem,
    { type: 'Container', default: { cpu: '1' } },
    { type: 'Container', default: { cpu: '2', memory: '3' }, defaultRequest: { cpu: '4' } },
  );
  const pod = withDefaultResources(podOf(1), defaults, 'a')!;
  expect(pod.spec!.containers![0]!.resources).toEqual({ limits: { cpu: '1', memory: '3' }, requests: { cpu: '4' } });
});

it('defaults of many ranges are not collected beyond what a pod may list', () => {
  const range = (at: number): LimitRangeItem => ({
    type: 'Container',
    default: Object.fromEntries(Array.from({ length: 5_000 }, (_, name) => [`example.com/${at}-${name}`, '1'])),
  });
  const { of, read } = amounts(5_000);
  const ranges = [0, 1, 2, 3, 4].map(range);
  expect(
    withDefaultResources(podOf(1), defaultsOf(...ranges, { type: 'Container', default: of }), 'a'),
  ).toBeUndefined();
  expect(read()).toBe(0);
});

it.each(['min', 'max', 'maxLimitRequestRatio'] as const)(
  'containers and the amounts of %s are not multiplied: the first thousand faults are enough to refuse a pod',
  (field) => {
    const { of, read } = amounts(5_000);
    expect(run(podFaults(podOf(1_000), [{ type: 'Container', [field]: of }])).value).toHaveLength(1_000);
    expect(read()).toBe(1_000);
  },
);

it('containers and ranges are not multiplied: the amounts of all containers are compared with a range at once', () => {
  const resources = { requests: { cpu: '2', memory: '2' }, limits: { cpu: '4', memory: '4' } };
  const pod = {
    metadata: { name: 'p' },
    spec: { containers: Array.from({ length: 500 }, (_, at) => ({ name: `c${at}`, resources })) },
  } as Pod;
  const range: LimitRangeItem = {
    type: 'Container',
    min: { cpu: '1', memory: '1' },
    max: { cpu: '5', memory: '5' },
    maxLimitRequestRatio: { cpu: '2' },
  };
  const compare = jest.spyOn(Quantity.prototype, 'compare');
  const { value, steps } = run(podFaults(pod, Array<LimitRangeItem>(500).fill(range)));
  const compared = compare.mock.calls.length;
  compare.mockRestore();
  expect(value).toEqual([]);
  expect(steps).toBeGreaterThan(2);
  expect(compared).toBeLessThan(20_000);
});

it('a claim is compared with many ranges in steps, up to the first thousand faults', () => {
  const claim = { metadata: {}, spec: { resources: { requests: { storage: '1' } } } } as PersistentVolumeClaim;
  const range = (storage: string): LimitRangeItem => ({ type: 'PersistentVolumeClaim', min: { storage } });
  expect(run(claimFaults(claim, Array<LimitRangeItem>(5_000).fill(range('1')))).steps).toBeGreaterThan(2);
  expect(run(claimFaults(claim, Array<LimitRangeItem>(5_000).fill(range('2')))).value).toHaveLength(1_000);
});

it('has the faults of each container, in the order of ranges, containers and amounts', () => {
  const amount = fc.constantFrom('0', '1', '2', '3');
  const few = fc.dictionary(fc.constantFrom('cpu', 'memory', 'x'), amount, { maxKeys: 3 });
  const container = fc.record({ resources: fc.record({ requests: few, limits: few }) });
  const item = fc.record({
    type: fc.constantFrom('Container', 'Pod', 'PersistentVolumeClaim'),
    min: few,
    max: few,
    maxLimitRequestRatio: few,
  });
  fc.assert(
    fc.property(fc.array(container, { maxLength: 4 }), fc.array(item, { maxLength: 3 }), (containers, items) => {
      const pod = { metadata: {}, spec: { containers } } as unknown as Pod;
      const ranges = items as LimitRangeItem[];
      const one = (of: readonly object[], range: LimitRangeItem): string[] =>
        run(podFaults({ metadata: {}, spec: { containers: of } } as unknown as Pod, [range])).value;
      const expected = ranges.flatMap((range) =>
        range.type === 'Container' ? containers.flatMap((each) => one([each], range)) : one(containers, range),
      );
      expect(run(podFaults(pod, ranges)).value).toEqual(expected);
    }),
  );
});
