import { capUpdaters } from './cap-updaters.js';
import type { FieldOwner } from './field-owner.js';
import { pathSet, union } from './field-set.js';

const at = (second: number) => `2024-01-01T00:00:${String(second).padStart(2, '0')}Z`;
const updater = (n: number, more: Partial<FieldOwner> = {}): FieldOwner => ({
  manager: `m${n}`,
  operation: 'Update',
  apiVersion: 'v1',
  time: at(n),
  fieldsType: 'FieldsV1',
  fieldsV1: pathSet(`f:a${n}`),
  ...more,
});
const updaters = (count: number, first = 0) => Array.from({ length: count }, (_, i) => updater(first + i));
const fieldsOf = (...numbers: number[]) =>
  numbers.map((n) => pathSet(`f:a${n}`)).reduce((all, fields) => union(all, fields));
const ancient = (time: string, ...numbers: number[]) => ({
  manager: 'ancient-changes',
  operation: 'Update',
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1: fieldsOf(...numbers),
});

describe('capUpdaters', () => {
  it('keeps ten updaters, and any number of appliers', () => {
    const owners = [...updaters(10), ...updaters(5, 20).map((owner) => ({ ...owner, operation: 'Apply' as const }))];
    expect(capUpdaters(owners)).toBe(owners);
  });

  it('merges the two oldest of eleven, at the time of the later one', () => {
    const owners = updaters(11);
    expect(capUpdaters(owners.toReversed())).toEqual([...owners.slice(2).toReversed(), ancient(at(1), 0, 1)]);
  });

  it('merges as many as exceed the cap', () => {
    const owners = updaters(14);
    expect(capUpdaters(owners)).toEqual([...owners.slice(5), ancient(at(4), 0, 1, 2, 3, 4)]);
  });

  it('treats updaters without a time as the oldest, and orders equal times by name', () => {
    const timeless = updater(12, { time: undefined });
    const owners = [...updaters(10), timeless];
    expect(capUpdaters(owners)).toEqual([...owners.slice(1, 10), ancient(at(0), 0, 12)]);
    const together = Array.from({ length: 11 }, (_, n) => updater(n, { time: at(0) }));
    // m0, m1 and m10 come first by name.
    expect(capUpdaters(together)).toEqual([...together.slice(2), ancient(at(0), 0, 1)]);
  });

  it('merges into the existing merged entry', () => {
    const joined = capUpdaters(updaters(11));
    const again = capUpdaters([...joined, updater(11)]);
    expect(again).toHaveLength(10);
    expect(again.at(-1)).toEqual(ancient(at(2), 0, 1, 2));
  });

  it('merges only updaters of one version', () => {
    const [v1, v2] = [updater(0), updater(1, { apiVersion: 'v2' })];
    const rest = updaters(9, 2);
    expect(capUpdaters([v1, v2, ...rest])).toEqual([v2, ...rest.slice(1), ancient(at(2), 0, 2)]);
  });

  it('keeps updaters of many versions, one each', () => {
    const owners = updaters(12).map((owner, n) => ({ ...owner, apiVersion: `v${n}` }));
    expect(capUpdaters(owners)).toEqual(owners);
  });

  it('merges into the existing merged entry, also when that is newer', () => {
    const joined = updater(20, { manager: 'ancient-changes' });
    expect(capUpdaters([joined, ...updaters(10)])).toEqual([...updaters(8, 2), ancient(at(1), 0, 1, 20)]);
  });
});
