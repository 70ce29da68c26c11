import { asSchemas, schemasIn, subschemas, type JsonSchema } from './json-schema.js';

/** Schemas directly below one, wherever JSON schema allows one. */
export function childrenOf(schema: JsonSchema): JsonSchema[] {
  const children: JsonSchema[] = [];
  for (const name of ['not', 'additionalProperties', 'additionalItems'] as const)
    children.push(...asSchemas(schema[name]));
  const items = schema['items'];
  children.push(...(Array.isArray(items) ? items.flatMap(asSchemas) : asSchemas(items)));
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) children.push(...subschemas(schema, name));
  for (const name of ['properties', 'patternProperties', 'definitions', 'dependencies'] as const)
    children.push(...Object.values(schemasIn(schema, name)).flatMap(asSchemas));
  return children;
}

/** Whether `test` holds for a schema or for any below it. */
export const anySchema = (schema: JsonSchema, test: (schema: JsonSchema) => boolean): boolean =>
  test(schema) || childrenOf(schema).some((child) => anySchema(child, test));
