import { jsonFieldsOf, structOf } from '../definition/decorators.js';
import type { FieldType, ScalarType, StructClass } from '../definition/field-type.js';

const SCALARS: Readonly<Record<ScalarType, unknown>> = {
  string: 'text',
  bool: true,
  int32: -7,
  int64: 2 ** 40,
  double: 0.5,
  bytes: 'AQI=',
  quantity: '1500m',
  time: '2024-05-06T07:08:09Z',
  microTime: '2024-05-06T07:08:09.000123Z',
  duration: '1h30m0s',
  intOrString: '50%',
  raw: { any: ['thing', 1] },
  fieldsV1: { 'f:spec': { 'f:x': {} } },
};

/** An object with a value in every field, also in those of structs in lists and maps. A struct inside itself is left out. */
export function fullObject(type: StructClass, outer: readonly string[] = []): Record<string, unknown> {
  const inside = [...outer, structOf(type).name];
  const members = jsonFieldsOf(type).map((field) => [field.name, fullValue(field.type, inside)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function fullValue(type: FieldType, outer: readonly string[]): unknown {
  if (typeof type === 'string') return SCALARS[type];
  if (typeof type === 'function') {
    const { jsonForm } = structOf(type()).options;
    if (jsonForm === 'any') return SCALARS.raw;
    if (jsonForm) return jsonForm.map((one) => fullValue(one.type, outer)).find((value) => value !== undefined);
    return outer.includes(structOf(type()).name) ? undefined : fullObject(type(), outer);
  }
  if ('enum' in type) return type.enum.find((value) => value !== '') ?? 'text';
  const inner = fullValue('list' in type ? type.list : type.map, outer);
  if (inner === undefined) return undefined;
  return 'list' in type ? [inner, inner] : { a: inner, b: inner };
}
