import { compileSchema } from './compile-schema.js';
import { oneField } from './one-field.fixture.js';
import type { StructuralSchema } from './structural-schema.js';

const report = () => ({ unknownFields: [] as string[], duplicateFields: [] as string[] });
const rootOf = (schema: StructuralSchema) => compileSchema('x.v1.T', new Map([['x.v1.T', schema]]));

describe('references', () => {
  it('inherit the markers of the definition', () => {
    const target: StructuralSchema = {
      ...{ type: 'array', items: { type: 'object', properties: {} }, default: [] },
      ...{ nullable: true, listType: 'map', listMapKeys: ['a'], mapType: 'atomic' },
      ...{ patchStrategy: 'merge', patchMergeKey: 'a' },
    };
    const want = { ...target, type: undefined, items: expect.anything() };
    delete want.type;
    expect(oneField({ ref: 'L' }, { L: target }).node).toMatchObject(want);
  });

  it('override the markers of the definition', () => {
    const target: StructuralSchema = { type: 'array', patchStrategy: 'replace', patchMergeKey: 'a', nullable: true };
    const use = { nullable: false, patchStrategy: 'merge', patchMergeKey: 'b', default: [1] };
    expect(oneField({ ref: 'L', ...use }, { L: target }).node).toMatchObject({ ...use, listMapKeys: ['b'] });
  });
});

describe('order of fields', () => {
  const properties: Record<string, StructuralSchema> = {
    size: { type: 'integer' },
    kind: { type: 'string' },
    again: { ref: 'x.v1.T' },
  };

  it('puts kind first in the root, but not in structs or references to the root definition', () => {
    const schema = rootOf({ type: 'object', properties: { ...properties, inner: { type: 'object', properties } } });
    const sent = { inner: { kind: 'B', size: 2 }, again: { kind: 'C', size: 3 }, size: 1, kind: 'A' };
    expect(JSON.stringify(schema.decode(sent, report()))).toBe(
      '{"kind":"A","size":1,"again":{"size":3,"kind":"C"},"inner":{"size":2,"kind":"B"}}',
    );
  });

  it('puts preserved unknown fields last, in byte order', () => {
    const field = oneField({ type: 'object', preserveUnknownFields: true, properties: { x: { type: 'integer' } } });
    expect(JSON.stringify(field.decode({ z: 1, b: 2, x: 3 }))).toBe('{"x":3,"b":2,"z":1}');
  });
});

describe('fields of the root', () => {
  const schema = rootOf({ type: 'object', properties: { kind: { type: 'string' }, v: { type: 'string' } } });

  it('skips undefined members', () => expect(schema.decode({ kind: undefined, v: 'x' }, report())).toEqual({ v: 'x' }));

  it('rejects a root that is not an object, also without a type in the schema', () => {
    expect(() => rootOf({}).decode('x', report())).toThrow(
      'cannot unmarshal string into Go value of type interface {}',
    );
    expect(() => rootOf({}).decode(undefined, report())).toThrow(
      'cannot unmarshal null into Go value of type interface {}',
    );
  });

  it('ignores a declared field named __proto__', () => {
    const properties = JSON.parse('{"__proto__":{"type":"object","preserveUnknownFields":true}}') as Record<
      string,
      StructuralSchema
    >;
    const dropped = report();
    const object = rootOf({ type: 'object', properties }).decode(JSON.parse('{"__proto__":{"x":1}}'), dropped);
    expect(dropped.unknownFields).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });
});

describe('embedded objects', () => {
  const field = oneField({
    type: 'object',
    embeddedResource: true,
    preserveUnknownFields: true,
    required: ['spec', 'kind'],
  });

  it('require kind and apiVersion, and each required field once', () => {
    expect(field.errors({})).toEqual(['v.apiVersion Required value', 'v.kind Required value', 'v.spec Required value']);
    expect(oneField({ type: 'object', embeddedResource: true }).errors({})).toEqual([
      'v.apiVersion Required value',
      'v.kind Required value',
    ]);
  });

  it('refuse kind, apiVersion and metadata of a wrong type', () => {
    expect(() => field.decode({ kind: 1 })).toThrow('T.v.kind of type string');
    expect(() => field.decode({ apiVersion: 1 })).toThrow('T.v.apiVersion of type string');
    expect(() => field.decode({ metadata: 'x' })).toThrow('T.v.metadata of type object');
  });

  it('preserve the metadata, and apply the schemas of members', () => {
    const typed = oneField({ embeddedResource: true, properties: { metadata: { type: 'object', properties: {} } } });
    const sent = { metadata: { name: 'a', more: { b: null } }, apiVersion: 'v1', kind: 'A' };
    expect(JSON.stringify(field.decode(sent))).toBe(
      '{"kind":"A","apiVersion":"v1","metadata":{"more":{"b":null},"name":"a"}}',
    );
    expect(typed.decode(sent)).toEqual({ kind: 'A', apiVersion: 'v1', metadata: {} });
  });
});

describe('empty objects', () => {
  const inner: StructuralSchema = { type: 'object', properties: { text: { type: 'string', absentIsEmpty: true } } };
  const schema = rootOf({
    type: 'object',
    required: ['flag', 'optional'],
    properties: {
      flag: { type: 'boolean', absentIsEmpty: true },
      count: { type: 'integer', absentIsEmpty: true },
      list: { type: 'array', items: { type: 'string' }, absentIsNull: true },
      pointer: { ...inner, absentIsNull: true },
      part: { ...inner, absentIsEmpty: true },
      optional: { type: 'string' },
    },
  });

  it('have the zero value of every field that is always present, and no other', () => {
    expect(schema.empty).toStrictEqual({ flag: false, count: 0, list: null, pointer: null, part: { text: '' } });
  });

  it('are created once', () => expect(schema.empty).toBe(schema.empty));
});
