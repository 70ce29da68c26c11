import { ApiError, readConfiguration } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { compileCustomSchema, type CustomSchema } from './custom-schema.js';
import { metadataFixture } from './metadata.fixture.js';
import { valueFacts } from './value-facts.fixture.js';

const TYPE = { apiVersion: 's.example.com/v1', kind: 'Thing' };

const compile = (schema: JsonSchema): CustomSchema =>
  compileCustomSchema(schema, {
    kind: { group: 's.example.com', version: 'v1', kind: 'Thing' },
    metadata: metadataFixture,
  });

/** Schema of `spec`. */
const specSchema = (properties: JsonSchema, more: JsonSchema = {}): CustomSchema =>
  compile({ type: 'object', properties: { spec: { type: 'object', properties, ...more } } });

const object = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...TYPE,
  ...body,
  metadata: { name: 'one', ...(body['metadata'] as object) },
});

const report = () => ({ unknownFields: [] as string[], duplicateFields: [] });

const filled = (schema: CustomSchema, body: Readonly<Record<string, unknown>>) =>
  schema.applyDefaults(schema.decode(object(body), report()));

const causes = (errors: ReturnType<CustomSchema['validate']>): string[] =>
  errors.map(({ reason, field, detail }) => `${reason} ${field} ${detail}`);

describe.each(valueFacts)('objects of a schema with $title', ({ schema, objects }) => {
  const compiled = compile(schema);

  it.each(objects.map(([body, fact]) => [JSON.stringify(body), body, fact] as const))('%s', (_title, body, fact) => {
    const dropped = report();
    const decode = () => compiled.applyDefaults(compiled.decode(object(body), dropped));
    if (fact.message !== undefined) {
      expect(decode).toThrow(ApiError);
      expect(decode).toThrow(fact.message.split(': ').at(-1));
      return;
    }
    const value = decode();
    expect(causes(compiled.validate(value)).sort()).toEqual([...(fact.errors ?? [])].sort());
    if (fact.stored === undefined) return;
    const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...stored } = value;
    expect(JSON.stringify(stored)).toBe(JSON.stringify(fact.stored));
    expect(dropped.unknownFields).toEqual(fact.unknown ?? []);
  });
});

describe('an update', () => {
  const texts = { type: 'string', maxLength: 2 };
  const keyed = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: {
      type: 'object',
      required: ['k'],
      properties: { k: { type: 'string' }, v: { type: 'integer', maximum: 5 }, w: { type: 'string' } },
    },
  };
  const schema = specSchema({
    s: texts,
    t: { type: 'string' },
    o: { type: 'object', required: ['r'], properties: { r: { type: 'string' }, q: { type: 'string' } } },
    l: { type: 'array', maxItems: 1, items: { type: 'string', maxLength: 1 } },
    ml: keyed,
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    m: { type: 'object', additionalProperties: { type: 'string', maxLength: 1 } },
    ps: {
      type: 'object',
      required: ['must'],
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { must: { type: 'string' } },
    },
  });

  // Objects stored before their schema had these rules, as kube-apiserver 1.33 answers to updates of them.
  it.each<[string, object, object, string[]]>([
    ['keeps an unchanged value', { s: 'long' }, { s: 'long', t: 'x' }, []],
    ['refuses a changed value', { s: 'long' }, { s: 'longer' }, ['FieldValueTooLong spec.s']],
    ['keeps an unchanged object', { o: {} }, { o: {}, t: 'x' }, []],
    ['refuses a changed object', { o: {} }, { o: { q: 'x' } }, ['FieldValueRequired spec.o.r']],
    ['keeps an unchanged list', { l: ['aa', 'b'] }, { l: ['aa', 'b'], t: 'x' }, []],
    [
      'refuses all items of a changed list',
      { l: ['aa', 'b'] },
      { l: ['aa', 'bb'] },
      ['FieldValueTooLong spec.l[0]', 'FieldValueTooLong spec.l[1]', 'FieldValueTooMany spec.l'],
    ],
    [
      'finds items by their keys',
      {
        ml: [
          { k: 'a', v: 9 },
          { k: 'b', v: 1 },
        ],
      },
      {
        ml: [
          { k: 'b', v: 7 },
          { k: 'a', v: 9, w: 'x' },
        ],
      },
      ['FieldValueInvalid spec.ml[0].v'],
    ],
    [
      'refuses new items',
      { ml: [{ k: 'a', v: 9 }] },
      {
        ml: [
          { k: 'c', v: 8 },
          { k: 'a', v: 9 },
        ],
      },
      ['FieldValueInvalid spec.ml[0].v'],
    ],
    ['keeps duplicates where there were some', { set: ['a', 'a'] }, { set: ['a', 'a', 'b', 'b'] }, []],
    ['refuses the first duplicates', { set: ['a'] }, { set: ['a', 'a'] }, ['FieldValueDuplicate spec.set[1]']],
    ['refuses new keys of a map', { m: { a: 'xx' } }, { m: { a: 'xx', b: 'yy' } }, ['FieldValueTooLong spec.m.b']],
    [
      'cannot compare values without a schema',
      { ps: { x: 1 } },
      { ps: { x: 1 }, t: 'q' },
      ['FieldValueRequired spec.ps.must'],
    ],
  ])('%s', (_title, before, after, errors) => {
    const fields = schema.validateUpdate(object({ spec: after }), object({ spec: before }));
    expect(fields.map(({ reason, field }) => `${reason} ${field}`).sort()).toEqual(errors);
  });

  it('of the status names fields from the object on, and texts from the status on', () => {
    const withStatus = compile({
      type: 'object',
      properties: {
        spec: { type: 'object', required: ['a'] },
        status: {
          type: 'object',
          required: ['p'],
          properties: { n: { type: 'integer' }, m: { type: 'object', additionalProperties: { type: 'string' } } },
        },
      },
    });
    expect(causes(withStatus.validateStatus(object({ spec: {}, status: { n: 'x' } }), object({})))).toEqual([
      'FieldValueTypeInvalid status.n Invalid value: "string": n in body must be of type integer: "string"',
      'FieldValueRequired status.p Required value',
    ]);
    expect(withStatus.validateStatus(object({ status: { n: 'x' } }), object({ status: { n: 'x' } }))).toEqual([]);
    expect(withStatus.validateStatus(object({}), object({}))).toEqual([]);
  });
});

