import { referredSchema, valueSchema, type OpenApiDocument, type OpenApiSchema } from './openapi-schema.js';

const OBJECT = 'Object';

/** The type of a field as people write it: `string`, `[]Container`, `map[string]string`, `Object`. */
export function typeName(schema: OpenApiSchema, document: OpenApiDocument): string {
  const { items, allOf, properties, type } = schema;
  if (items) return `[]${typeName(items, document)}`;
  const value = valueSchema(schema);
  if (value) return `map[string]${typeName(value, document)}`;
  if (allOf?.length === 1 && !properties) return typeName(allOf[0]!, document);
  if (schema.$ref) return referredName(schema.$ref, referredSchema(schema, document));
  return type === undefined || type === 'object' ? OBJECT : type;
}

/** A reference to a scalar shows the scalar; one to an object the last part of its name. */
function referredName(reference: string, referred: OpenApiSchema | undefined): string {
  const type = referred?.type;
  if (type !== undefined && type !== 'object') return type;
  return reference.split('/').at(-1)!.split('.').at(-1) || OBJECT;
}
