import type { Json } from '../../remote-swagger.js';

/** How deep a schema may be nested; deeper ones are cut. */
const MAX_DEPTH = 64;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

type Reader = (value: unknown, depth: number) => unknown;

export const isFields = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofType =
  (type: 'string' | 'boolean' | 'number'): Reader =>
  (value) =>
    typeof value === type ? value : undefined;
const text = ofType('string');
const number = ofType('number');
const flag = ofType('boolean');
const any: Reader = (value, depth) => (isNested(value, MAX_DEPTH - depth) ? undefined : (value ?? undefined));
/** Whether a value is nested deeper. */
const isNested = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels <= 0 || Object.values(value).some((one) => isNested(one, levels - 1)));
const listOf =
  (read: Reader): Reader =>
  (value, depth) =>
    Array.isArray(value) ? value.map((one) => read(one, depth)).filter((one) => one !== undefined) : undefined;
const mapOf =
  (read: Reader): Reader =>
  (value, depth) =>
    isFields(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one, depth)]).filter(([, one]) => one !== undefined))
      : undefined; // prettier-ignore
const texts = listOf(text);

/** Known fields of an object, of the right types, and its extensions. Undefined for other values. */
const fieldsOf = (value: unknown, readers: Readonly<Record<string, Reader>>, depth: number): Json | undefined => {
  if (!isFields(value) || depth > MAX_DEPTH) return undefined;
  const known = Object.entries(value).map(([key, one]) => {
    const read = key.startsWith('x-') ? any : Object.hasOwn(readers, key) ? readers[key] : undefined;
    return [key, read?.(one, depth + 1)] as const;
  });
  return Object.fromEntries(known.filter(([, one]) => one !== undefined));
};

/** A schema as documents of this server have them. Undefined: the value is none. */
export const knownSchema = (value: unknown, depth = 0): Json | undefined => fieldsOf(value, SCHEMA, depth);

const schema: Reader = (value, depth) => knownSchema(value, depth);
const SCHEMA: Readonly<Record<string, Reader>> = {
  $ref: text,
  type: text,
  format: text,
  description: text,
  title: text,
  default: any,
  enum: listOf(any),
  required: texts,
  maximum: number,
  minimum: number,
  maxLength: number,
  minLength: number,
  maxItems: number,
  minItems: number,
  pattern: text,
  uniqueItems: flag,
  items: schema,
  additionalProperties: schema,
  properties: mapOf(schema),
  allOf: listOf(schema),
};

const PARAMETER: Readonly<Record<string, Reader>> = {
  name: text,
  in: text,
  description: text,
  required: flag,
  type: text,
  format: text,
  uniqueItems: flag,
  schema,
};

const RESPONSE: Readonly<Record<string, Reader>> = { description: text, schema };

/** A parameter of operations as documents of this server have them. Undefined: the value is none. */
export function knownParameter(value: unknown, depth = 0): Json | undefined {
  const known = fieldsOf(value, PARAMETER, depth);
  return known?.['name'] !== undefined && known['in'] !== undefined ? known : undefined;
}

/** A path item as documents of this server have them. @param shared the known parameter that operations mean by a reference. */
export function knownPathItem(value: unknown, shared: (reference: string) => Json | undefined): Json | undefined {
  const parameter: Reader = (one, depth) =>
    isFields(one) && typeof one['$ref'] === 'string' ? shared(one['$ref']) : knownParameter(one, depth);
  const operation: Reader = (one, depth) => {
    const known = fieldsOf(one, {
      tags: texts,
      description: text,
      operationId: text,
      produces: texts,
      consumes: texts,
      schemes: texts,
      deprecated: flag,
      parameters: listOf(parameter),
      responses: mapOf((response, at) => fieldsOf(response, RESPONSE, at)),
    }, depth);
    return known && { ...known, responses: known['responses'] ?? {} };
  }; // prettier-ignore
  const readers = Object.fromEntries(METHODS.map((method) => [method, operation]));
  return fieldsOf(value, { ...readers, parameters: listOf(parameter) }, 0);
}
