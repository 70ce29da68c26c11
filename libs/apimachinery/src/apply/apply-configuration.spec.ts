import { StoredObject, THING, schemaOf } from './stored-object.fixture.js';
import { pathSet, union } from './field-set.js';

const F = (...names: string[]) => pathSet(...names.map((n) => `f:${n}`));
const both = { '.': {} };
const named = (name: string) => `k:{"name":"${name}"}`;

describe('apply', () => {
  it('A-137 owns the applied fields', () => {
    const stored = new StoredObject().apply('m', { map: { a: '1' }, number: 1 });
    expect(stored.object).toEqual({ map: { a: '1' }, number: 1 });
    expect(stored.owners).toEqual([
      {
        manager: 'm',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2024-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:map': { 'f:a': {} }, 'f:number': {} },
      },
    ]);
  });

  it('A-141 A-146 shares ownership of an equal value', () => {
    const stored = new StoredObject().apply('m1', { map: { a: '1' } }).apply('m2', { map: { a: '1' } });
    expect(stored.fieldsOf('m1')).toEqual(F('map', 'a'));
    expect(stored.fieldsOf('m2')).toEqual(F('map', 'a'));
  });

  it('A-142 conflicts over another value, and then changes nothing', () => {
    const stored = new StoredObject().apply('m1', { map: { a: '1' } });
    const { object, owners } = stored;
    expect(stored.conflicts('m2', { map: { a: '2' } })).toEqual(['m1 .map.a']);
    expect(stored).toMatchObject({ object, owners });
  });

  it('names the first conflicts below a long key, and counts them all', () => {
    const fields = (value: number) =>
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, value]));
    const long = 'k'.repeat(70_000);
    const stored = new StoredObject().apply('m1', { any: { [long]: fields(1) } }).apply('m2', { text: 'a' });
    const conflicting = (): unknown => stored.apply('m3', { text: 'b', any: { [long]: fields(2) } });
    expect(conflicting).toThrow(/^Apply failed with 501 conflicts: conflicts with "m1" using v1:\n- \.any\.k+\.\.\.$/);
    expect(stored.conflicts('m3', { any: { [long]: fields(2) } })).toHaveLength(1);
  });

  it('A-144 A-177 force takes over sole ownership', () => {
    const stored = new StoredObject()
      .apply('m1', { map: { a: '1', b: '1' } })
      .apply('m2', { map: { a: '2' } }, { force: true });
    expect(stored.object).toEqual({ map: { a: '2', b: '1' } });
    expect(stored.fieldsOf('m1')).toEqual(F('map', 'b'));
    expect(stored.fieldsOf('m2')).toEqual(F('map', 'a'));
  });

  it('A-145 A-148 keeps a given-up field that other managers own', () => {
    const stored = new StoredObject()
      .apply('m1', { map: { a: '1', b: '1' } })
      .apply('m2', { map: { a: '1', b: '1' } })
      .apply('m2', { map: { b: '1' } });
    expect(stored.object).toEqual({ map: { a: '1', b: '1' } });
    expect(stored.fieldsOf('m2')).toEqual(F('map', 'b'));
  });

  it('A-147 A-175 removes a given-up field without other owners', () => {
    const stored = new StoredObject()
      .apply('m', { map: { a: '1', b: '2' }, number: 1 })
      .apply('m', { map: { a: '1' } });
    expect(stored.object).toEqual({ map: { a: '1' } });
    expect(stored.fieldsOf('m')).toEqual(F('map', 'a'));
  });

  it('A-176 keeps fields of other managers', () => {
    const stored = new StoredObject()
      .update('c', { map: { c: '1' } })
      .apply('m', { map: { a: '1' } })
      .apply('m', { map: { b: '1' } });
    expect(stored.object).toEqual({ map: { b: '1', c: '1' } });
  });

  it('A-176 keeps fields without owner next to fields of another manager', () => {
    const stored = new StoredObject()
      .update('u', { map: { z: '1' } })
      .apply('m', { map: { a: '1' } })
      .apply('m2', { map: { b: '1' } });
    stored.owners = stored.owners.filter(({ manager }) => manager !== 'u');
    expect(stored.apply('m', {}).object).toEqual({ map: { b: '1', z: '1' } });
  });

  it('A-149 A-151 A-153 keeps items of a set by owner', () => {
    const stored = new StoredObject().apply('m1', { set: ['a', 'b'] }).apply('m2', { set: ['b', 'c'] });
    expect(stored.object).toEqual({ set: ['a', 'b', 'c'] });
    expect(stored.fieldsOf('m2')).toEqual({ 'f:set': { 'v:"b"': {}, 'v:"c"': {} } });
    stored.apply('m1', { set: [] });
    expect(stored.object).toEqual({ set: ['b', 'c'] });
    expect(stored.fieldsOf('m1')).toBeUndefined();
  });

  it('A-150 A-154 keeps items of a keyed list by owner', () => {
    const stored = new StoredObject()
      .apply('m1', { items: [{ name: 'a', value: '1' }, { name: 'b' }] })
      .apply('m2', { items: [{ name: 'c' }] });
    expect(stored.object['items']).toEqual([{ name: 'a', value: '1' }, { name: 'b' }, { name: 'c' }]);
    expect(stored.fieldsOf('m1')).toEqual({
      'f:items': {
        [named('a')]: { ...both, 'f:name': {}, 'f:value': {} },
        [named('b')]: { ...both, 'f:name': {} },
      },
    });
    stored.apply('m1', { items: [{ name: 'b' }] });
    expect(stored.object['items']).toEqual([{ name: 'b' }, { name: 'c' }]);
  });

  it('A-164 reads a merge key as that of a keyed list', () => {
    const stored = new StoredObject().apply('m1', { merged: [{ name: 'a' }] }).apply('m2', { merged: [{ name: 'b' }] });
    expect(stored.object['merged']).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('A-156 identifies items by several keys, an absent one counts as its default', () => {
    const port = (...ports: object[]) => ({ items: [{ name: 'a', ports }] });
    const stored = new StoredObject()
      .apply('m1', port({ containerPort: 80 }))
      .apply('m2', port({ containerPort: 80, protocol: 'UDP' }));
    expect(stored.object).toEqual(port({ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }));
    stored.apply('m3', port({ containerPort: 80, protocol: 'TCP', name: 'web' }));
    expect(stored.object).toEqual(
      port({ containerPort: 80, protocol: 'TCP', name: 'web' }, { containerPort: 80, protocol: 'UDP' }),
    );
    expect(stored.fieldsOf('m1')).toEqual({
      'f:items': {
        [named('a')]: {
          ...both,
          'f:name': {},
          'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { ...both, 'f:containerPort': {} } },
        },
      },
    });
  });

  const atomic = [
    { id: 'A-152', field: 'list', one: ['a'], other: ['a', 'b'] },
    { id: 'A-152', field: 'atomicList', one: [{ name: 'a' }], other: [{ name: 'b' }] },
    { id: 'A-158', field: 'atomicMap', one: { a: '1' }, other: { b: '2' } },
    { id: 'A-160', field: 'atomicStruct', one: { number: 1 }, other: { text: 'b' } },
  ];
  it.each(atomic)('$id owns $field atomically', ({ field, one, other }) => {
    const stored = new StoredObject().apply('m1', { [field]: one });
    expect(stored.fieldsOf('m1')).toEqual(F(field));
    expect(stored.conflicts('m2', { [field]: other })).toEqual([`m1 .${field}`]);
    stored.apply('m2', { [field]: other }, { force: true });
    expect(stored.object).toEqual({ [field]: other });
    expect(stored.owners).toHaveLength(1);
  });

  it('A-165 has no paths inside of atomic values', () => {
    const stored = new StoredObject().apply('m', { atomicList: [{ name: 'a' }], atomicMap: { a: '1' } });
    expect(stored.fieldsOf('m')).toEqual({ 'f:atomicList': {}, 'f:atomicMap': {} });
  });

  it('A-157 A-159 owns keys of maps and fields of structs separately', () => {
    const stored = new StoredObject()
      .apply('m1', { map: { a: '1' }, struct: { number: 1 } })
      .apply('m2', { map: { b: '1' }, struct: { text: 'x' } });
    expect(stored.object).toEqual({ map: { a: '1', b: '1' }, struct: { number: 1, text: 'x' } });
  });

  it('A-166 without schema: keys are fields, lists are atomic', () => {
    const stored = new StoredObject().apply('m1', { any: { l: [1], a: 1 } });
    expect(stored.conflicts('m2', { any: { l: [1, 2] } })).toEqual(['m1 .any.l']);
    stored.apply('m2', { any: { b: { c: 1 } } });
    expect(stored.object).toEqual({ any: { l: [1], a: 1, b: { c: 1 } } });
    expect(stored.fieldsOf('m2')).toEqual({ 'f:any': { 'f:b': { ...both, 'f:c': {} } } });
  });

  it('A-178 C-122 a repeated apply changes nothing', () => {
    const stored = new StoredObject().apply('m', { map: { a: '1' }, items: [{ name: 'a' }], set: ['x'] });
    const { object, owners } = stored;
    stored.apply('m', { map: { a: '1' }, items: [{ name: 'a' }], set: ['x'] });
    expect(stored.object).toEqual(object);
    expect(stored.owners).toEqual(owners);
  });

  it('C-121 assigns fields without owner to before-first-apply', () => {
    const stored = new StoredObject();
    stored.object = { map: { a: '1' } };
    expect(stored.conflicts('m', { map: { a: '2' } })).toEqual(['before-first-apply .map.a']);
    stored.apply('m', { map: { a: '1' } });
    expect(stored.fieldsOf('before-first-apply', 'Update')).toEqual({ 'f:map': { ...both, 'f:a': {} } });
  });

  it('C-123 keeps the Update entry of the same manager next to its Apply entry', () => {
    const stored = new StoredObject().update('k', { map: { a: '1', b: '1' } }).apply('k', { map: { a: '1' } });
    expect(stored.fieldsOf('k', 'Update')).toEqual({ 'f:map': { ...both, 'f:a': {}, 'f:b': {} } });
    expect(stored.fieldsOf('k')).toEqual(F('map', 'a'));
    stored.apply('k', { map: {} });
    expect(stored.object).toEqual({ map: { a: '1', b: '1' } });
  });

  it('C-113 reports the owners of conflicting fields', () => {
    const stored = new StoredObject().apply('m1', { map: { a: '1' } });
    expect(() => stored.apply('m2', { map: { a: '2' } })).toThrow(
      'Apply failed with 1 conflict: conflict with "m1" using v1: .map.a',
    );
    stored.update('u', { map: { a: '3' }, set: ['x'], number: 1 }, { subresource: 'status' });
    expect(() => stored.apply('m2', { map: { a: '2' }, number: 2 })).toThrow(
      'Apply failed with 2 conflicts: conflicts with "u" with subresource "status" using v1:\n- .number\n- .map.a',
    );
  });

  it('names the version of updates only, if asked to, and lists conflicts by manager', () => {
    const stored = new StoredObject().apply('m2', { flag: true }).update('m1', { flag: true, number: 1 });
    const names = { conflictsNameVersionOf: 'updates' } as const;
    expect(() => stored.apply('m3', { flag: false }, names)).toThrow('conflict with "m2": .flag');
    expect(() => stored.apply('m3', { number: 2, flag: false }, names)).toThrow(
      'Apply failed with 2 conflicts: conflicts with "m1" using v1:\n- .number\nconflicts with "m2":\n- .flag',
    );
  });

  it('an apply that changes nothing has no time until it changes something', () => {
    const times = (stored: StoredObject) => stored.owners.map(({ manager, time }) => `${manager} ${time ?? 'none'}`);
    const stored = new StoredObject().update('u', { number: 1 });
    const [u] = times(stored);
    stored.apply('m', { number: 1 });
    expect(times(stored)).toEqual(['m none', u]);
    stored.apply('m', { number: 1, text: 'a' });
    const [m] = times(stored);
    expect(m).not.toBe('m none');
    expect(times(stored.update('u', { number: 1, text: 'a' }).apply('m', { number: 1, text: 'a' }))).toContain(m);
  });

  it('C-117 rejects fields that are not in the schema', () => {
    expect(() => new StoredObject().apply('m', { foo: 1 })).toThrow('.foo: field not declared in schema');
  });

  it('rejects duplicate items', () => {
    const stored = new StoredObject();
    expect(() => stored.apply('m', { set: ['a', 'a'] })).toThrow('.set: duplicate entries for key [="a"]');
    expect(() => stored.apply('m', { items: [{ name: 'a' }, { name: 'a' }] })).toThrow(
      '.items: duplicate entries for key [name="a"]',
    );
    expect(() => stored.apply('m', { items: [{ value: 'a' }, { name: null }] })).toThrow(
      '.items: duplicate entries for key [name=""]',
    );
  });

  it('takes the zero value for a key that is absent, and leaves the rest to validation', () => {
    const stored = new StoredObject()
      .apply('m', { items: [{ name: 'a' }] })
      .apply('other', { items: [{ value: 'b' }] });
    expect(stored.object['items']).toEqual([{ name: 'a' }, { value: 'b' }]);
  });

  it('owns raw JSON as a whole', () => {
    const stored = new StoredObject().apply('m', { raw: { a: { b: 1 } } });
    expect(stored.owners[0]!.fieldsV1).toEqual({ 'f:raw': {} });
    expect(stored.conflicts('other', { raw: { c: 1 } })).toEqual(['m .raw']);
  });

  it('reports why an item has no path element', () => {
    const refusal = (config: Record<string, unknown>) => () => new StoredObject().apply('m', config);
    const prefix = 'failed to create typed patch object (test): ';
    expect(refusal({ items: [{ name: 'a' }, null] })).toThrow(
      `${prefix}.items: element 1: associative list with keys may not have a null element`,
    );
    expect(refusal({ set: ['a', null] })).toThrow(
      `${prefix}.set: element 1: associative list without keys has an element that's an explicit null`,
    );
    const objects = schemaOf({ set: { type: 'array', listType: 'set', items: { format: 'raw' } } });
    expect(() => new StoredObject(objects).apply('m', { set: [{}] })).toThrow('has an element that is not a scalar');
    const anything = { type: 'array', listType: 'map', listMapKeys: ['name'], items: { format: 'raw' } } as const;
    expect(() => new StoredObject(schemaOf({ l: anything })).apply('m', { l: ['a'] })).toThrow(
      'associative list with keys may not have non-map elements',
    );
    expect(refusal({ foo: 1, set: ['a', 'a'] })).toThrow(
      `${prefix}errors:\n  .foo: field not declared in schema\n  .set: duplicate entries for key [="a"]`,
    );
  });

  it('A-156 a key that is stored as absence counts as absent', () => {
    const items = { type: 'object', properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP', emptyIsAbsent: true } } } as const; // prettier-ignore
    const list = { type: 'array', listType: 'map', listMapKeys: ['port', 'protocol'], items } as const;
    const stored = new StoredObject(schemaOf({ list }));
    stored.apply('m', { list: [{ port: 1, protocol: '' }] });
    expect(stored.apply('m', { list: [{ port: 1, protocol: 'TCP' }] }).object['list']).toHaveLength(1);
  });

  it('A-167 owners of a part of a now atomic value own it as a whole', () => {
    const before = schemaOf({ l: { type: 'array', listType: 'set', items: { type: 'string' } } });
    const after = schemaOf({ l: { type: 'array', listType: 'atomic', items: { type: 'string' } } });
    const stored = new StoredObject(before).apply('m1', { l: ['a'] }).changeSchema(after);
    expect(stored.conflicts('m2', { l: ['a', 'b'] })).toEqual(['m1 .l']);
    stored.apply('m1', { l: ['a'] });
    expect(stored.fieldsOf('m1')).toEqual(F('l'));
  });

  it('A-168 a now granular value has no owned fields inside', () => {
    const before = schemaOf({ l: { type: 'array', listType: 'atomic', items: { type: 'string' } } });
    const after = schemaOf({ l: { type: 'array', listType: 'set', items: { type: 'string' } } });
    const stored = new StoredObject(before).apply('m1', { l: ['a'] }).changeSchema(after);
    expect(stored.conflicts('m2', { l: ['b'] })).toEqual([]);
    expect(stored.object).toEqual({ l: ['a', 'b'] });
    expect(stored.fieldsOf('m1')).toEqual(F('l'));
  });

  it('another notation of the same number is not a change', () => {
    const stored = new StoredObject().apply('m1', { quantity: '1000m' });
    expect(stored.object).toEqual({ quantity: '1' });
    expect(stored.conflicts('m2', { quantity: '1' })).toEqual([]);
  });

  it('C-120 does not own system metadata', () => {
    const stored = new StoredObject().apply('m', { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x' } });
    expect(stored.owners).toEqual([]);
    stored.apply('m', { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x', labels: { a: 'b' } } });
    expect(stored.fieldsOf('m')).toEqual(F('metadata', 'labels', 'a'));
  });

  it('C-113 lists the conflicts of several owners', () => {
    const stored = new StoredObject().apply('m1', { number: 1, text: 'a' }).apply('m2', { flag: true });
    expect(() => stored.apply('m3', { number: 2, text: 'b', flag: false })).toThrow(
      expect.objectContaining({
        reason: 'Conflict',
        message:
          'Apply failed with 3 conflicts: conflicts with "m1" using v1:\n- .number\n- .text\nconflicts with "m2" using v1:\n- .flag',
        details: {
          causes: [
            { reason: 'FieldManagerConflict', message: 'conflict with "m1" using v1', field: '.number' },
            { reason: 'FieldManagerConflict', message: 'conflict with "m1" using v1', field: '.text' },
            { reason: 'FieldManagerConflict', message: 'conflict with "m2" using v1', field: '.flag' },
          ],
        },
      }),
    );
  });

  it('overwrites allowed fields of other managers without force, and conflicts over the rest', () => {
    const stored = () => new StoredObject().apply('m1', { number: 1 }).apply('m2', { text: 'a' });
    const changed = { number: 2, text: 'b' };
    const allowing = (...names: string[]) => names.map((name) => F(name)).reduce(union);
    expect(stored().apply('m3', changed, { allowed: allowing('number', 'text') }).object).toEqual(changed);
    expect(() => stored().apply('m3', changed, { allowed: allowing('number') })).toThrow(
      'Apply failed with 1 conflict: conflict with "m2" using v1: .text',
    );
    expect(() => stored().apply('m3', changed, { allowed: allowing('flag') })).toThrow('failed with 2 conflicts');
  });

  it('conflicts when a null removes a field of another manager, also while the applier gives up a field', () => {
    const stored = new StoredObject().apply('m1', { text: 'a' }).apply('m2', { number: 1 });
    expect(stored.conflicts('m2', { text: null })).toEqual(['m1 .text']);
    expect(stored.conflicts('m3', { text: null })).toEqual(['m1 .text']);
  });

  it('C-118 keeps one Apply entry per manager, in its last version', () => {
    const versions = { schema: () => THING.root, convert: (object: unknown) => object };
    const stored = new StoredObject(THING, versions).apply('m', { text: 'a', number: 1 });
    stored.apply('m', { text: 'a', number: 1 }, { apiVersion: 'v2' });
    expect(stored.owners.map(({ apiVersion }) => apiVersion)).toEqual(['v2']);
    stored.apply('m', { text: 'a' }, { apiVersion: 'v1' });
    expect(stored.object).toEqual({ text: 'a' });
  });
});
