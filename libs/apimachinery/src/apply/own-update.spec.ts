import type { KindVersions } from './field-owner.js';
import { LEAF, countFields } from './field-set.js';
import { StoredObject, THING, oneVersion, schemaOf } from './stored-object.fixture.js';
import { ownersAfterUpdate } from './own-update.js';

const SELF = { '.': {} };
const managers = (stored: StoredObject) => stored.owners.map(({ manager, operation }) => `${manager}/${operation}`);

describe('owners after an update', () => {
  it('A-138 A-139 A-140 the writer owns the fields it set', () => {
    const stored = new StoredObject().update('a', { map: { a: '1' } }).update('b', { map: { a: '1', b: '1' } });
    expect(stored.fieldsOf('a', 'Update')).toEqual({ 'f:map': { ...SELF, 'f:a': {} } });
    expect(stored.fieldsOf('b', 'Update')).toEqual({ 'f:map': { 'f:b': {} } });
  });

  it('A-143 other managers lose these fields, also applied ones', () => {
    const stored = new StoredObject().apply('m', { map: { a: '1', b: '1' } }).update('u', { map: { a: '2', b: '1' } });
    expect(stored.fieldsOf('m')).toEqual({ 'f:map': { 'f:b': {} } });
    expect(stored.fieldsOf('u', 'Update')).toEqual({ 'f:map': { 'f:a': {} } });
  });

  it('drops removed fields, and owners without fields', () => {
    const stored = new StoredObject().update('a', { map: { a: '1' } }).update('b', { number: 1 });
    expect(managers(stored)).toEqual(['b/Update']);
    stored.update('c', {});
    expect(stored.owners).toEqual([]);
  });

  it('C-118 merges entries of one manager and version, with the latest time', () => {
    const stored = new StoredObject().update('u', { number: 1 }).update('u', { number: 1, text: 'x' });
    expect(stored.owners).toMatchObject([
      { manager: 'u', time: '2024-01-01T00:00:01Z', fieldsV1: { 'f:number': {}, 'f:text': {} } },
    ]);
    stored.update('u', { number: 1, text: 'x', flag: true }, { subresource: 'status' });
    expect(stored.owners.map((o) => o.subresource)).toEqual([undefined, 'status']);
  });

  it('C-122 returns the same list when nothing changed', () => {
    const stored = new StoredObject().update('a', { number: 1 });
    const { owners } = stored;
    expect(stored.update('b', { number: 1 }).owners).toBe(owners);
  });

  it('sorts owners: appliers first, then by time, then by name', () => {
    const stored = new StoredObject().update('u', { number: 1 }).apply('z', { text: 'a' }).apply('a', { flag: true });
    expect(managers(stored)).toEqual(['z/Apply', 'a/Apply', 'u/Update']);
  });

  it('does not own fields that the sub-resource cannot set', () => {
    const unreachable = { 'f:struct': LEAF };
    const stored = new StoredObject().update('u', { struct: { number: 1 }, number: 1 }, { unreachable });
    expect(stored.fieldsOf('u', 'Update')).toEqual({ 'f:number': {} });
    stored.apply('m', { struct: { number: 2 }, text: 'x' }, { unreachable });
    expect(stored.fieldsOf('m')).toEqual({ 'f:text': {} });
  });

  it('merges the oldest of more than ten updaters', () => {
    const stored = new StoredObject().apply('m', { text: 'x' });
    const map: Record<string, string> = {};
    for (let i = 0; i < 12; i++) {
      map[`k${i}`] = 'x';
      stored.update(`u${i}`, { ...stored.object, map: { ...map } });
    }
    expect(managers(stored)).toEqual([
      'm/Apply',
      'ancient-changes/Update',
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `u${i}/Update`),
    ]);
    expect(stored.fieldsOf('ancient-changes', 'Update')).toEqual({
      'f:map': { ...SELF, 'f:k0': {}, 'f:k1': {}, 'f:k2': {} },
    });
    expect(stored.owners.find((o) => o.manager === 'ancient-changes')?.time).toBe('2024-01-01T00:00:03Z');
  });

  it('merges a thousand updaters from a client into ten, in linear time', () => {
    const count = 1_000;
    const names = (i: number) => Array.from({ length: 20 }, (_, k) => `f:${(i * 7) % count}-${k}`);
    let looks = 0;
    const owners = Array.from({ length: count }, (_, i) => ({
      get manager() {
        looks++;
        return `u${i}`;
      },
      ...{ operation: 'Update' as const, apiVersion: 'v1', fieldsType: 'FieldsV1' as const },
      fieldsV1: { 'f:map': Object.fromEntries(names(i).map((name) => [name, LEAF])) },
    }));
    const writer = { manager: 'me', apiVersion: 'v1', subresource: '', now: '2024-01-01T00:00:00Z', unreachable: LEAF };
    const after = ownersAfterUpdate({
      ...{ before: {}, after: { number: 1 }, owners, writer, versions: oneVersion(THING) },
    });
    expect(after).toHaveLength(10);
    expect(looks).toBeLessThan(10 * count);
    const ancient = after.find(({ manager }) => manager === 'ancient-changes')!;
    expect(countFields(ancient.fieldsV1)).toBe((count - 8) * 20);
  });

  it('the next change drops owners in a version that is not served any more', () => {
    const owners = [
      { manager: 'o', operation: 'Update', apiVersion: 'v0', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': {} } },
    ] as const;
    const writer = { manager: 'u', apiVersion: 'v1', subresource: '', now: '2024-01-01T00:00:00Z', unreachable: LEAF };
    const versions = oneVersion(THING);
    const after = ownersAfterUpdate({ before: {}, after: { number: 1 }, owners, writer, versions });
    expect(after.map((o) => o.manager)).toEqual(['u']);
  });
});