describe('the canonical form', () => {
  it('has the fields of all objects first, then the others in byte order', () => {
    const schema = specSchema({ b: { type: 'string', default: 'x' }, a: { type: 'string' }, Z: { type: 'string' } });
    const value = filled(schema, { spec: { a: '1', Z: '2' } });
    expect(JSON.stringify(value)).toBe(
      '{"apiVersion":"s.example.com/v1","kind":"Thing","metadata":{"name":"one"},"spec":{"Z":"2","a":"1","b":"x"}}',
    );
  });

  it('keeps members named like those of JavaScript objects', () => {
    const schema = specSchema({}, { 'x-kubernetes-preserve-unknown-fields': true });
    const text = '{"spec":{"__proto__":{"a":1},"constructor":2}}';
    const value = schema.decode(object(JSON.parse(text) as object as Record<string, unknown>), report());
    expect(JSON.stringify({ spec: value['spec'] })).toBe(text);
    const map = specSchema({ m: { type: 'object', additionalProperties: { type: 'string', default: 'd' } } });
    const filledMap = map.applyDefaults(JSON.parse('{"spec":{"m":{"__proto__":null}}}'));
    expect(JSON.stringify(filledMap)).toBe('{"spec":{"m":{"__proto__":"d"}}}');
  });

  it('shares what defaults do not change, and never changes the stored default', () => {
    const schema = specSchema({ a: { type: 'object', default: { x: 1 }, properties: { x: { type: 'integer' } } } });
    const whole = { metadata: {}, spec: { a: { x: 2 } } };
    expect(schema.applyDefaults(whole)).toBe(whole);
    const first = schema.applyDefaults({ spec: {} }) as { spec: { a?: { x: number } } };
    first.spec.a!.x = 9;
    expect(schema.applyDefaults({ spec: {} })).toEqual({ spec: { a: { x: 1 } } });
  });

  it('keeps all unknown fields when the definition says so', () => {
    const kind = { group: 's.example.com', version: 'v1', kind: 'Thing' };
    const schema = compileCustomSchema(undefined, { kind, metadata: metadataFixture, preserveUnknownFields: true });
    const unknown = report();
    expect(schema.decode(object({ b: { c: null }, a: 1 }), unknown)).toEqual({ ...object({}), a: 1, b: { c: null } });
    expect(unknown.unknownFields).toEqual([]);
  });

  it('refuses whole numbers that would change, and keeps those that are doubles anyway', () => {
    const schema = specSchema(
      { i: { type: 'integer' }, n: { type: 'number' } },
      { 'x-kubernetes-preserve-unknown-fields': true },
    );
    const decode = (spec: object) => () => schema.decode(object({ spec }), report());
    expect(decode({ i: 2 ** 53 })).toThrow(/cannot unmarshal number 9007199254740992 .* of type int64/);
    expect(decode({ any: [2 ** 60] })).toThrow(/of type int64/);
    for (const fine of [{ i: 2 ** 53 - 1 }, { n: 2 ** 60 }, { any: 1e30 }, { any: 0.1 }])
      expect(decode(fine)).not.toThrow();
  });

  it('of a configuration may have unknown fields where no fields are listed, and below those that preserve them', () => {
    const known = { type: 'object', properties: { a: { type: 'string' } } };
    const schema = specSchema({
      free: { type: 'object' },
      list: { type: 'array', items: { type: 'object' } },
      open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known } },
      known,
    });
    const value = { free: { x: 1 }, list: [{ x: 1 }], open: { known: { x: 1 } }, known: { x: 1 } };
    const [sent, applied] = [report(), report()];
    const decoded = schema.decode(object({ spec: value }), sent);
    expect(schema.decodeConfiguration!(object({ spec: value }), applied)).toEqual(decoded);
    expect(decoded['spec']).toEqual({ free: {}, list: [{}], open: { known: {} }, known: {} });
    expect(sent.unknownFields).toEqual(['spec.free.x', 'spec.known.x', 'spec.list[0].x', 'spec.open.known.x']);
    expect(applied.unknownFields).toEqual(['spec.known.x']);
    const free = { free: { x: 1 }, open: { known: { x: 1 } } };
    expect(readConfiguration(object({ spec: free }), schema, 'a')['spec']).toEqual(free);
  });

  it('reports at most a hundred unknown fields', () => {
    const unknown = report();
    const spec = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 1]));
    specSchema({}).decode(object({ spec }), unknown);
    expect(unknown.unknownFields).toHaveLength(100);
  });
});

