import type { FieldError } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { compileCustomSchema, type CustomSchema } from './custom-schema.js';
import { metadataFixture } from './metadata.fixture.js';

const compile = (properties: JsonSchema): CustomSchema =>
  compileCustomSchema(
    { type: 'object', properties: { spec: { type: 'object', properties } } },
    { kind: { group: 's.example.com', version: 'v1', kind: 'Thing' }, metadata: metadataFixture },
  );
const object = (spec: unknown): Record<string, unknown> => ({
  apiVersion: 's.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'one' },
  spec,
});
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const fieldLength = (errors: readonly FieldError[]): number => errors.reduce((sum, { field }) => sum + field.length, 0);
const detailLength = (errors: readonly FieldError[]): number =>
  errors.reduce((sum, { detail }) => sum + detail.length, 0);

describe('errors of a custom object', () => {
  const map = { m: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } } };
  const below = (key: string, count: number): object => ({ m: { [key]: times(count, 1) } });

  it('are a hundred', () => {
    expect(compile(map).validate(object(below('k', 1_000)))).toHaveLength(100);
  });

  it('are fewer below a long key', () => {
    const errors = compile(map).validate(object(below('k'.repeat(50_000), 1_000)));
    expect(errors.length).toBeGreaterThan(0);
    expect(fieldLength(errors)).toBeLessThan(400_000);
  });

  it('are fewer when they list many supported values', () => {
    const values = Array.from({ length: 20_000 }, (_, i) => `value${i}`);
    const schema = compile({ l: { type: 'array', items: { type: 'string', enum: values } } });
    const errors = schema.validate(object({ l: times(1_000, 'x') }));
    expect(errors[0]!.detail).toContain('"value19999"');
    expect(detailLength(errors)).toBeLessThan(1_000_000);
  });

  it('of duplicate items are few below a long key', () => {
    const sets = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } };
    const schema = compile({ m: { type: 'object', additionalProperties: { type: 'array', items: sets } } });
    const errors = schema.validate(object({ m: { ['k'.repeat(50_000)]: times(1_000, [1, 1]) } }));
    expect(errors.length).toBeGreaterThan(0);
    expect(fieldLength(errors)).toBeLessThan(400_000);
  });

  it('of embedded objects are few below a long key', () => {
    const embedded = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    };
    const schema = compile({ m: { type: 'object', additionalProperties: { type: 'array', items: embedded } } });
    const errors = schema.validate(object({ m: { ['k'.repeat(50_000)]: times(1_000, {}) } }));
    expect(errors.length).toBeGreaterThan(0);
    expect(fieldLength(errors)).toBeLessThan(400_000);
  });

  it('name few unknown fields below a long key', () => {
    const report = { unknownFields: [] as string[], duplicateFields: [] };
    const item = { type: 'object', properties: {} };
    const schema = compile({ m: { type: 'object', additionalProperties: { type: 'array', items: item } } });
    schema.decode(object({ m: { ['k'.repeat(50_000)]: times(1_000, { x: 1 }) } }), report);
    expect(report.unknownFields.length).toBeGreaterThan(0);
    expect(report.unknownFields.join('').length).toBeLessThan(400_000);
  });
});

describe('the budget of a validation', () => {
  const tooLong = /takes too long to validate/;
  const any = (count: number, schema: JsonSchema): JsonSchema => ({ type: 'string', allOf: times(count, schema) });
  const listOf = (items: JsonSchema): JsonSchema => ({ l: { type: 'array', items } });
  const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}`);
  const keyed = {
    l: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': keys,
      items: { type: 'object', properties: {} },
    },
  };

  it.each<[string, JsonSchema, unknown]>([
    ['required fields', listOf({ type: 'object', required: keys }), { l: times(5_000, {}) }],
    ['lengths of a text', { a: any(500, { minLength: 900_000 }) }, { a: 'x'.repeat(1_000_000) }],
    ['a text that is compared', { a: any(500, { enum: ['x'] }) }, { a: 'x'.repeat(1_000_000) }],
    [
      'members',
      { a: { type: 'object', allOf: times(300, { properties: {} }) } },
      { a: Object.fromEntries(keys.map((key) => [key, 1])) },
    ],
    [
      'numbers of members',
      { a: { type: 'object', allOf: times(500, { minProperties: 1 }) } },
      { a: Object.fromEntries(keys.map((key) => [key, 1])) },
    ],
    ['keys of list items', keyed, { l: times(5_000, {}) }],
    [
      'alternatives below a long key',
      {
        m: { type: 'object', additionalProperties: { type: 'array', items: { anyOf: times(10, { type: 'string' }) } } },
      },
      { m: { ['k'.repeat(500_000)]: times(1_000, 1) } },
    ],
  ])('is spent by %s', (_what, properties, spec) => {
    expect(() => compile(properties).validate(object(spec))).toThrow(tooLong);
  });

  it('is enough for equal required names', () => {
    const schema = compile(listOf({ type: 'object', required: times(20_000, 'a') }));
    expect(schema.validate(object({ l: times(5_000, { a: 1 }) }))).toEqual([]);
  });

  it('is enough for a large text with a minimum length', () => {
    const schema = compile({ a: any(500, { minLength: 1 }) });
    expect(schema.validate(object({ a: 'x'.repeat(1_000_000) }))).toEqual([]);
  });

  it('counts each filled default, however short', () => {
    const properties = Object.fromEntries(keys.slice(0, 3_000).map((key) => [key, { type: 'integer', default: 1 }]));
    const schema = compile(listOf({ type: 'object', properties }));
    const filled = (count: number) => () => schema.applyDefaults(object({ l: times(count, {}) }));
    expect(filled(100)).toThrow(/too large with the defaults/);
    expect(filled(10)).not.toThrow();
  });
});
