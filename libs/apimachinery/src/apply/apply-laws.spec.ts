import fc from 'fast-check';
import { compareObjects, presentFields } from './compare-objects.js';
import {
  difference,
  hasNoFields,
  intersection,
  pathsOf,
  recursiveDifference,
  union,
  type FieldSet,
} from './field-set.js';
import { fieldSetOf } from './field-set-of.js';
import { mergeConfiguration } from './merge-configuration.js';
import { readFieldSet } from './read-owners.js';
import { removeFields } from './remove-fields.js';
import { StoredObject, THING } from './stored-object.fixture.js';

const letter = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('x', 'y');
const map = fc.dictionary(letter, text, { maxKeys: 3, noNullPrototype: true });
const keyed = (more: Record<string, fc.Arbitrary<unknown>>) =>
  fc.uniqueArray(fc.record({ name: letter, ...more }, { requiredKeys: ['name'] }), {
    maxLength: 3,
    selector: ({ name }) => name,
  });
const set = fc.uniqueArray(letter, { maxLength: 3 });
const port = fc.record({ containerPort: fc.constantFrom(80, 443), protocol: fc.constantFrom('TCP', 'UDP') });
const fields: Record<string, fc.Arbitrary<unknown>> = {
  number: fc.constantFrom(1, 2),
  text,
  struct: fc.record({ number: fc.constantFrom(1, 2), text, inner: fc.record({ text }) }, { requiredKeys: [] }),
  atomicStruct: fc.record({ text }),
  map,
  atomicMap: map,
  mapOfStructs: fc.dictionary(letter, fc.record({ text }), { maxKeys: 2, noNullPrototype: true }),
  list: fc.array(letter, { maxLength: 2 }),
  set,
  items: keyed({
    value: text,
    tags: set,
    ports: fc.uniqueArray(port, { maxLength: 2, selector: (p) => JSON.stringify(p) }),
  }),
  any: fc.record({ a: text, l: set, m: map }, { requiredKeys: [] }),
};
const config = fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>;

const all = (stored: StoredObject): FieldSet =>
  stored.owners.reduce<FieldSet>((sum, { fieldsV1 }) => union(sum, fieldsV1), {});

describe('laws of apply', () => {
  it('C-122 apply is idempotent', () => {
    fc.assert(
      fc.property(config, config, config, (live, before, said) => {
        const stored = new StoredObject().update('u', live).apply('m', before, { force: true });
        stored.apply('m', said, { force: true });
        const { object, owners } = stored;
        stored.apply('m', said);
        expect(stored.object).toEqual(object);
        expect(stored.owners).toEqual(owners);
      }),
    );
  });

  it('the fields of what is left of an object are those of the whole without what was removed', () => {
    fc.assert(
      fc.property(config, config, fc.boolean(), (object, other, owned) => {
        const gone = owned ? fieldSetOf(other, THING.root) : presentFields(other, THING.root);
        const left = presentFields(removeFields(object, gone, THING.root), THING.root);
        const paths = (set: FieldSet): string[] => [...pathsOf(set)].map((steps) => steps.join('/')).sort();
        expect(paths(recursiveDifference(presentFields(object, THING.root), gone))).toEqual(paths(left));
      }),
    );
  });

  it('applied fields are present and owned', () => {
    fc.assert(
      fc.property(config, config, (live, said) => {
        const stored = new StoredObject().update('u', live).apply('m', said, { force: true });
        const { added, modified } = compareObjects(
          stored.object,
          mergeConfiguration(stored.object, said, THING.root),
          THING.root,
        );
        expect([added, modified]).toEqual([{}, {}]);
        expect(stored.fieldsOf('m') ?? {}).toEqual(fieldSetOf(said, THING.root));
      }),
    );
  });

  it('A-176 an apply never removes fields of other managers', () => {
    fc.assert(
      fc.property(config, config, config, (live, first, second) => {
        const stored = new StoredObject().update('u', live).apply('m', first, { force: true });
        const foreign = stored.fieldsOf('u', 'Update') ?? {};
        const before = stored.object;
        stored.apply('m', second, { force: true });
        const { removed } = compareObjects(before, stored.object, THING.root);
        expect(intersection(removed, foreign)).toEqual({});
      }),
    );
  });

  it('A-145 A-148 other appliers lose only fields that are applied now', () => {
    fc.assert(
      fc.property(config, config, config, (one, two, next) => {
        const stored = new StoredObject().apply('m1', one).apply('m2', two, { force: true });
        const theirs = stored.fieldsOf('m1') ?? {};
        stored.apply('m2', next, { force: true });
        const lost = difference(theirs, stored.fieldsOf('m1') ?? {});
        expect(difference(lost, withParents(fieldSetOf(next, THING.root)))).toEqual({});
      }),
    );
  });

  it('applies of managers without common fields commute', () => {
    fc.assert(
      fc.property(config, config, (one, two) => {
        const [mine, theirs] = [pick(one, ['number', 'map', 'items']), pick(two, ['text', 'struct', 'set', 'list'])];
        const a = new StoredObject().apply('m1', mine).apply('m2', theirs);
        const b = new StoredObject().apply('m2', theirs).apply('m1', mine);
        expect(a.object).toEqual(b.object);
        for (const manager of ['m1', 'm2']) expect(a.fieldsOf(manager)).toEqual(b.fieldsOf(manager));
      }),
    );
  });

  it('giving up everything removes all fields without other owners', () => {
    fc.assert(
      fc.property(config, (said) => {
        const stored = new StoredObject().apply('m', said).apply('m', {});
        expect(stored.owners).toEqual([]);
        expect(fieldSetOf(stored.object, THING.root)).toEqual({});
      }),
    );
  });

  it('A-142 conflicts exactly when another manager would lose a field', () => {
    fc.assert(
      fc.property(config, config, (one, two) => {
        const stored = new StoredObject().apply('m1', one);
        const met = stored.conflicts('m2', two);
        const forced = new StoredObject().apply('m1', one).apply('m2', two, { force: true });
        const lost = difference(fieldSetOf(one, THING.root), forced.fieldsOf('m1') ?? {});
        expect(met.length > 0).toBe(!hasNoFields(lost));
      }),
    );
  });

  it('A-143 after an update every changed field has one owner: the writer', () => {
    fc.assert(
      fc.property(config, config, config, (one, two, after) => {
        const stored = new StoredObject().apply('m1', one).update('u', two);
        const { added, modified } = compareObjects(stored.object, after, THING.root);
        stored.update('w', after);
        const changed = union(added, modified);
        expect(difference(changed, stored.fieldsOf('w', 'Update') ?? {})).toEqual({});
        for (const owner of stored.owners.filter(({ manager }) => manager !== 'w')) {
          expect(difference(owner.fieldsV1, changed)).toEqual(owner.fieldsV1);
        }
      }),
    );
  });

  it('C-131 FieldsV1 decodes to the encoded set', () => {
    fc.assert(
      fc.property(config, config, (one, two) => {
        const stored = new StoredObject().update('u', one).apply('m', two, { force: true });
        const written = JSON.stringify(all(stored));
        expect(JSON.stringify(readFieldSet(JSON.parse(written)))).toBe(written);
      }),
    );
  });
});

/** The set with all parents of its paths. */
function withParents(set: FieldSet): FieldSet {
  return Object.fromEntries(
    Object.entries(set).map(([element, below]) => [element, { '.': {}, ...withParents(below) }]),
  );
}

const pick = (object: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
