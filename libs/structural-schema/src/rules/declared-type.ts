import { celTypes, type CelType } from '@orch/expressions';
import {
  asSchema,
  defaultOf,
  extension,
  numberOf,
  schemasIn,
  textOf,
  textsOf,
  type JsonSchema,
} from '../schema/json-schema.js';
import { escapedName } from './field-names.js';

/** Type of the values of a schema in expressions, with what cost estimates need. */
export interface DeclaredType {
  readonly cel: CelType;
  /** Most elements or bytes of a value; 0 when it has none. */
  readonly maxElements: number;
  /** Least size of a value in JSON. Unit: bytes. */
  readonly minSize: number;
  /** Types of the accessible fields of an object, by escaped name. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  /** Type of items or values. */
  readonly element?: DeclaredType;
}

/** Largest request that cost estimates assume, as the reference does. Unit: bytes. */
export const MAX_REQUEST_BYTES = 3 * 1_024 * 1_024;
const MAX_STRING = MAX_REQUEST_BYTES - 2;
const MAX_TIME = 32;
const DATE = 12;
const MIN_DATETIME = 21;
const MIN_DURATION = 3;

const { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, STRING, TIMESTAMP, listOf, mapOf, struct } = celTypes;
const scalar = (cel: CelType, minSize: number, maxElements = 0): DeclaredType => ({ cel, minSize, maxElements });
const TEXT = scalar(STRING, 2, MAX_STRING);

/** Fields that every resource has, whether its schema names them or not. */
const RESOURCE_FIELDS: Readonly<Record<string, JsonSchema>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
};

/** Schemas of the fields of an object; of a resource, with its type and metadata. */
export function fieldsOf(schema: JsonSchema, isResource: boolean): Readonly<Record<string, JsonSchema>> {
  const own = schemasIn(schema, 'properties');
  if (!isResource) return own;
  const metadata = own['metadata'];
  const complete =
    textOf(own['kind'] ?? {}, 'type') === 'string' &&
    textOf(own['apiVersion'] ?? {}, 'type') === 'string' &&
    textOf(metadata ?? {}, 'type') === 'object' &&
    ['name', 'generateName'].every(
      (name) => textOf(schemasIn(metadata ?? {}, 'properties')[name] ?? {}, 'type') === 'string',
    );
  return complete ? own : { ...own, ...RESOURCE_FIELDS };
}

export const isEmbedded = (schema: JsonSchema): boolean => extension(schema, 'embedded-resource') === true;
export const isIntOrString = (schema: JsonSchema): boolean => extension(schema, 'int-or-string') === true;

/**
 * Type of the values of a schema; `undefined` when expressions cannot access them: they have no known type, as parts of a list of such.
 * @param name of the type, for messages.
 */
export function declaredType(schema: JsonSchema, isResource: boolean, name = 'selfType'): DeclaredType | undefined {
  if (isIntOrString(schema)) return scalar(DYN, 1, MAX_STRING);
  switch (textOf(schema, 'type')) {
    case 'array':
      return listType(schema, name);
    case 'object':
      return objectType(schema, isResource, name);
    case 'string':
      return textType(schema);
    case 'boolean':
      return scalar(BOOL, 4);
    case 'number':
      return scalar(DOUBLE, 1);
    case 'integer':
      return scalar(INT, 1);
    default:
      return undefined;
  }
}

const bound = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = numberOf(schema, keyword);
  return value === undefined ? undefined : Math.max(value, 0);
};

function listType(schema: JsonSchema, name: string): DeclaredType | undefined {
  const items = asSchema(schema['items']);
  const element = items && declaredType(items, isEmbedded(items), `${name}.@idx`);
  if (!element) return undefined;
  const maxElements = bound(schema, 'maxItems') ?? Math.floor(MAX_STRING / (element.minSize + 1));
  return { cel: listOf(element.cel), minSize: 2, maxElements, element };
}

function objectType(schema: JsonSchema, isResource: boolean, name: string): DeclaredType | undefined {
  const values = asSchema(schema['additionalProperties']);
  if (values) {
    const element = declaredType(values, isEmbedded(values), `${name}.@elem`);
    if (!element) return undefined;
    const maxElements = bound(schema, 'maxProperties') ?? Math.floor(MAX_STRING / (element.minSize + 6));
    return { cel: mapOf(STRING, element.cel), minSize: 2, maxElements, element };
  }
  const required = new Set(textsOf(schema['required']));
  const fields = new Map<string, DeclaredType>();
  let minSize = 2;
  for (const [field, property] of Object.entries(fieldsOf(schema, isResource))) {
    const type = declaredType(property, isEmbedded(property), `${name}.${field}`);
    if (!type) continue;
    const escaped = escapedName(field);
    if (escaped !== undefined) fields.set(escaped, type);
    if (required.has(field) && defaultOf(property) === undefined)
      minSize += Buffer.byteLength(field) + type.minSize + 4;
  }
  // Reserved words are also accepted unescaped.
  const typeOf = (field: string): CelType | undefined => (fields.get(field) ?? fields.get(`__${field}__`))?.cel;
  return { cel: struct(name, typeOf), minSize, maxElements: 0, fields };
}

function textType(schema: JsonSchema): DeclaredType {
  const length = bound(schema, 'maxLength');
  switch (textOf(schema, 'format')) {
    case 'byte':
      return scalar(BYTES, 2, length ?? MAX_STRING);
    case 'duration':
      return scalar(DURATION, MIN_DURATION, MAX_TIME);
    case 'date':
      return scalar(TIMESTAMP, DATE, DATE);
    case 'date-time':
      return scalar(TIMESTAMP, MIN_DATETIME, MAX_TIME);
  }
  // The length is in characters, of up to 4 bytes.
  if (length !== undefined) return scalar(STRING, 2, length * 4);
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return TEXT;
  return scalar(
    STRING,
    2,
    Math.max(...values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0))),
  );
}

/** Most elements of what a path of an expression leads to; the path starts with a variable. */
export function elementsAt(type: DeclaredType, path: readonly string[]): number | undefined {
  let current: DeclaredType | undefined = type;
  for (const part of path.slice(1)) {
    if (part === '@keys')
      return current?.element && !current.fields && current.cel.kind === 'map' ? MAX_KEY : undefined;
    current = part === '@items' || part === '@values' ? current.element : current.fields?.get(part);
    if (!current) return undefined;
  }
  return current.maxElements;
}

/** Keys of maps are texts without a bound in the reference's declaration, which counts as none. */
const MAX_KEY = 0;
