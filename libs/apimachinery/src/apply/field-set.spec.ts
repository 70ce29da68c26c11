import fc from 'fast-check';
import {
  LEAF,
  countFields,
  difference,
  includes,
  intersection,
  leaves,
  pathsOf,
  recursiveDifference,
  sameFields,
  union,
  unionOf,
  withSelf,
  type FieldSet,
} from './field-set.js';
import { compareElements } from './path-element.js';
import { readFieldSet } from './read-owners.js';

const elements = [
  'f:a',
  'f:b',
  'f:__proto__',
  'k:{"name":"x"}',
  'k:{"port":80}',
  'k:{"port":443}',
  'v:1',
  'v:"a"',
  'i:0',
];
const path = fc.array(fc.constantFrom(...elements), { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 12 });

/** A set with these paths, built directly. */
function setOf(all: readonly (readonly string[])[]): FieldSet {
  const tree: Record<string, unknown> = {};
  for (const steps of all) {
    let node = tree;
    for (const step of steps) node = (node[step] ??= {}) as Record<string, unknown>;
    node['.'] = {};
  }
  return readFieldSet(tree)!;
}
const keys = (set: FieldSet): string[] => [...pathsOf(set)].map((steps) => steps.join('/'));
const asKeys = (all: readonly (readonly string[])[]): Set<string> => new Set(all.map((steps) => steps.join('/')));
const sorted = (all: Iterable<string>): string[] => [...all].sort();

describe('field sets', () => {
  it('contain exactly the given paths', () => {
    fc.assert(fc.property(paths, (all) => expect(sorted(keys(setOf(all)))).toEqual(sorted(asKeys(all)))));
  });

  it('includes is true when the difference is empty', () => {
    fc.assert(
      fc.property(paths, paths, fc.boolean(), (some, more, both) => {
        const b = setOf(some);
        const a = setOf(both ? [...more, ...some] : more);
        expect(includes(a, b)).toBe(keys(difference(b, a)).length === 0);
      }),
    );
  });

  it('unionOf equals repeated unions, in order', () => {
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 5 }), (many) => {
        const sets = many.map(setOf);
        expect(JSON.stringify(unionOf(sets))).toBe(JSON.stringify(sets.reduce(union, {})));
      }),
    );
  });

  it('union, intersection and difference equal those of the path sets', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const [inA, inB] = [asKeys(a), asKeys(b)];
        const [x, y] = [setOf(a), setOf(b)];
        expect(sorted(keys(union(x, y)))).toEqual(sorted(new Set([...inA, ...inB])));
        expect(sorted(keys(intersection(x, y)))).toEqual(sorted([...inA].filter((k) => inB.has(k))));
        expect(sorted(keys(difference(x, y)))).toEqual(sorted([...inA].filter((k) => !inB.has(k))));
      }),
    );
  });

  it('a recursive difference also removes descendants', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const gone = [...asKeys(b)];
        const left = [...asKeys(a)].filter((k) => !gone.some((g) => k === g || k.startsWith(`${g}/`)));
        expect(sorted(keys(recursiveDifference(setOf(a), setOf(b))))).toEqual(sorted(left));
      }),
    );
  });

  it('leaves are the paths without descendants', () => {
    fc.assert(
      fc.property(paths, (all) => {
        const every = [...asKeys(all)];
        const lowest = every.filter((k) => !every.some((other) => other.startsWith(`${k}/`)));
        expect(sorted(keys(leaves(setOf(all))))).toEqual(sorted(lowest));
      }),
    );
  });

  it('C-131 every result is canonical: members in order, no empty branch, unchanged by decoding', () => {
    const ordered = (set: FieldSet): void => {
      const members = Object.keys(set);
      expect(members).toEqual([...members].sort(compareElements));
      for (const member of members) ordered(set[member]!);
    };
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        for (const operation of [union, intersection, difference, recursiveDifference]) {
          const set = operation(setOf(a), setOf(b));
          ordered(set);
          expect(JSON.stringify(readFieldSet(JSON.parse(JSON.stringify(set))))).toBe(JSON.stringify(set));
          expect(countFields(set)).toBe(keys(set).length);
        }
      }),
    );
  });

  it('operations without effect return the same set', () => {
    const set = setOf([['f:a', 'f:b'], ['f:b']]);
    expect(union(set, setOf([['f:b']]))).toBe(set);
    expect(difference(set, setOf([['f:c']]))).toBe(set);
    expect(intersection(set, set)).toBe(set);
    expect(withSelf(LEAF)).toBe(LEAF);
  });

  it('the order of insertion does not matter', () => {
    fc.assert(fc.property(paths, (all) => expect(sameFields(setOf(all), setOf([...all].reverse()))).toBe(true)));
    expect(sameFields(setOf([['f:a']]), setOf([['f:a'], ['f:b']]))).toBe(false);
    expect(sameFields(setOf([['f:a', 'f:b']]), setOf([['f:a'], ['f:a', 'f:b']]))).toBe(false);
  });
});