describe('versions', () => {
  /** `text` of v1 is `word` in v2. */
  const v2 = schemaOf({
    number: { type: 'integer' },
    word: { type: 'string' },
    map: { type: 'object', additionalProperties: { type: 'string' } },
  });
  const rename = (object: Record<string, unknown>, from: string, to: string) => {
    const { [from]: value, ...rest } = object;
    return value === undefined ? rest : { ...rest, [to]: value };
  };
  const versions: KindVersions = {
    schema: (apiVersion) => ({ v1: THING.root, v2: v2.root })[apiVersion],
    convert: (object, from, to) => {
      if (from === to) return object;
      const renamed = object as Record<string, unknown>;
      return to === 'v2' ? rename(renamed, 'text', 'word') : rename(renamed, 'word', 'text');
    },
  };

  it('A-235 an owner names fields in the version of its write', () => {
    const stored = new StoredObject(THING, versions).update('u', { text: 'a', number: 1 });
    const after = ownersAfterUpdate({
      before: { word: 'a', number: 1 },
      after: { word: 'b', number: 1 },
      owners: stored.owners,
      writer: { manager: 'w', apiVersion: 'v2', subresource: '', now: '2024-01-02T00:00:00Z', unreachable: LEAF },
      versions,
    });
    expect(after).toMatchObject([
      { manager: 'u', apiVersion: 'v1', fieldsV1: { 'f:number': {} } },
      { manager: 'w', apiVersion: 'v2', fieldsV1: { 'f:word': {} } },
    ]);
  });

  it('an applier that changes its version has one entry, and gives up renamed fields', () => {
    const stored = new StoredObject(v2, versions);
    stored.apply('m', { word: 'a', map: { a: '1' } }, { apiVersion: 'v2' });
    stored.object = { text: 'a', map: { a: '1' } };
    const next = new StoredObject(THING, versions);
    next.object = stored.object;
    next.owners = stored.owners;
    next.apply('m', { map: { a: '1' } });
    expect(next.object).toEqual({ map: { a: '1' } });
    expect(next.owners).toMatchObject([{ manager: 'm', apiVersion: 'v1', fieldsV1: { 'f:map': { 'f:a': {} } } }]);
  });

  it('A-142 detects conflicts across versions', () => {
    const stored = new StoredObject(THING, versions).apply('m1', { text: 'a' });
    const other = new StoredObject(v2, versions);
    other.object = { word: 'a' };
    other.owners = stored.owners;
    expect(() => other.apply('m2', { word: 'b' }, { apiVersion: 'v2' })).toThrow('conflict with "m1" using v1: .text');
  });
});
