import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { base64Bytes, MAX_DATA_BYTES, validateDataKey } from '../../../validation/data-keys.js';
import { validateImmutableData } from '../../../validation/immutable-data.js';
import type { ConfigMap } from './config-map.types.js';

const DATA = FieldPath.of('data');
const BINARY_DATA = FieldPath.of('binaryData');

/** A-239..A-251, C-142..C-144. */
export const configMapStrategy = (): Strategy<ConfigMap> => ({
  validateCreate: validateConfigMap,
  validateUpdate: (object, old) => [
    ...validateConfigMap(object),
    ...validateImmutableData(object, old, ['data', 'binaryData']),
  ],
});

function validateConfigMap({ data = {}, binaryData = {} }: ConfigMap): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    errors.push(...validateDataKey(DATA, key));
    if (Object.hasOwn(binaryData, key)) {
      errors.push(fieldError.invalid(DATA.key(key), key, 'duplicate of key present in binaryData'));
    }
    bytes += Buffer.byteLength(value);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    errors.push(...validateDataKey(BINARY_DATA, key));
    bytes += base64Bytes(value);
  }
  if (bytes > MAX_DATA_BYTES) errors.push(fieldError.tooLong(FieldPath.whole, MAX_DATA_BYTES));
  return errors;
}
