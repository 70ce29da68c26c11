import { FieldPath } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { metadataFixture } from '../values/metadata.fixture.js';
import { schemaFaults, type SchemaFaults } from './schema-faults.js';
import { structuralViolations, structuralViolationsSteps } from './structural-violations.js';

const NONE: SchemaFaults = {
  nonStructural: false,
  unknownTypes: false,
  unprunedDefaults: false,
  compoundSets: false,
  unidentifiableItems: false,
};
const withProperty = (property: JsonSchema): JsonSchema => ({ type: 'object', properties: { a: property } });
const set = (items: JsonSchema): JsonSchema => ({ type: 'array', 'x-kubernetes-list-type': 'set', items });

describe('schemaFaults', () => {
  it.each<[string, JsonSchema, Partial<SchemaFaults>]>([
    ['nothing', { type: 'object' }, {}],
    ['a field without a type', withProperty({}), { nonStructural: true }],
    ['a keyword that is not supported', withProperty({ type: 'string', $ref: 'x' }), { nonStructural: true }],
    ['an unknown type', withProperty({ type: 'text' }), { unknownTypes: true }],
    ['a default with unknown fields', withProperty({ type: 'object', default: { x: 1 } }), { unprunedDefaults: true }],
    [
      'a default with malformed metadata',
      withProperty({
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
        default: { apiVersion: 1 },
      }),
      { unprunedDefaults: true },
    ],
    ['a set of objects', withProperty(set({ type: 'object' })), { compoundSets: true }],
    ['a set of atomic objects', withProperty(set({ type: 'object', 'x-kubernetes-map-type': 'atomic' })), {}],
    ['a set with nulls', withProperty(set({ type: 'string', nullable: true })), { unidentifiableItems: true }],
  ])('%s', (_title, schema, faults) => {
    expect(schemaFaults(schema, metadataFixture)).toEqual({ ...NONE, ...faults });
  });
});

describe('structuralViolations', () => {
  it('lists violations by their text', () => {
    const schema = { properties: { b: {}, a: { type: 'array' } } };
    const violations = structuralViolations(schema, FieldPath.of('schema'), 'x-kubernetes-');
    expect(violations.map(({ field }) => field)).toEqual([
      'schema.properties[a].items',
      'schema.properties[b].type',
      'schema.type',
    ]);
  });

  it('of a large schema are found in steps', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { type: 'string' }]));
    const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
    const work = structuralViolationsSteps(schema, FieldPath.root, 'x-kubernetes-');
    expect([...work]).toHaveLength(5);
  });

  it('are bounded', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, {}]));
    const violations = structuralViolations({ type: 'object', properties }, FieldPath.root, 'x-kubernetes-');
    expect(violations.length).toBeLessThan(1_000);
  });
});
