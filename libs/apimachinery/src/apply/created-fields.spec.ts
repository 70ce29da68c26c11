import fc from 'fast-check';
import { CreatedFields } from './created-fields.js';
import type { FieldWriter } from './field-owner.js';
import { LEAF, NO_FIELDS } from './field-set.js';
import { ownersAfterCreate, ownersAfterUpdate } from './own-update.js';
import { oneVersion, THING } from './stored-object.fixture.js';

const versions = oneVersion(THING);
const writer: FieldWriter = {
  manager: 'm',
  apiVersion: 'v1',
  subresource: '',
  now: '2024-01-01T00:00:00Z',
  unreachable: NO_FIELDS,
};

/** Also values of wrong types: stored objects may be older than the schema. */
const text = fc.constantFrom('', 'x', 'y');
const number = fc.constantFrom(0, 1, 2);
const map = fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(text, fc.constant(undefined)), { noNullPrototype: true });
const item = fc.record({ name: text, value: text, tags: fc.array(text, { maxLength: 2 }) }, { requiredKeys: ['name'] });
const value = fc.oneof(text, number, map, fc.constantFrom(null, undefined, {}, []), fc.array(item, { maxLength: 2 }));
const some = <T>(of: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: of }, { weight: 1, arbitrary: value });
const thing = fc.record(
  {
    number: some(number),
    text: some(text),
    struct: some(fc.record({ number, text: some(text), inner: some(fc.record({ text })) }, { requiredKeys: [] })),
    atomicMap: some(map),
    map: some(map),
    items: some(fc.array(item, { maxLength: 2 })),
    list: some(fc.array(text, { maxLength: 2 })),
    any: some(map),
  },
  { requiredKeys: [] },
);

/** The same object with some of its values replaced. */
function varied(object: unknown, seed: readonly number[]): unknown {
  let at = 0;
  const change = (below: unknown): unknown => {
    const by = seed[at++ % seed.length]!;
    if (by === 0 && at > 1) return [0, '', 'x', null, undefined, {}][at % 6];
    if (typeof below === 'number') return by % 3;
    if (typeof below === 'string') return ['', 'x', 'y'][by % 3];
    if (Array.isArray(below)) return below.map(change);
    if (typeof below !== 'object' || below === null) return below;
    return Object.fromEntries(Object.entries(below).map(([name, member]) => [name, change(member)]));
  };
  return change(object);
}

describe('CreatedFields', () => {
  it('A-137 equals the comparison with the empty object', () => {
    fc.assert(
      fc.property(
        thing,
        thing,
        fc.array(fc.array(fc.nat(5), { minLength: 1 }), { minLength: 2 }),
        (empty, one, seeds) => {
          const fields = new CreatedFields({ empty });
          for (const seed of seeds) {
            const create = { after: varied(one, seed), writer, versions };
            expect(ownersAfterCreate(create, fields)).toEqual(
              ownersAfterUpdate({ ...create, before: empty, owners: [] }),
            );
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  const counted = (empty: Readonly<Record<string, unknown>> = {}) => {
    const fields = new CreatedFields({ empty });
    let computed = 0;
    return (object: unknown): number => {
      fields.of(object, () => (computed++, LEAF));
      return computed;
    };
  };

  it('computes once for objects that differ in values only', () => {
    const of = counted();
    for (let i = 0; i < 10; i++)
      expect(of({ metadata: { name: `n${i}`, labels: { a: String(i) } }, list: [1] })).toBe(1);
    expect(of({ metadata: { name: 'n', labels: { b: '' } }, list: [1] })).toBe(2);
    expect(of({ metadata: { name: 'n', labels: { b: '' } }, list: [2] })).toBe(3);
  });

  it('compares values that the empty object has', () => {
    const of = counted({ count: 0 });
    expect(of({ count: 1 })).toBe(1);
    expect(of({ count: 1 })).toBe(1);
    expect(of({ count: 0 })).toBe(2);
  });

  it('does not cache large objects', () => {
    const of = counted();
    const large = { data: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, ''])) };
    const long = { list: ['x'.repeat(100_000)] };
    expect([large, large, long, long].map(of)).toEqual([1, 2, 3, 4]);
  });

  it('finds a shape again after many misses', () => {
    const of = counted();
    for (let i = 0; i < 200; i++) of({ [`k${i}`]: 1 });
    const until = Array.from({ length: 300 }, () => of({ same: 1 }));
    expect(until.at(-1)).toBe(until.at(-100));
  });

  it('A-137 recomputes for an object with fewer fields than the last one', () => {
    const fields = new CreatedFields({ empty: {} });
    const managed = (after: object) => ownersAfterCreate({ after, writer, versions }, fields)[0]?.fieldsV1;
    const all = { 'f:map': { '.': {}, 'f:a': {}, 'f:b': {} } };
    expect(managed({ map: { a: 'x', b: 'x' } })).toEqual(all);
    expect(managed({ map: { a: 'x' } })).toEqual({ 'f:map': { '.': {}, 'f:a': {} } });
    expect(managed({ map: { a: 'y', b: 'y' } })).toEqual(all);
    expect(managed({ map: 'text' })).toEqual({ 'f:map': {} });
  });

  it('returns no fields for an empty object', () => {
    expect(ownersAfterCreate({ after: {}, writer, versions }, new CreatedFields({ empty: {} }))).toEqual([]);
  });
});
