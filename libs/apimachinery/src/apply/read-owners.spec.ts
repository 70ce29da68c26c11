import { clearsOwners, readFieldSet, readOwners } from './read-owners.js';

const entry = {
  manager: 'm',
  operation: 'Apply',
  apiVersion: 'v1',
  time: '2024-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:a': {} },
};

describe('managedFields from clients', () => {
  it('C-124 are decoded when valid', () => {
    expect(readOwners([entry])).toEqual([entry]);
    expect(readOwners([{ ...entry, fieldsV1: undefined, subresource: '' }])).toEqual([{ ...entry, fieldsV1: {} }]);
    expect(readOwners([{ ...entry, fieldsV1: { 'f:b': { '.': {} }, 'f:a': {}, 'x:new': {} } }])).toEqual([
      { ...entry, fieldsV1: { 'f:a': {}, 'f:b': {} } },
    ]);
  });

  it('of the same owner: the last one counts', () => {
    const last = { ...entry, apiVersion: 'v2', time: '2025-01-01T00:00:00Z', fieldsV1: { 'f:b': {} } };
    const other = { ...entry, subresource: 'status' };
    expect(readOwners([entry, other, last])).toEqual([last, other]);
    const updates = ['v1', 'v2'].map((apiVersion) => ({ ...entry, operation: 'Update', apiVersion }));
    expect(readOwners(updates)).toEqual(updates);
  });

  it('C-124 may have an empty manager', () => {
    expect(readOwners([{ ...entry, manager: undefined }])).toEqual([{ ...entry, manager: '' }]);
  });

  const wrong: [string, unknown][] = [
    ['no list', {}],
    ['none', []],
    ['no entry', [null]],
    ['an operation that is none', [{ ...entry, operation: 'Foo' }]],
    ['no version', [{ ...entry, apiVersion: '' }]],
    ['another type of fields', [{ ...entry, fieldsType: 'FieldsV2' }]],
    ['no type of fields', [{ ...entry, fieldsType: undefined }]],
    ['a manager of more than 128 characters', [{ ...entry, manager: 'm'.repeat(129) }]],
    ['a manager that cannot be printed', [{ ...entry, manager: 'a\nb' }]],
    ['a sub-resource of more than 256 characters', [{ ...entry, subresource: 's'.repeat(257) }]],
    ['a manager that is not a string', [{ ...entry, manager: 1 }]],
    ['fields that are malformed', [{ ...entry, fieldsV1: { 'f:a': 1 } }]],
    ['broken keys', [{ ...entry, fieldsV1: { 'k:{': {} } }]],
    ['one that makes sense and one that does not', [entry, { ...entry, operation: '' }]],
    ['too many', Array.from({ length: 1_001 }, () => entry)],
  ];
  it('C-124 are decoded with names of the maximum length', () => {
    const [owner] = readOwners([{ ...entry, manager: 'm'.repeat(128), subresource: 's'.repeat(256) }]) ?? [];
    expect([owner?.manager.length, owner?.subresource?.length]).toEqual([128, 256]);
  });

  it.each(wrong)('C-124 are rejected with %s', (_name, sent) => expect(readOwners(sent)).toBeUndefined());

  it('A-169 A-173 are cleared by one empty entry', () => {
    expect(clearsOwners([{}], 'kept')).toBe(true);
    for (const sent of [[], [entry], [{}, {}], {}, undefined, [null], [[]]]) {
      expect(clearsOwners(sent, 'kept')).toBe(false);
    }
  });

  it('are cleared by an empty list where the vocabulary says so', () => {
    for (const sent of [[], [{}]]) expect(clearsOwners(sent, 'cleared')).toBe(true);
    for (const sent of [[entry], [{}, {}], undefined]) expect(clearsOwners(sent, 'cleared')).toBe(false);
  });
});

describe('FieldsV1', () => {
  it('A-238 C-131 is decoded into canonical order', () => {
    const sent = {
      'i:1': {},
      'v:"b"': {},
      'v:"a"': {},
      'k:{"b":1,"a":2}': { '.': {}, 'f:x': {} },
      'f:b': {},
      'f:a': {},
    };
    expect(JSON.stringify(readFieldSet(sent))).toBe(
      '{"f:a":{},"f:b":{},"k:{\\"a\\":2,\\"b\\":1}":{".":{},"f:x":{}},"v:\\"a\\"":{},"v:\\"b\\"":{},"i:1":{}}',
    );
  });

  it('is limited', () => {
    let deep: object = {};
    for (let i = 0; i < 200; i++) deep = { 'f:a': deep };
    expect(readFieldSet(deep)).toBeUndefined();
    const wide = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`f:${i}`, {}]));
    expect(readFieldSet(wide)).toBeUndefined();
    const items = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k:{"n":${i}}`, {}]));
    expect(readFieldSet(items(3_000))).toBeDefined();
    expect(readFieldSet(items(3_001))).toBeUndefined();
    for (const odd of [null, 1, 'x', [], { 'f:a': null }]) expect(readFieldSet(odd)).toBeUndefined();
  });

  it('is limited for all owners in total', () => {
    const fieldsV1 = Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`f:${i}`, {}]));
    const owner = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
    expect(readOwners([owner, { ...owner, manager: 'n' }])).toHaveLength(2);
    expect(readOwners([owner, { ...owner, manager: 'n' }, { ...owner, manager: 'o' }])).toBeUndefined();
  });

  const nested = (text: string, levels: number) => `v:${'['.repeat(levels)}${text}${']'.repeat(levels)}`;
  it.each([
    { name: 'of a thousand levels', element: nested('1', 1_000) },
    { name: 'of more levels than JSON.stringify writes', element: nested('1', 400_000) },
    { name: 'of a megabyte', element: `k:{"name":"${'x'.repeat(1_000_000)}"}` },
    { name: 'of thousands of keys', element: `k:{${Array.from({ length: 8_000 }, (_, i) => `"k${i}":1`).join()}}` },
  ])('is not read with an element $name', ({ element }) => expect(readFieldSet({ [element]: {} })).toBeUndefined());

  it('does not set a prototype', () => {
    const set = readFieldSet(JSON.parse('{"__proto__":{"f:x":{}},"f:__proto__":{}}'))!;
    expect(Object.keys(set)).toEqual(['f:__proto__']);
    expect(Object.getPrototypeOf(set)).toBe(Object.prototype);
  });
});
