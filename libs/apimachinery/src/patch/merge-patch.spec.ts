import fc from 'fast-check';
import { applyMergePatch, createMergePatch } from './merge-patch.js';

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
};

describe('applyMergePatch', () => {
  const cases: [target: unknown, patch: unknown, want: unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [{ a: 'text' }, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
    [{ a: 1 }, { b: [null, { c: null }] }, { a: 1, b: [null, { c: null }] }],
    [{}, { toString: { a: 1 } }, { toString: { a: 1 } }],
    [{}, { constructor: null }, {}],
  ];
  for (const [target, patch, want] of cases) {
    it(`A-552 ${JSON.stringify(target)} with ${JSON.stringify(patch)}`, () =>
      expect(applyMergePatch(frozen(target), frozen(patch))).toEqual(want));
  }

  it('returns the target itself when nothing changes', () => {
    const target = frozen({ a: { b: 1 }, c: [1] });
    expect(applyMergePatch(target, {})).toBe(target);
    expect(applyMergePatch(target, { a: { b: 1, x: null }, y: null })).toBe(target);
  });
  it('copies only containers on the path', () => {
    const target = frozen({ a: { b: 1 }, c: { d: 1 } });
    const result = applyMergePatch(target, { a: { b: 2 } }) as typeof target;
    expect(result.c).toBe(target.c);
    expect(result.a).toEqual({ b: 2 });
  });
  it('rejects changes of the prototype', () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"a":{"__proto__":null}}']) {
      expect(() => applyMergePatch({ a: {} }, JSON.parse(text))).toThrow(expect.objectContaining({ code: 400 }));
    }
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
  it('rejects too deep nesting', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
    expect(() => applyMergePatch({}, deep)).toThrow(expect.objectContaining({ code: 413 }));
  });
});

describe('createMergePatch', () => {
  const cases: [from: unknown, to: unknown, want: unknown][] = [
    [{ a: 1 }, { a: 1 }, {}],
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1, b: 2 }, { b: 2 }, { a: null }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, d: 3 } }, { a: { c: null, d: 3 } }],
    [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
    [{ a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }, {}],
    [{ a: { b: 1 } }, { a: 'x' }, { a: 'x' }],
    ['x', { a: 1 }, { a: 1 }],
    [{ a: 1 }, [1], [1]],
    [{}, { toString: 'x' }, { toString: 'x' }],
  ];
  for (const [from, to, want] of cases) {
    it(`from ${JSON.stringify(from)} to ${JSON.stringify(to)}`, () =>
      expect(createMergePatch(frozen(from), frozen(to))).toEqual(want));
  }
});

describe('laws', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'valueOf');
  const withLeaf = (leaf: fc.Arbitrary<unknown>) =>
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(leaf, { maxLength: 2 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
  const plain = withLeaf(fc.constantFrom<unknown>(0, 1, '', 'x', true));
  const withNull = withLeaf(fc.constantFrom<unknown>(0, 'x', null));

  /** The algorithm of the RFC, literally, on copies. */
  const byTheBook = (target: unknown, patch: unknown): unknown => {
    if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
    const map = new Map(
      typeof target === 'object' && target !== null && !Array.isArray(target) ? Object.entries(target) : [],
    );
    for (const [k, v] of Object.entries(patch)) {
      if (v === null) map.delete(k);
      else map.set(k, byTheBook(map.get(k), v));
    }
    return Object.fromEntries(map);
  };

  it('A-552 equals the algorithm of the RFC', () =>
    fc.assert(
      fc.property(withNull, withNull, (target, patch) =>
        expect(applyMergePatch(frozen(target), frozen(patch))).toEqual(byTheBook(target, patch)),
      ),
      { numRuns: 1_000 },
    ));
  it('A-552 is idempotent', () =>
    fc.assert(
      fc.property(plain, withNull, (target, patch) => {
        const once = applyMergePatch(target, patch);
        expect(applyMergePatch(once, patch)).toEqual(once);
      }),
    ));
  it('createMergePatch leads from one object to the other', () =>
    fc.assert(
      fc.property(plain, plain, (from, to) => expect(applyMergePatch(from, createMergePatch(from, to))).toEqual(to)),
      { numRuns: 1_000 },
    ));
});
