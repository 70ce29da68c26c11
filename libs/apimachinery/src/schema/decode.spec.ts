import fc from 'fast-check';
import { ApiError } from '../status/api-error.js';
import { compileSchema } from './compile-schema.js';
import type { SchemaDefinitions, StructuralSchema } from './structural-schema.js';

const definitions: SchemaDefinitions = new Map<string, StructuralSchema>([
  [
    'core.v1.ConfigMap',
    {
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        data: { type: 'object', additionalProperties: { type: 'string' } },
        binaryData: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
        immutable: { type: 'boolean' },
        metadata: { ref: 'meta.v1.ObjectMeta' },
        spec: { ref: 'core.v1.Spec' },
      },
    },
  ],
  [
    'meta.v1.ObjectMeta',
    {
      type: 'object',
      properties: {
        name: { type: 'string' },
        creationTimestamp: { type: 'string', format: 'date-time' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  ],
  [
    'core.v1.Spec',
    {
      type: 'object',
      properties: {
        replicas: { type: 'integer', format: 'int32' },
        big: { type: 'integer', format: 'int64' },
        ratio: { type: 'number' },
        cpu: { type: 'string', format: 'quantity' },
        at: { type: 'string', format: 'micro-time' },
        every: { type: 'string', format: 'duration' },
        port: { format: 'int-or-string' },
        args: { type: 'array', items: { type: 'string' } },
        parts: { type: 'array', items: { ref: 'core.v1.Spec' } },
        byName: { type: 'object', additionalProperties: { ref: 'core.v1.Spec' } },
        opt: { type: 'string', nullable: true },
        raw: { format: 'raw' },
        open: { type: 'object', preserveUnknownFields: true, properties: { x: { type: 'integer' } } },
        embedded: { type: 'object', embeddedResource: true },
        empty: { type: 'object' },
        // A name that every object inherits; written as an entry because of the type checker.
        ...Object.fromEntries([['constructor', { type: 'string' as const }]]),
      },
    },
  ],
]);
const schema = compileSchema('core.v1.ConfigMap', definitions);
const decode = (value: unknown) => {
  const report = { unknownFields: [] as string[], duplicateFields: [] as string[] };
  return { object: schema.decode(value, report), unknown: report.unknownFields };
};
const spec = (value: unknown) => decode({ kind: 'ConfigMap', spec: value }).object['spec'];

describe('decode', () => {
  const wrong = [
    {
      id: 'C-089',
      body: { data: { a: 1 } },
      message: 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    },
    {
      id: 'C-089',
      body: { data: [] },
      message: 'json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string',
    },
    {
      id: 'C-089',
      body: { spec: { args: ['a', true] } },
      message: 'json: cannot unmarshal bool into Go struct field Spec.spec.args of type string',
    },
    {
      id: 'C-089',
      body: { spec: { args: {} } },
      message: 'json: cannot unmarshal object into Go struct field Spec.spec.args of type []string',
    },
    {
      id: 'C-089',
      body: { spec: { parts: ['a'] } },
      message: 'json: cannot unmarshal string into Go struct field Spec.spec.parts of type v1.Spec',
    },
    {
      id: 'C-089',
      body: { spec: { byName: { k: { replicas: '1' } } } },
      message: 'json: cannot unmarshal string into Go struct field Spec.spec.byName.replicas of type int32',
    },
    {
      id: 'C-089',
      body: { spec: { replicas: 1.5 } },
      message: 'json: cannot unmarshal number 1.5 into Go struct field Spec.spec.replicas of type int32',
    },
    { id: 'C-089', body: { spec: { replicas: 2 ** 31 } }, message: 'json: cannot unmarshal number 2147483648 into' },
    { id: 'C-089', body: { spec: { big: 2 ** 53 } }, message: 'json: cannot unmarshal number 9007199254740992 into' },
    { id: 'C-089', body: { spec: { ratio: '1' } }, message: 'of type float64' },
    { id: 'C-089', body: { immutable: 'true' }, message: 'ConfigMap.immutable of type bool' },
    { id: 'C-089', body: { kind: 1 }, message: 'ConfigMap.kind of type string' },
    { id: 'C-089', body: [], message: 'json: cannot unmarshal array into Go value of type v1.ConfigMap' },
    { id: 'C-089', body: null, message: 'json: cannot unmarshal null into Go value of type v1.ConfigMap' },
    { id: 'C-089', body: { spec: { port: true } }, message: 'of type int32' },
    { id: 'C-089', body: { spec: { port: 2 ** 31 } }, message: 'of type int32' },
    { id: 'C-145', body: { binaryData: { b: '***' } }, message: 'illegal base64 data at input byte 0' },
    { id: 'C-145', body: { binaryData: { b: 'YWI' } }, message: 'illegal base64 data at input byte 0' },
    { id: 'C-145', body: { binaryData: { b: 1 } }, message: 'of type []uint8' },
    { id: 'C-089', body: { spec: { cpu: '1x' } }, message: 'quantities must match the regular expression' },
    {
      id: 'C-089',
      body: { spec: { at: 'now' } },
      message: 'parsing time "now" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "now" as "2006"',
    },
    {
      id: 'C-089',
      body: { spec: { at: '2024-01-01T00:00:00Z' } },
      message: 'cannot parse "Z" as ".000000"',
    },
    {
      id: 'C-089',
      body: { metadata: { creationTimestamp: '2024-13-01T00:00:00Z' } },
      message: 'parsing time "2024-13-01T00:00:00Z": month out of range',
    },
    { id: 'C-089', body: { spec: { every: '1 hour' } }, message: 'invalid duration "1 hour"' },
  ];
  for (const c of wrong) {
    it(`${c.id} refuses ${JSON.stringify(c.body)}`, () => {
      expect(() => decode(c.body)).toThrow(ApiError);
      expect(() => decode(c.body)).toThrow(
        expect.objectContaining({ reason: 'BadRequest', message: expect.stringContaining(c.message) }),
      );
    });
  }

  const kept: { name: string; spec: Record<string, unknown>; want: Record<string, unknown> }[] = [
    { name: 'whole numbers however written', spec: { replicas: 1e3, big: -0 }, want: { replicas: 1000, big: 0 } },
    { name: 'canonical quantities', spec: { cpu: '1000m' }, want: { cpu: '1' } },
    { name: 'quantities written as numbers', spec: { cpu: 0.5 }, want: { cpu: '500m' } },
    {
      name: 'times in one form',
      spec: { at: '2024-01-01T01:00:00.000000+01:00' },
      want: { at: '2024-01-01T00:00:00.000000Z' },
    },
    { name: 'a port by number and by name', spec: { port: 80 }, want: { port: 80 } },
    {
      name: 'empty texts, lists and objects',
      spec: { args: [''], empty: {}, constructor: '' },
      want: { args: [''], empty: {}, constructor: '' },
    },
    { name: 'no nulls in structs', spec: { replicas: null, args: null, raw: null, parts: null }, want: {} },
    { name: 'a null where null is a value', spec: { opt: null }, want: { opt: null } },
    {
      name: 'zero values for nulls in lists and maps',
      spec: { args: [null], parts: [null], byName: { a: null } },
      want: { args: [''], parts: [{}], byName: { a: {} } },
    },
    {
      name: 'raw values as they are',
      spec: { raw: { b: null, a: [1, null] } },
      want: { raw: { b: null, a: [1, null] } },
    },
    {
      name: 'unknown fields where they are kept',
      spec: { open: { y: { z: null }, x: 1 } },
      want: { open: { x: 1, y: { z: null } } },
    },
    {
      name: 'embedded objects',
      spec: { embedded: { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, spec: 1 } },
      want: { embedded: { kind: 'A', apiVersion: 'v1', metadata: { name: 'x' } } },
    },
  ];
  for (const c of kept) {
    it(`keeps ${c.name}`, () => expect(JSON.stringify(spec(c.spec))).toBe(JSON.stringify(c.want)));
  }

  it('normalizes negative zero', () => expect(Object.is((spec({ big: -0 }) as { big: number }).big, 0)).toBe(true));

  it('C-264 matches field names case-sensitively', () => {
    expect(decode({ kind: 'ConfigMap', Data: { a: '1' } })).toEqual({
      object: { kind: 'ConfigMap' },
      unknown: ['Data'],
    });
  });

  it('C-262 reports each dropped field by its path', () => {
    const body = {
      foo: 1,
      metadata: { foo: 1 },
      spec: { foo: 1, parts: [{}, { foo: 1 }], byName: { 'a.b': { foo: 1 } }, empty: { foo: 1 }, toString: 1 },
    };
    expect(decode(body).unknown).toEqual([
      'foo',
      'metadata.foo',
      'spec.foo',
      'spec.parts[1].foo',
      'spec.byName.a.b.foo',
      'spec.empty.foo',
      'spec.toString',
    ]);
  });

  it('reports at most 100 dropped fields', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`foo${i}`, 1]));
    expect(decode({ spec: many }).unknown).toHaveLength(100);
  });

  it('bounds the length of messages', () => {
    const long = 'x'.repeat(10_000);
    for (const body of [
      { kind: long, data: 1 },
      { spec: { at: long } },
      { spec: { every: long } },
      { spec: { cpu: long } },
    ]) {
      expect(() => decode(body)).toThrow(/^.{0,300}$/);
    }
  });

  it('puts struct fields in schema order, kind, apiVersion and metadata first, and map keys in byte order', () => {
    const body = {
      spec: { ratio: 1, replicas: 1 },
      data: { b: '', a: '', '\u{1F600}': '', '\uFFFD': '' },
      metadata: { labels: {}, name: 'x' },
      apiVersion: 'v1',
      kind: 'ConfigMap',
    };
    expect(JSON.stringify(decode(body).object)).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","labels":{}},"data":{"a":"","b":"","\uFFFD":"","\u{1F600}":""},"spec":{"replicas":1,"ratio":1}}',
    );
  });

  it.each([2, 31, 32, 33, 200])('puts %i fields of a struct in schema order, whatever their order was', (count) => {
    const names = Array.from({ length: count }, (_, i) => `field${i}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' } as const]));
    const schema = compileSchema('Many', new Map([['Many', { type: 'object', properties }]]));
    const inOrder = Object.fromEntries(names.map((name, i) => [name, i]));
    const report = { unknownFields: [], duplicateFields: [] };
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: count }), (shuffled) => {
        const sent = Object.fromEntries(shuffled.map((name) => [name, inOrder[name]]));
        expect(JSON.stringify(schema.decode(sent, report))).toBe(JSON.stringify(inOrder));
      }),
      { numRuns: 20 },
    );
  });

  it('canonicalizes base64', () => {
    expect(decode({ binaryData: { a: 'YW\r\nI=', b: 'YR==', c: '' } }).object['binaryData']).toEqual({
      a: 'YWI=',
      b: 'YQ==',
      c: '',
    });
  });

  it('never sets a prototype', () => {
    const body: unknown = JSON.parse(
      '{"__proto__":{"x":1},"data":{"__proto__":"v"},"spec":{"__proto__":{"y":1},"open":{"__proto__":{"z":1}},"byName":{"__proto__":{"replicas":1}}}}',
    );
    const { object, unknown } = decode(body);
    expect(unknown).toEqual(['__proto__', 'spec.__proto__']);
    expect(JSON.stringify(object)).toBe(
      '{"data":{"__proto__":"v"},"spec":{"byName":{"__proto__":{"replicas":1}},"open":{"__proto__":{"z":1}}}}',
    );
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      Object.values(value).forEach(check);
    };
    check(object);
  });

  it('rejects too deep nesting', () => {
    const body: Record<string, unknown> = {};
    body['parts'] = [body];
    expect(() => decode({ spec: body })).toThrow('nested too deeply');
  });

  it('does not mutate its argument, and is idempotent', () => {
    const leaf = fc.oneof(
      fc.constant(null),
      fc.string(),
      fc.integer(),
      fc.constantFrom('1Gi', '2024-01-01T00:00:00Z', '5s', true, 0.5),
    );
    const specs = fc.letrec((tie) => ({
      spec: fc
        .dictionary(
          fc.constantFrom(
            'replicas',
            'big',
            'ratio',
            'cpu',
            'at',
            'every',
            'port',
            'args',
            'opt',
            'raw',
            'open',
            'foo',
            '__proto__',
          ),
          fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), fc.dictionary(fc.string(), leaf, { maxKeys: 2 })),
          { maxKeys: 3 },
        )
        .chain((own) =>
          fc.oneof(
            { weight: 2, arbitrary: fc.constant(own) },
            fc.array(tie('spec'), { maxLength: 2 }).map((parts) => ({ ...own, parts })),
          ),
        ),
    })).spec;
    fc.assert(
      fc.property(specs, fc.dictionary(fc.string(), fc.string()), (body, data) => {
        const sent = { data, spec: body };
        const before = JSON.stringify(sent);
        let first;
        try {
          first = decode(sent).object;
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
        expect(JSON.stringify(sent)).toBe(before);
        if (first === undefined) return;
        const again = decode(first);
        expect(again.unknown).toEqual([]);
        expect(JSON.stringify(again.object)).toBe(JSON.stringify(first));
      }),
      { numRuns: 500 },
    );
  });
});
