import * as fc from 'fast-check';
import { lastApplied, withLastApplied } from './last-applied.js';
import { threeWayMerge } from './three-way-merge.js';

const rows: { name: string; applied: object; wanted: object; current: object; want: object }[] = [
  { name: 'nothing to do', applied: { a: 1 }, wanted: { a: 1 }, current: { a: 1, b: 2 }, want: {} },
  { name: 'sets what differs', applied: {}, wanted: { a: 1 }, current: { a: 2 }, want: { a: 1 } },
  { name: 'sets what is absent', applied: {}, wanted: { a: { b: 1 } }, current: {}, want: { a: { b: 1 } } },
  { name: 'removes what was applied before', applied: { a: 1 }, wanted: {}, current: { a: 1 }, want: { a: null } },
  { name: 'leaves what others set', applied: {}, wanted: {}, current: { a: 1 }, want: {} },
  { name: 'removes nothing twice', applied: { a: 1 }, wanted: {}, current: {}, want: {} },
  { name: 'goes into maps', applied: { m: { a: 1, b: 1 } }, wanted: { m: { a: 1 } }, current: { m: { a: 1, b: 1, c: 1 } }, want: { m: { b: null } } },
  { name: 'lists are one value', applied: {}, wanted: { l: [1] }, current: { l: [1, 2] }, want: { l: [1] } },
  { name: 'null takes away', applied: {}, wanted: { a: null }, current: { a: 1 }, want: { a: null } },
  { name: 'names of what objects inherit are data', applied: { constructor: 1 }, wanted: { toString: 1 }, current: {}, want: { toString: 1 } },
]; // prettier-ignore
for (const row of rows) {
  it(row.name, () =>
    expect(threeWayMerge({ ...row.applied }, { ...row.wanted }, { ...row.current })).toEqual(row.want),
  );
}

it('a patched object is unchanged the second time', () => {
  const value = fc.letrec((tie) => ({
    fields: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any')),
    any: fc.oneof({ maxDepth: 3 }, fc.integer({ max: 3 }), fc.array(fc.integer({ max: 3 })), tie('fields')),
  })).fields as fc.Arbitrary<Record<string, unknown>>;
  fc.assert(
    fc.property(value, value, value, (applied, wanted, current) => {
      const merged = mergePatch(current, threeWayMerge(applied, wanted, current));
      expect(threeWayMerge(wanted, wanted, merged as Record<string, unknown>)).toEqual({});
    }),
  );
});

it('the annotation holds the object without itself', () => {
  const object = { metadata: { name: 'a', annotations: { x: 'y', last: 'old' } } };
  const annotated = withLastApplied(object, 'last');
  expect(lastApplied(annotated, 'last')).toEqual({ metadata: { name: 'a', annotations: { x: 'y' } } });
  expect(withLastApplied(annotated, 'last')).toEqual(annotated);
  expect(lastApplied({ metadata: { annotations: { last: '{' } } }, 'last')).toEqual({});
});

/** RFC 7386, section 2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = new Map(
    Object.entries(typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {}),
  );
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}
