import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { InternalSelectableField, InternalVersion, Json } from '../conversion/internal-definition.js';

const MAX_FIELDS = 8;
const SELECTABLE_TYPES: readonly unknown[] = ['string', 'boolean', 'integer'];
const TYPES_RULE =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

/** Fields that selectors may name: each is in the schema, once. */
export function validateSelectableFields(
  path: FieldPath,
  fields: readonly InternalSelectableField[],
  schema: Json,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { jsonPath }] of fields.entries()) {
    const at = path.index(index).child('jsonPath');
    if (!jsonPath) {
      errors.push(fieldError.required(at));
      continue;
    }
    const found = resolvePath(jsonPath, schema);
    if (typeof found === 'string') {
      errors.push(fieldError.invalid(at, jsonPath, `is an invalid path: ${found}`));
      continue;
    }
    if (found.root === 'metadata')
      errors.push(fieldError.invalid(at, jsonPath, 'must not point to fields in metadata'));
    if (!SELECTABLE_TYPES.includes(found.schema['type'])) errors.push(fieldError.invalid(at, jsonPath, TYPES_RULE));
    if (seen.has(found.path)) errors.push(fieldError.duplicate(at, jsonPath));
    seen.add(found.path);
  }
  if (seen.size > MAX_FIELDS) errors.push(fieldError.tooMany(path, seen.size, MAX_FIELDS));
  return errors;
}

/** Of all versions together: a selector, in whichever version, reads the fields of all of them from each object. */
const MAX_DISTINCT_FIELDS = 64;

/** Bounds the different fields of all versions together. @param path of the versions. */
export function validateDistinctFields(path: FieldPath, versions: readonly InternalVersion[]): FieldError[] {
  const fields = versions.flatMap(({ selectableFields = [] }) => selectableFields);
  const distinct = new Set(fields.map(({ jsonPath }) => jsonPath));
  const detail = `must have at most ${MAX_DISTINCT_FIELDS} different selectable fields in all versions`;
  return distinct.size > MAX_DISTINCT_FIELDS ? [fieldError.forbidden(path, detail)] : [];
}

interface Found {
  readonly path: string;
  readonly root: string;
  readonly schema: Json;
}

/** Separators are tokens of their own; a text in quotes is one token. */
const TOKENS = /'(?:[^'\\]|\\.)*'?|[.[\]]|[^.[\]]+/gs;
const NO_FIELD = 'does not refer to a valid field';

/** The field that a path in dot notation leads to, or why there is none. */
function resolvePath(text: string, root: Json): Found | string {
  const tokens = text.match(TOKENS) ?? [];
  let at = FieldPath.root;
  let schema = root;
  for (let i = 0; i < tokens.length; i += 2) {
    if (tokens[i] === '[') return 'array notation is not allowed';
    if (tokens[i] !== '.') return `expected [ or . but got: ${tokens[i]}`;
    const name = tokens[i + 1];
    if (name === undefined) return 'unexpected end of JSON path';
    const properties = schema['properties'] as Record<string, Json> | undefined;
    const others = schema['additionalProperties'];
    const isNamed = properties !== undefined && Object.keys(properties).length > 0;
    const next = isNamed ? (Object.hasOwn(properties, name) ? properties[name] : undefined) : others;
    if (typeof next !== 'object' || next === null) return NO_FIELD;
    at = isNamed ? at.child(name) : at.key(name);
    schema = next as Json;
  }
  return { path: at.toString(), root: tokens[1] ?? '', schema };
}
