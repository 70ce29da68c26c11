import {
  asSchema,
  asSchemas,
  extension,
  schemasIn,
  subschemas,
  textOf,
  type JsonSchema,
} from '../schema/json-schema.js';

const hasMembers = (schema: JsonSchema, name: string): boolean => Object.keys(asSchema(schema[name]) ?? {}).length > 0;

/** Why a schema cannot be read as a structural one; undefined: it can, though it may have violations. */
export function unsupportedKeyword(schema: JsonSchema, prefix: string): string | undefined {
  const keyword = keywordOf(schema);
  if (keyword !== undefined) return `OpenAPIV3Schema '${keyword}' is not supported`;
  if (extension(schema, 'preserve-unknown-fields') === false)
    return `internal error: '${prefix}preserve-unknown-fields' must be true or undefined`;
  if (Array.isArray(schema['items']) && schema['items'].length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const below of structuralChildren(schema)) {
    const why = unsupportedKeyword(below, prefix);
    if (why !== undefined) return why;
  }
  return undefined;
}

function keywordOf(schema: JsonSchema): string | undefined {
  if (textOf(schema, 'id') !== '') return 'id';
  if (textOf(schema, '$schema') !== '') return 'schema';
  if (textOf(schema, '$ref') !== '') return '$ref';
  if (hasMembers(schema, 'patternProperties')) return 'patternProperties';
  if (hasMembers(schema, 'dependencies')) return 'dependencies';
  if (schema['additionalItems'] !== undefined) return 'additionalItems';
  return hasMembers(schema, 'definitions') ? 'definitions' : undefined;
}

function structuralChildren(schema: JsonSchema): JsonSchema[] {
  const singles = ['not', 'items', 'additionalProperties'].flatMap((name) => asSchemas(schema[name]));
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => subschemas(schema, name));
  return [...singles, ...lists, ...Object.values(schemasIn(schema, 'properties'))];
}
