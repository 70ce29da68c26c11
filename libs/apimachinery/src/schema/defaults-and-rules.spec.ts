import fc from 'fast-check';
import { compileSchema } from './compile-schema.js';
import type { SchemaDefinitions, StructuralSchema } from './structural-schema.js';

const definitions: SchemaDefinitions = new Map<string, StructuralSchema>([
  [
    'v1.T',
    {
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        spec: { ref: 'v1.Spec' },
        filled: { ref: 'v1.Spec', default: {} },
        last: { type: 'string' },
      },
    },
  ],
  [
    'v1.Spec',
    {
      type: 'object',
      required: ['need'],
      properties: {
        need: { type: 'string' },
        mode: { type: 'string', default: 'A', enum: ['A', 'B'] },
        size: { type: 'integer', minimum: 1, maximum: 3 },
        text: { type: 'string', minLength: 1, maxLength: 2 },
        tags: { type: 'array', listType: 'set', maxItems: 3, minItems: 1, items: { type: 'string' } },
        ports: { ref: 'v1.Ports', listType: 'map', listMapKeys: ['port', 'protocol'] },
        env: { type: 'array', patchStrategy: 'merge', patchMergeKey: 'name', items: { ref: 'v1.Env' } },
        names: { type: 'array', patchStrategy: 'merge', items: { type: 'string' } },
        volumes: { type: 'array', patchStrategy: 'merge,retainKeys', patchMergeKey: 'name', items: { ref: 'v1.Env' } },
        plain: { type: 'array', items: { type: 'string' } },
        byName: { type: 'object', additionalProperties: { ref: 'v1.Spec' }, mapType: 'atomic' },
        whole: { ref: 'v1.Env', mapType: 'atomic' },
        opt: { type: 'integer', nullable: true, default: 1, enum: [1, 2] },
        list: { type: 'array', default: ['x'], items: { type: 'string' } },
      },
    },
  ],
  ['v1.Ports', { type: 'array', items: { ref: 'v1.Port' } }],
  [
    'v1.Port',
    { type: 'object', properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } } },
  ],
  ['v1.Env', { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } } }],
]);
const schema = compileSchema('v1.T', definitions);
const fill = (value: unknown) => JSON.stringify(schema.applyDefaults(value));
const own = '"mode":"A","opt":1,"list":["x"]';

describe('applyDefaults', () => {
  const cases = [
    { name: 'present structs only', value: { filled: null }, want: `{"filled":null}` },
    { name: 'a default struct with the defaults inside it', value: {}, want: `{"filled":{${own}}}` },
    {
      name: 'present structs, in schema order',
      value: { last: 'l', spec: { size: 1, list: [] } },
      want: `{"spec":{"mode":"A","size":1,"opt":1,"list":[]},"filled":{${own}},"last":"l"}`,
    },
    {
      name: 'structs in lists',
      value: { filled: { mode: 'B', ports: [{ port: 1 }, { protocol: 'UDP' }], opt: null, list: [] } },
      want: '{"filled":{"mode":"B","ports":[{"port":1,"protocol":"TCP"},{"protocol":"UDP"}],"opt":null,"list":[]}}',
    },
    {
      name: 'structs in maps',
      value: { filled: { mode: 'B', byName: { k: {} }, opt: 2, list: [] } },
      want: `{"filled":{"mode":"B","byName":{"k":{${own}}},"opt":2,"list":[]}}`,
    },
  ];
  for (const c of cases) it(`fills ${c.name}`, () => expect(fill(c.value)).toBe(c.want));

  it('returns the same object without defaults to fill, and shares unchanged parts', () => {
    const once = schema.applyDefaults({ spec: { ports: [{ port: 1 }] } as Record<string, unknown>, last: 'l' });
    expect(schema.applyDefaults(once)).toBe(once);
    const env = [{ name: 'a' }];
    expect(schema.applyDefaults({ spec: { env } }).spec.env).toBe(env);
  });

  it('copies default values', () => {
    const list = () => (schema.applyDefaults({ spec: {} }).spec as { list?: string[] }).list!;
    expect(list()).toEqual(['x']);
    expect(list()).not.toBe(list());
  });

  it('never changes its argument', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom('spec', 'filled', 'ports', 'byName', 'mode', '__proto__') }),
        (value) => {
          const before = JSON.stringify(value);
          const filled = schema.applyDefaults(value);
          expect(JSON.stringify(value)).toBe(before);
          expect(schema.applyDefaults(filled)).toBe(filled);
        },
      ),
    );
  });
});