describe('the node for patches', () => {
  it('distinguishes lists, maps and values without a schema', () => {
    const { root } = specSchema({
      set: { type: 'array', 'x-orch-list-type': 'set', items: { type: 'string' } },
      map: { type: 'object', additionalProperties: { type: 'integer' } },
      atomic: { type: 'object', 'x-orch-map-type': 'atomic', properties: { a: { type: 'string' } } },
      any: { 'x-orch-preserve-unknown-fields': true },
      mixed: { 'x-orch-int-or-string': true },
      inner: { type: 'object', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true },
    });
    const spec = root.field('spec')!;
    expect(root.field('metadata')).toBe(metadataFixture.root);
    expect(root.field('kind')).toMatchObject({ kind: 'scalar', scalarType: 'string' });
    expect(spec.field('set')).toMatchObject({ kind: 'list', listType: 'set', listMapKeys: [] });
    expect(spec.field('map')).toMatchObject({ kind: 'map', mapType: 'granular' });
    expect(spec.field('map')!.field('x')).toMatchObject({ kind: 'scalar', scalarType: 'integer' });
    expect(spec.field('atomic')).toMatchObject({ kind: 'struct', mapType: 'atomic' });
    expect(spec.field('any')).toMatchObject({ kind: 'any' });
    expect(spec.field('mixed')).toMatchObject({ kind: 'scalar', format: 'int-or-string' });
    expect(spec.field('inner')!.field('metadata')).toBe(metadataFixture.root);
    expect(spec.field('none')).toBeUndefined();
  });
});

describe('hostile schemas and values', () => {
  const list = (items: JsonSchema): CustomSchema => specSchema({ l: { type: 'array', items } });
  const many = (length: number, item: unknown) => object({ spec: { l: Array.from({ length }, () => item) } });

  it('have at most a hundred errors', () => {
    expect(list({ type: 'integer' }).validate(many(1_000, 'x'))).toHaveLength(100);
  });

  it.each<[string, JsonSchema, number, unknown]>([
    [
      'alternatives',
      { type: 'integer', anyOf: Array.from({ length: 5_000 }, (_, i) => ({ enum: [-i - 1] })) },
      5_000,
      1,
    ],
    ['patterns', { type: 'string', pattern: `(${'(a|b|ab)*c?'.repeat(300)})*z` }, 1, 'ab'.repeat(100_000)],
  ])('cost no more than the budget: %s', (_title, items, length, item) => {
    expect(() => list(items).validate(many(length, item))).toThrow(/takes too long to validate/);
  });

  it('may nest as deeply as bodies', () => {
    let schema: JsonSchema = { type: 'string', maxLength: 1 };
    let value: unknown = 'xx';
    for (let i = 0; i < 500; i++) {
      schema = { type: 'object', properties: { a: schema } };
      value = { a: value };
    }
    const deep = specSchema({ a: schema });
    const whole = object({ spec: { a: value } });
    expect(deep.validate(deep.applyDefaults(deep.decode(whole, report())))).toHaveLength(1);
    expect(deep.validateUpdate(whole, structuredClone(whole))).toEqual([]);
  });

  it('cannot grow an object by defaults without limit', () => {
    const large = { type: 'object', properties: { t: { type: 'string', default: 'x'.repeat(10_000) } } };
    expect(() => list(large).applyDefaults(many(1_000, {}))).toThrow(/too large with the defaults/);
  });

  it('are compiled where a value reaches them', () => {
    const schema = { type: 'object', properties: {} };
    const trap = {
      type: 'object',
      get properties(): never {
        throw new Error('compiled');
      },
    };
    const compiled = compile({ type: 'object', properties: { used: schema, unused: trap } });
    expect(compiled.validate(compiled.applyDefaults(compiled.decode(object({ used: {} }), report())))).toEqual([]);
  });
});
