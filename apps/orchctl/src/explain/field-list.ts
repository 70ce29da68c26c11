import { enumLine } from './enum-values.js';
import {
  resolvedSchema,
  sortedFields,
  valueSchema,
  type OpenApiDocument,
  type OpenApiSchema,
} from './openapi-schema.js';
import { typeName } from './type-name.js';
import { wrapWords } from './wrap-words.js';

/** Width of descriptions, with the indent of the first level. Unit: characters. */
const WIDTH = 78;

export const indentLines = (text: string, amount: number): string => {
  const pad = ' '.repeat(amount);
  return pad + text.replaceAll('\n', `\n${pad}`);
};

/** What a list of fields is written from. */
export interface FieldListParts {
  readonly document: OpenApiDocument;
  /** Whether fields of fields follow, without descriptions. */
  readonly recursive: boolean;
}

/**
 * The fields of a schema, of its alternatives, of its items and of the values of a map.
 * @param above references on the way here: none is followed twice.
 */
export function fieldList(
  schema: OpenApiSchema,
  parts: FieldListParts,
  level = 1,
  above: readonly string[] = [],
): string {
  const { $ref = '' } = schema;
  if ($ref !== '' && above.includes($ref)) return '';
  const path = [...above, $ref];
  const resolved = resolvedSchema(schema, parts.document);
  const value = valueSchema(resolved);
  const own = sortedFields(resolved).map(
    ([name, field]) =>
      fieldText(name, field, resolved.required?.includes(name) ?? false, parts, level) +
      (parts.recursive ? fieldList(field, parts, level + 1, path) : ''),
  );
  const nested = [...(resolved.allOf ?? []), resolved.items, value].filter((one) => one !== undefined);
  return [...own, ...nested.map((one) => fieldList(one, parts, level, path))].join('');
}

function fieldText(
  name: string,
  field: OpenApiSchema,
  isRequired: boolean,
  { document, recursive }: FieldListParts,
  level: number,
): string {
  const indent = level * 2;
  const pad = ' '.repeat(indent);
  const line = `${pad}${name}\t<${typeName(field, document)}>${isRequired ? ' -required-' : ''}${enumLine(field, pad)}\n`;
  if (recursive) return line;
  return `${line}${indentLines(wrapWords(field.description || '<no description>', WIDTH - indent), indent + 2)}\n\n`;
}
