import type { JsonSchema } from '@orch/structural-schema';

/** Short forms of what definitions consist of. */
export const text = (more: JsonSchema = {}): JsonSchema => ({ type: 'string', ...more });
export const integer = (more: JsonSchema = {}): JsonSchema => ({ type: 'integer', ...more });
export const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
export const struct = (properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
export const mapOf = (additionalProperties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  additionalProperties,
  ...more,
});
export const PRESERVED: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };
export const EMBEDDED: JsonSchema = { type: 'object', 'x-kubernetes-embedded-resource': true };
export const INT_OR_STRING: JsonSchema = {
  'x-kubernetes-int-or-string': true,
  anyOf: [{ type: 'integer' }, { type: 'string' }],
};
export const rules = (...some: JsonSchema[]): JsonSchema => ({ 'x-kubernetes-validations': some });

/** Properties `f0`, `f1`, ... */
export const numbered = (count: number, make: (i: number) => JsonSchema): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, make(i)]));

/** A list of the type `map`. */
export const keyed = (
  names: readonly string[],
  fields: Readonly<Record<string, JsonSchema>> = { v: text() },
  more: JsonSchema = {},
): JsonSchema =>
  list(struct({ ...Object.fromEntries(names.map((name) => [name, text()])), ...fields }, { required: names }), {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': names,
    ...more,
  });
export const setOf = (items: JsonSchema): JsonSchema => list(items, { 'x-kubernetes-list-type': 'set' });
