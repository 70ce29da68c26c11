import { isPlainObject, setOwn, type PlainObject } from './plain-object.js';
import type { SchemaDefinitions, SchemaFormat, StructuralSchema } from './structural-schema.js';

export interface OpenApiNaming {
  /** Prefix of schema extensions, with the last dash: a vocabulary's `schemaExtensionPrefix`. */
  readonly extensionPrefix: string;
  /** Name of a definition in the document, such as `io.example.api.core.v1.Pod`. */
  readonly definitionName: (name: string) => string;
}

/** Documents definitions as `components.schemas` of an OpenAPI v3 document (A-161..A-163). */
export function toOpenApiV3(definitions: SchemaDefinitions, naming: OpenApiNaming): Record<string, unknown> {
  const schemas: PlainObject = {};
  for (const [name, schema] of definitions) schemas[naming.definitionName(name)] = toOpenApiSchema(schema, naming);
  return schemas;
}

/** Documents one schema; references point to `#/components/schemas/`. */
export function toOpenApiSchema(schema: StructuralSchema, naming: OpenApiNaming): Record<string, unknown> {
  const out: PlainObject = {};
  if (schema.description !== undefined) out['description'] = schema.description;
  if (schema.default !== undefined) out['default'] = schema.default;
  if (schema.nullable) out['nullable'] = true;
  addMergeMarkers(out, schema, naming.extensionPrefix);
  if (schema.ref !== undefined) return reference(out, `#/components/schemas/${naming.definitionName(schema.ref)}`);
  addType(out, schema, naming.extensionPrefix);
  for (const bound of BOUNDS) if (schema[bound] !== undefined) out[bound] = schema[bound];
  if (schema.preserveUnknownFields) out[`${naming.extensionPrefix}preserve-unknown-fields`] = true;
  if (schema.embeddedResource) out[`${naming.extensionPrefix}embedded-resource`] = true;
  if (schema.required !== undefined && schema.required.length > 0) out['required'] = [...schema.required];
  if (schema.items) out['items'] = toOpenApiSchema(schema.items, naming);
  if (schema.additionalProperties) out['additionalProperties'] = toOpenApiSchema(schema.additionalProperties, naming);
  if (schema.properties !== undefined) {
    const properties: PlainObject = {};
    for (const [name, property] of Object.entries(schema.properties))
      setOwn(properties, name, toOpenApiSchema(property, naming));
    out['properties'] = properties;
  }
  return out;
}

/** OpenAPI 3.0 ignores siblings of `$ref`: `allOf` wraps a reference with siblings. */
const reference = (siblings: PlainObject, $ref: string): PlainObject =>
  Object.keys(siblings).length === 0 ? { $ref } : { ...siblings, allOf: [{ $ref }] };

const BOUNDS = ['enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

function addMergeMarkers(out: PlainObject, schema: StructuralSchema, prefix: string): void {
  if (schema.listType !== undefined) out[`${prefix}list-type`] = schema.listType;
  if (schema.listMapKeys !== undefined) out[`${prefix}list-map-keys`] = [...schema.listMapKeys];
  if (schema.mapType !== undefined) out[`${prefix}map-type`] = schema.mapType;
  if (schema.patchStrategy !== undefined) out[`${prefix}patch-strategy`] = schema.patchStrategy;
  if (schema.patchMergeKey !== undefined) out[`${prefix}patch-merge-key`] = schema.patchMergeKey;
  if (schema.unions !== undefined) {
    out[`${prefix}unions`] = schema.unions.map(({ discriminator, fields }) => ({
      discriminator,
      'fields-to-discriminateBy': fields,
    }));
  }
}

/** Formats that OpenAPI clients know; the others only define validation. */
const PUBLISHED_FORMATS: Partial<Record<SchemaFormat, string>> = {
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  byte: 'byte',
  'date-time': 'date-time',
  'micro-time': 'date-time',
};

function addType(out: PlainObject, schema: StructuralSchema, prefix: string): void {
  switch (schema.format) {
    case 'raw':
      // Any JSON: only a known type, such as that of an embedded object, is documented.
      if (schema.type !== undefined) out['type'] = schema.type;
      return;
    case 'int-or-string':
      out['format'] = 'int-or-string';
      out[`${prefix}int-or-string`] = true;
      out['oneOf'] = [{ type: 'integer' }, { type: 'string' }];
      return;
    case 'quantity':
    case 'duration':
      out['type'] = 'string';
      return;
    default:
      if (schema.type !== undefined) out['type'] = schema.type;
      if (schema.format !== undefined) out['format'] = PUBLISHED_FORMATS[schema.format];
  }
}

/** All definitions reachable from `name`, itself included, in the order of `definitions`. */
export function reachableDefinitions(name: string, definitions: SchemaDefinitions): SchemaDefinitions {
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    collect(definitions.get(ref));
  };
  const collect = (value: unknown): void => {
    if (!isPlainObject(value)) return;
    const schema: StructuralSchema = value;
    if (schema.ref !== undefined) visit(schema.ref);
    collect(schema.items);
    collect(schema.additionalProperties);
    for (const alternative of schema.alternatives ?? []) collect(alternative);
    for (const property of Object.values(schema.properties ?? {})) collect(property);
  };
  visit(name);
  return new Map([...definitions].filter(([key]) => reached.has(key)));
}
