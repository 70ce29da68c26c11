/** The parts of an OpenAPI v3 schema that are shown. Of documents of other servers nothing is certain but that they are JSON. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly allOf?: readonly OpenApiSchema[];
  readonly enum?: readonly unknown[];
  readonly [extension: string]: unknown;
}

/** The parts of an OpenAPI v3 document that are read. */
export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiSchema>> };
}

const SCHEMAS = '#/components/schemas/';

/** The schema that a reference names. Undefined: none, or not in this document. */
export function referredSchema({ $ref }: OpenApiSchema, { components }: OpenApiDocument): OpenApiSchema | undefined {
  if (!$ref?.startsWith(SCHEMAS)) return undefined;
  const schemas = components?.schemas ?? {};
  const name = $ref.slice(SCHEMAS.length);
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

/** A schema without reference: the one it refers to, or itself. */
export const resolvedSchema = (schema: OpenApiSchema, document: OpenApiDocument): OpenApiSchema =>
  referredSchema(schema, document) ?? schema;

/** The schema of the values of a map. Undefined for other schemas, and for maps of any value. */
export const valueSchema = ({ additionalProperties }: OpenApiSchema): OpenApiSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** Fields by name, in the order of their names. */
export const sortedFields = ({ properties = {} }: OpenApiSchema): readonly (readonly [string, OpenApiSchema])[] =>
  Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
