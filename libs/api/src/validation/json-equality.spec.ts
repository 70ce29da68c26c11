import { jsonKey, sameContent, sameJson } from './json-equality.js';

describe('equality of JSON values', () => {
  const cases: [string, unknown, unknown, boolean][] = [
    ['ignores the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
    ['takes a null member for an absent one', { a: 1, rules: null }, { a: 1 }, true],
    ['takes an undefined member for an absent one', { a: undefined }, {}, true],
    ['takes a null member for an undefined one', { a: null }, { a: undefined }, true],
    ['does not take a zero value for an absent member', { a: 0 }, {}, false],
    [
      'compares nested members',
      { spec: { template: { metadata: { time: null } } } },
      { spec: { template: { metadata: {} } } },
      true,
    ],
    ['compares items by their place', [1, 2], [2, 1], false],
    ['does not take null for an empty object', null, {}, false],
  ];
  it.each(cases)('%s', (_name, a, b, want) => {
    expect([sameJson(a, b), sameJson(b, a)]).toEqual([want, want]);
    expect(jsonKey(a) === jsonKey(b)).toBe(want);
  });

  it('takes an absent list or map for an empty map as a whole', () => {
    expect(sameContent(undefined, {})).toBe(true);
    expect(sameContent(null, {})).toBe(true);
  });
});
