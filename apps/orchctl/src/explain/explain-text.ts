import { enumBlock } from './enum-values.js';
import { fieldList, indentLines, type FieldListParts } from './field-list.js';
import { resolvedSchema, valueSchema, type OpenApiDocument, type OpenApiSchema } from './openapi-schema.js';
import { typeName } from './type-name.js';
import { wrapWords } from './wrap-words.js';

/** Unit: characters. */
const DESCRIPTION_WIDTH = 76;

/** What is explained. */
export interface Explained extends FieldListParts {
  readonly schema: OpenApiSchema;
  /** Names of fields, from the object down. Empty: the object itself. */
  readonly path: readonly string[];
}

/** The description and the fields of a schema or of a field below it. Undefined: there is no such field. */
export function explainText({ schema, path, ...parts }: Explained): string | undefined {
  return textAt(schema, path, parts, []);
}

/** @param above references since the last field: none is followed twice. */
function textAt(
  schema: OpenApiSchema,
  path: readonly string[],
  parts: FieldListParts,
  above: readonly string[],
): string | undefined {
  const { document } = parts;
  const { $ref = '' } = schema;
  const resolved = resolvedSchema(schema, document);
  const [name, ...rest] = path;
  if (name === undefined) return descriptionAndFields(resolved, parts);
  if ($ref !== '' && above.includes($ref)) return undefined;
  const field = Object.hasOwn(resolved.properties ?? {}, name) ? resolved.properties![name] : undefined;
  if (field) {
    const below = textAt(field, rest, parts, []);
    if (below === undefined || rest.length > 0) return below;
    return `FIELD: ${name} <${typeName(field, document)}>\n${enumBlock(field)}\n\n${below}`;
  }
  const passed = [...above, $ref];
  const inner = resolved.items ?? valueSchema(resolved);
  if (inner) return textAt(inner, path, parts, passed);
  for (const alternative of resolved.allOf ?? []) {
    const found = textAt(alternative, path, parts, passed);
    if (found !== undefined) return found;
  }
  return undefined;
}

function descriptionAndFields(schema: OpenApiSchema, parts: FieldListParts): string {
  const description = descriptionOf(schema, parts.document, []) || '<empty>';
  const fields = fieldList(schema, parts);
  const head = `DESCRIPTION:\n${indentLines(wrapWords(description, DESCRIPTION_WIDTH), 4)}\n`;
  return fields === '' ? head : `${head}FIELDS:\n${fields}`;
}

/** The descriptions of a schema, of its alternatives, of its items and of the values of a map, a line each. */
function descriptionOf(schema: OpenApiSchema, document: OpenApiDocument, above: readonly OpenApiSchema[]): string {
  const resolved = resolvedSchema(schema, document);
  if (above.includes(resolved)) return '';
  const inner = [...(resolved.allOf ?? []), resolved.items, valueSchema(resolved)].filter((one) => one !== undefined);
  const own = resolved.description ? `${resolved.description}\n` : '';
  return own + inner.map((one) => descriptionOf(one, document, [...above, resolved])).join('');
}
