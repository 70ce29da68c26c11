import { vocabularies } from '@orch/vocabulary';

/** A JSONSchemaProps as plain JSON: the schema of a version in a definition, or a part of it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Extensions of a schema, without the prefix of the vocabulary. */
export type ExtensionName =
  | 'preserve-unknown-fields'
  | 'embedded-resource'
  | 'int-or-string'
  | 'list-type'
  | 'list-map-keys'
  | 'map-type'
  | 'validations';

/** Prefixes of extension keys; in the order in which they are looked up. */
const PREFIXES = [vocabularies.kubernetes, vocabularies.orch].map(({ schemaExtensionPrefix }) => schemaExtensionPrefix);

const KEYS = new Map<ExtensionName, readonly string[]>();

/** Value of an extension, under the prefix of either vocabulary; undefined when it is not set. */
export function extension(schema: JsonSchema, name: ExtensionName): unknown {
  let keys = KEYS.get(name);
  if (keys === undefined) KEYS.set(name, (keys = PREFIXES.map((prefix) => prefix + name)));
  for (const key of keys) {
    const value = schema[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** A member that is a schema; undefined for anything else. */
export function subschema(schema: JsonSchema, name: string): JsonSchema | undefined {
  return asSchema(schema[name]);
}

/** None or one schema: a value that may be one. */
export function asSchemas(value: unknown): readonly JsonSchema[] {
  const schema = asSchema(value);
  return schema === undefined ? [] : [schema];
}

export const asSchema = (value: unknown): JsonSchema | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : undefined;

/** A member that is a list of schemas (`allOf`, `anyOf`, `oneOf`); empty when absent. */
export function subschemas(schema: JsonSchema, name: string): readonly JsonSchema[] {
  const list = schema[name];
  return Array.isArray(list) ? list.map((item) => asSchema(item) ?? {}) : [];
}

/** A member that maps names to schemas (`properties`); undefined when absent. */
export const schemaMap = (schema: JsonSchema, name: string): Readonly<Record<string, JsonSchema>> | undefined =>
  asSchema(schema[name]) as Readonly<Record<string, JsonSchema>> | undefined;

const NO_SCHEMAS: Readonly<Record<string, JsonSchema>> = {};

/** As `schemaMap`; empty when absent. */
export const schemasIn = (schema: JsonSchema, name: string): Readonly<Record<string, JsonSchema>> =>
  schemaMap(schema, name) ?? NO_SCHEMAS;

export const textOf = (schema: JsonSchema, name: string): string => {
  const value = schema[name];
  return typeof value === 'string' ? value : '';
};

/** A bound or other number; undefined when absent. */
export const numberOf = (schema: JsonSchema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
};

export const isSet = (schema: JsonSchema, name: string): boolean => schema[name] === true;

/** A list of texts (`required`, list map keys); empty when absent. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The default; a null is none. */
export const defaultOf = (schema: JsonSchema): unknown => schema['default'] ?? undefined;