describe('validate', () => {
  const spec = (value: Record<string, unknown>) =>
    schema.validate({ spec: { need: 'x', ...value } }).map((e) => `${e.field} ${e.reason} ${e.detail}`);
  const cases: { value: Record<string, unknown>; want: string[] }[] = [
    { value: {}, want: [] },
    { value: { need: undefined }, want: ['spec.need FieldValueRequired Required value'] },
    {
      value: { mode: 'C' },
      want: ['spec.mode FieldValueNotSupported Unsupported value: "C": supported values: "A", "B"'],
    },
    {
      value: { size: 0 },
      want: ['spec.size FieldValueInvalid Invalid value: 0: spec.size in body should be greater than or equal to 1'],
    },
    {
      value: { size: 4 },
      want: ['spec.size FieldValueInvalid Invalid value: 4: spec.size in body should be less than or equal to 3'],
    },
    {
      value: { text: '' },
      want: ['spec.text FieldValueInvalid Invalid value: "": spec.text in body should be at least 1 chars long'],
    },
    { value: { text: 'éé' }, want: [] },
    { value: { text: '\u{1F600}\u{1F600}' }, want: [] },
    {
      value: { text: 'abc' },
      want: ['spec.text FieldValueInvalid Invalid value: "abc": spec.text in body should be at most 2 chars long'],
    },
    {
      value: { tags: [] },
      want: ['spec.tags FieldValueInvalid Invalid value: []: spec.tags in body should have at least 1 items'],
    },
    {
      value: { tags: ['a', 'b', 'c', 'd'] },
      want: ['spec.tags FieldValueTooMany Too many: 4: must have at most 3 items'],
    },
    { value: { tags: ['a', 'b', 'a'] }, want: ['spec.tags[2] FieldValueDuplicate Duplicate value: "a"'] },
    { value: { ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }] }, want: [] },
    {
      value: { ports: [{ port: 1 }, { port: 1, protocol: 'TCP' }] },
      want: ['spec.ports[1] FieldValueDuplicate Duplicate value: {"port":1,"protocol":"TCP"}'],
    },
    { value: { env: [{ name: 'a' }, { name: 'a' }], plain: ['a', 'a'], names: ['a', 'a'] }, want: [] },
    {
      value: { byName: { 'a/b': { need: '', size: 9 } } },
      want: [
        'spec.byName[a/b].size FieldValueInvalid Invalid value: 9: spec.byName[a/b].size in body should be less than or equal to 3',
      ],
    },
    { value: { opt: null }, want: [] },
    { value: { opt: 3 }, want: ['spec.opt FieldValueNotSupported Unsupported value: 3: supported values: "1", "2"'] },
    {
      value: { mode: null },
      want: ['spec.mode FieldValueNotSupported Unsupported value: "null": supported values: "A", "B"'],
    },
  ];
  for (const c of cases)
    it(`finds ${c.want.join(', ') || 'nothing'} in ${JSON.stringify(c.value)}`, () =>
      expect(spec(c.value)).toEqual(c.want));
});

describe('markers', () => {
  const node = (name: string) => schema.root.field('spec')!.field(name)!;

  it('A-164 reads merge by key as a map list, merge without key as a set', () => {
    expect([node('env').listType, node('env').listMapKeys]).toEqual(['map', ['name']]);
    expect([node('volumes').listType, node('volumes').listMapKeys]).toEqual(['map', ['name']]);
    expect([node('names').listType, node('names').listMapKeys]).toEqual(['set', []]);
    expect(node('plain').listType).toBeUndefined();
  });

  it('A-160 keeps the markers of each use of a definition apart', () => {
    expect(node('whole').mapType).toBe('atomic');
    expect(node('env').items!.mapType).toBe('granular');
    expect([node('ports').kind, node('ports').listType, node('ports').listMapKeys]).toEqual([
      'list',
      'map',
      ['port', 'protocol'],
    ]);
  });

  it('descends into structs, maps and lists, also recursive ones', () => {
    expect(node('byName').kind).toBe('map');
    expect(node('byName').field('any')!.field('byName')!.field('k')!.field('size')!.scalarType).toBe('integer');
    expect(node('foo')).toBeUndefined();
    expect(node('size').kind).toBe('scalar');
  });
});

describe('compileSchema', () => {
  it('reports a missing definition', () => {
    expect(() => compileSchema('x', new Map())).toThrow('schema "x" is not defined');
    expect(() => compileSchema('x', new Map([['x', { ref: 'x' }]]))).toThrow('refers only to itself');
  });
});
