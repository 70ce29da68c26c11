import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import {
  defaultOf,
  extension,
  isSet,
  schemasIn,
  subschema,
  textOf,
  textsOf,
  type JsonSchema,
} from '../schema/json-schema.js';

/** Whether a set has items that are not compared as a whole. */
export function hasCompoundItems(schema: JsonSchema): boolean {
  const items = subschema(schema, 'items');
  if (extension(schema, 'list-type') !== 'set' || items === undefined) return false;
  switch (textOf(items, 'type')) {
    case 'array':
      return ![undefined, 'atomic'].includes(extension(items, 'list-type') as string | undefined);
    case 'object':
      return extension(items, 'map-type') !== 'atomic';
    default:
      return false;
  }
}

/** Errors of items of sets and keyed lists that may be null, or lack a key. */
export function itemRuleErrors(schema: JsonSchema, path: FieldPath, prefix: string): FieldError[] {
  const items = subschema(schema, 'items');
  const listType = extension(schema, 'list-type');
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return [];
  const errors: FieldError[] = [];
  const itemsPath = path.child('items');
  if (isSet(items, 'nullable')) {
    const rule = `cannot be nullable when ${prefix}list-type is ${listType}`;
    errors.push(fieldError.forbidden(itemsPath.child('nullable'), rule));
  }
  if (listType === 'set') return errors;
  const required = textsOf(items['required']);
  const properties = schemasIn(items, 'properties');
  for (const key of textsOf(extension(schema, 'list-map-keys'))) {
    if (!Object.hasOwn(properties, key)) continue;
    const property = properties[key]!;
    const at = itemsPath.child('properties').key(key);
    const why = `this property is in ${prefix}list-map-keys, so it`;
    if (!required.includes(key) && defaultOf(property) === undefined)
      errors.push(fieldError.required(at.child('default'), `${why} must have a default or be a required property`));
    if (isSet(property, 'nullable'))
      errors.push(fieldError.forbidden(at.child('nullable'), `${why} cannot be nullable`));
  }
  return errors;
}
