import type { FieldType, ScalarType, StructClass } from '../../definition/field-type.js';
import { listValue } from './list-value.js';
import { boolValue, bytesValue, doubleValue, integerValue, stringValue } from './scalar-values.js';
import { microTimeValue, timeValue } from './time-values.js';
import type { WireValue } from './wire-value.js';
import { durationValue, intOrStringValue, quantityValue, rawValue } from './wrapped-values.js';

const SCALARS: Readonly<Record<ScalarType, WireValue>> = {
  string: stringValue,
  bool: boolValue,
  int32: integerValue,
  int64: integerValue,
  double: doubleValue,
  bytes: bytesValue,
  quantity: quantityValue,
  time: timeValue,
  microTime: microTimeValue,
  duration: durationValue,
  intOrString: intOrStringValue,
  raw: rawValue,
  fieldsV1: rawValue,
};

/**
 * How one value of a type is written. `structValue` gives that of a struct.
 * @throws TypeError for a map inside a list or a map, which the wire has no form for.
 */
export function valueOfType(type: FieldType, structValue: (type: StructClass) => WireValue): WireValue {
  if (typeof type === 'string') return SCALARS[type];
  if (typeof type === 'function') return structValue(type());
  if ('enum' in type) return stringValue;
  if ('list' in type) return listValue(valueOfType(type.list, structValue));
  throw new TypeError('a map inside a list or a map has no form on the wire');
}
