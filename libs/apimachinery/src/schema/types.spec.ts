import { ApiError } from '../status/api-error.js';
import { oneField } from './one-field.fixture.js';
import type { StructuralSchema } from './structural-schema.js';

const listOf = (items: StructuralSchema) => oneField({ type: 'array', items });

describe('zero values of types', () => {
  const zeros: { field: StructuralSchema; zero: unknown }[] = [
    { field: { type: 'string' }, zero: '' },
    { field: { type: 'boolean' }, zero: false },
    { field: { type: 'number' }, zero: 0 },
    { field: { type: 'integer' }, zero: 0 },
    { field: { type: 'array', items: { type: 'string' } }, zero: [] },
    { field: { type: 'object', additionalProperties: { type: 'string' } }, zero: {} },
    { field: { type: 'string', format: 'byte' }, zero: '' },
    { field: { type: 'string', format: 'quantity' }, zero: '0' },
    { field: { type: 'string', format: 'duration' }, zero: '0s' },
    { field: { format: 'int-or-string' }, zero: 0 },
    { field: { type: 'string', format: 'date-time' }, zero: '0001-01-01T00:00:00Z' },
    { field: { type: 'string', format: 'micro-time' }, zero: '0001-01-01T00:00:00.000000Z' },
    { field: { format: 'raw' }, zero: null },
    { field: { type: 'string', nullable: true }, zero: null },
  ];
  for (const { field, zero } of zeros) {
    it(`${JSON.stringify(field)}: ${JSON.stringify(zero)} replaces null and undefined in lists and maps`, () => {
      expect(listOf(field).decode([null, undefined])).toEqual([zero, zero]);
      const map = oneField({ type: 'object', additionalProperties: field });
      expect(map.decode({ a: null, b: undefined })).toEqual({ a: zero, b: zero });
    });
  }
});

describe('what a type accepts', () => {
  const kept: { field: StructuralSchema; value: unknown; want?: unknown }[] = [
    { field: { type: 'integer' }, value: 2 ** 31 },
    { field: { type: 'integer' }, value: Number.MAX_SAFE_INTEGER },
    { field: { type: 'integer' }, value: Number.MIN_SAFE_INTEGER },
    { field: { type: 'integer', format: 'int32' }, value: 2 ** 31 - 1 },
    { field: { type: 'integer', format: 'int32' }, value: -(2 ** 31) },
    { field: { format: 'int-or-string' }, value: '50%' },
    { field: { type: 'string', format: 'duration' }, value: '1h30m' },
    { field: { type: 'string', format: 'date-time' }, value: '2024-01-31T00:00:00Z' },
    {
      field: { type: 'string', format: 'date-time' },
      value: '2024-01-01T01:00:00.5+01:00',
      want: '2024-01-01T00:00:00Z',
    },
    { field: {}, value: { b: [null], a: 1 } },
    { field: { type: 'object', format: 'raw' }, value: { b: [null], a: 1 } },
    { field: { properties: { a: { type: 'integer' } } }, value: { a: 1, b: 2 }, want: { a: 1 } },
  ];
  for (const c of kept) {
    it(`${JSON.stringify(c.field)} decodes ${JSON.stringify(c.value)}`, () =>
      expect(oneField(c.field).decode(c.value)).toEqual(c.want ?? c.value));
  }

  const refused: { field: StructuralSchema; value: unknown; message: string }[] = [
    {
      field: { type: 'number' },
      value: '1',
      message: 'cannot unmarshal string into Go struct field T.v of type float64',
    },
    {
      field: { type: 'number' },
      value: Infinity,
      message: 'cannot unmarshal number Infinity into Go struct field T.v of type float64',
    },
    {
      field: { type: 'integer' },
      value: '1',
      message: 'cannot unmarshal string into Go struct field T.v of type int64',
    },
    {
      field: { type: 'integer' },
      value: 0.5,
      message: 'cannot unmarshal number 0.5 into Go struct field T.v of type int64',
    },
    {
      field: { type: 'integer' },
      value: -(2 ** 53),
      message:
        'cannot unmarshal number -9007199254740992 into Go struct field T.v of type int64 (-9007199254740991 to 9007199254740991)',
    },
    {
      field: { type: 'integer', format: 'int32' },
      value: -(2 ** 31) - 1,
      message: 'cannot unmarshal number -2147483649 into Go struct field T.v of type int32',
    },
    {
      field: { type: 'array', typeName: '[]v1.Capability', items: { type: 'string' } },
      value: 5,
      message: 'cannot unmarshal number into Go struct field T.v of type []v1.Capability',
    },
    {
      field: { type: 'string', format: 'date-time' },
      value: 5,
      message: 'cannot unmarshal number into Go struct field T.v of type string',
    },
    {
      field: { type: 'string', format: 'duration' },
      value: 5,
      message: 'cannot unmarshal number into Go struct field T.v of type string',
    },
    {
      field: { type: 'object', properties: {} },
      value: 5,
      message: 'cannot unmarshal number into Go struct field T.v of type object',
    },
    {
      field: { type: 'array', items: {} },
      value: 5,
      message: 'cannot unmarshal number into Go struct field T.v of type []interface {}',
    },
  ];
  for (const c of refused) {
    it(`${JSON.stringify(c.field)} refuses ${String(c.value)}`, () =>
      expect(() => oneField(c.field).decode(c.value)).toThrow(ApiError.badRequest(`json: ${c.message}`)));
  }
});

describe('nodes', () => {
  it('name their kind and the type of scalars', () => {
    const nodeOf = (field: StructuralSchema) => oneField(field).node;
    expect(nodeOf({}).kind).toBe('any');
    expect(nodeOf({ type: 'string' }).scalarType).toBe('string');
    expect(nodeOf({ type: 'array' }).scalarType).toBeUndefined();
    expect(nodeOf({ type: 'object' }).scalarType).toBeUndefined();
    expect(nodeOf({ type: 'string' }).items).toBeUndefined();
    expect(nodeOf({ type: 'string' }).field('a')).toBeUndefined();
    expect(nodeOf({ type: 'string', emptyIsAbsent: true }).emptyIsAbsent).toBe(true);
    expect(nodeOf({ type: 'string' }).emptyIsAbsent).toBe(false);
  });

  const markers: { field: StructuralSchema; listType: string | undefined; keys: string[] }[] = [
    { field: { type: 'array' }, listType: undefined, keys: [] },
    { field: { type: 'array', listType: 'map' }, listType: 'map', keys: [] },
    { field: { type: 'array', listType: 'atomic', patchMergeKey: 'name' }, listType: 'atomic', keys: [] },
    { field: { type: 'array', patchStrategy: 'replace', patchMergeKey: 'name' }, listType: undefined, keys: [] },
    { field: { type: 'object', patchStrategy: 'merge' }, listType: undefined, keys: [] },
  ];
  for (const { field, listType, keys } of markers) {
    it(`${JSON.stringify(field)} is a list of type ${listType} with keys ${JSON.stringify(keys)}`, () =>
      expect(oneField(field).node).toMatchObject({ listType, listMapKeys: keys }));
  }
});
