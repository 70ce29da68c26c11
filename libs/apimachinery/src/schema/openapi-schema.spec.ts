import { reachableDefinitions, toOpenApiV3 } from './openapi-schema.js';
import type { SchemaDefinitions, StructuralSchema } from './structural-schema.js';

const naming = { extensionPrefix: 'x-orch-', definitionName: (name: string) => `io.orch.api.${name}` };
const of = (schema: StructuralSchema) => toOpenApiV3(new Map([['v1.T', schema]]), naming)['io.orch.api.v1.T'];

describe('toOpenApiV3', () => {
  const cases: { id: string; schema: StructuralSchema; want: unknown }[] = [
    {
      id: 'A-161',
      schema: { type: 'array', items: { type: 'string' }, listType: 'set' },
      want: { type: 'array', items: { type: 'string' }, 'x-orch-list-type': 'set' },
    },
    {
      id: 'A-162',
      schema: {
        type: 'array',
        items: { ref: 'v1.P' },
        listType: 'map',
        listMapKeys: ['a', 'b'],
        patchStrategy: 'merge',
        patchMergeKey: 'a',
      },
      want: {
        type: 'array',
        items: { $ref: '#/components/schemas/io.orch.api.v1.P' },
        'x-orch-list-type': 'map',
        'x-orch-list-map-keys': ['a', 'b'],
        'x-orch-patch-strategy': 'merge',
        'x-orch-patch-merge-key': 'a',
      },
    },
    {
      id: 'A-163',
      schema: { type: 'object', mapType: 'atomic' },
      want: { type: 'object', 'x-orch-map-type': 'atomic' },
    },
    {
      id: 'C-298',
      schema: { ref: 'v1.P', default: {} },
      want: { default: {}, allOf: [{ $ref: '#/components/schemas/io.orch.api.v1.P' }] },
    },
    {
      id: 'C-298',
      schema: { ref: 'v1.P', mapType: 'atomic' },
      want: { 'x-orch-map-type': 'atomic', allOf: [{ $ref: '#/components/schemas/io.orch.api.v1.P' }] },
    },
    {
      id: 'C-298',
      schema: { format: 'int-or-string' },
      want: { format: 'int-or-string', 'x-orch-int-or-string': true, oneOf: [{ type: 'integer' }, { type: 'string' }] },
    },
    { id: 'C-298', schema: { type: 'string', format: 'quantity' }, want: { type: 'string' } },
    { id: 'C-298', schema: { type: 'string', format: 'micro-time' }, want: { type: 'string', format: 'date-time' } },
    { id: 'C-298', schema: { type: 'string', format: 'byte' }, want: { type: 'string', format: 'byte' } },
    {
      id: 'C-298',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 2 },
      want: { type: 'integer', format: 'int32', minimum: 1, maximum: 2 },
    },
    { id: 'C-298', schema: { type: 'integer', format: 'int64' }, want: { type: 'integer', format: 'int64' } },
    { id: 'C-298', schema: { type: 'number', format: 'double' }, want: { type: 'number', format: 'double' } },
    { id: 'C-298', schema: { type: 'string', format: 'date-time' }, want: { type: 'string', format: 'date-time' } },
    { id: 'C-298', schema: { format: 'quantity' }, want: { type: 'string' } },
    { id: 'C-298', schema: { format: 'duration' }, want: { type: 'string' } },
    { id: 'C-298', schema: {}, want: {} },
    { id: 'C-298', schema: { format: 'raw' }, want: {} },
    { id: 'C-298', schema: { type: 'object', required: [] }, want: { type: 'object' } },
    { id: 'C-298', schema: { type: 'object', format: 'raw' }, want: { type: 'object' } },
    {
      id: 'C-298',
      schema: { type: 'object', preserveUnknownFields: true, embeddedResource: true },
      want: { type: 'object', 'x-orch-preserve-unknown-fields': true, 'x-orch-embedded-resource': true },
    },
    {
      id: 'C-298',
      schema: {
        type: 'object',
        description: 'T.',
        properties: {
          a: { type: 'string', enum: ['x'], nullable: true },
          m: { type: 'object', additionalProperties: { type: 'number' } },
        },
        required: ['a'],
      },
      want: {
        type: 'object',
        description: 'T.',
        required: ['a'],
        properties: {
          a: { type: 'string', enum: ['x'], nullable: true },
          m: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
    },
  ];
  for (const c of cases)
    it(`${c.id} documents ${JSON.stringify(c.schema)}`, () => expect(of(c.schema)).toStrictEqual(c.want));

  it('returns the reachable definitions', () => {
    const definitions: SchemaDefinitions = new Map<string, StructuralSchema>([
      ['z', { type: 'object' }],
      ['a', { properties: { l: { type: 'array', items: { ref: 'b' } } } }],
      ['b', { properties: { m: { additionalProperties: { ref: 'a' } }, c: { ref: 'c' } } }],
      ['c', { type: 'string' }],
    ]);
    expect([...reachableDefinitions('a', definitions).keys()]).toEqual(['a', 'b', 'c']);
  });
});
