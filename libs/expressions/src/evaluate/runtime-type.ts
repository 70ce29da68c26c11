import type { CelType } from '../types/cel-type.js';
import { Duration, isMap, itemsOf, OpaqueValue, Optional, Timestamp, TypeValue, Uint } from '../values/values.js';

/** Whether a value is of a type; types of elements are not looked at. */
export function matchesType(value: unknown, type: CelType): boolean {
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'double':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    case 'null':
      return value === null;
    case 'uint':
      return value instanceof Uint;
    case 'bytes':
      return value instanceof Uint8Array;
    case 'timestamp':
      return value instanceof Timestamp;
    case 'duration':
      return value instanceof Duration;
    case 'list':
      return itemsOf(value) !== undefined;
    case 'map':
      return isMap(value);
    case 'type':
      return value instanceof TypeValue;
    case 'opaque':
    case 'struct':
      if (type.name === 'optional_type') return value instanceof Optional;
      return value instanceof OpaqueValue
        ? value.typeName === type.runtimeName
        : isMap(value) && type.field !== undefined;
    default:
      return true;
  }
}
