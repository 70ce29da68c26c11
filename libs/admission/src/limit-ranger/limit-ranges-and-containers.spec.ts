import type { LimitRangeItem, Pod } from '@orch/api';
import { withDefaultResources } from './default-resources.js';
import { podFaults } from './limit-faults.js';

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

it('containers and the defaults of ranges are not multiplied: a pod that lists too many is refused', () => {
  const range = (count: number): LimitRangeItem => ({ type: 'Container', default: amounts(count).of });
  expect(withDefaultResources(podOf(2), [range(2)], 'a')!.spec!.containers![1]!.resources!.limits).toEqual({
    'example.com/resource-0': '1',
    'example.com/resource-1': '1',
  });
  expect(withDefaultResources(podOf(1_000), [range(10_000)], 'a')).toBeUndefined();
});

it.each(['min', 'max', 'maxLimitRequestRatio'] as const)(
  'containers and the amounts of %s are not multiplied: the first thousand faults are enough to refuse a pod',
  (field) => {
    const { of, read } = amounts(5_000);
    expect(podFaults(podOf(1_000), [{ type: 'Container', [field]: of }])).toHaveLength(1_000);
    expect(read()).toBe(1_000);
  },
);
