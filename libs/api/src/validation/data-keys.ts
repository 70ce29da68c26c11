import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Maximum total size of the values of one ConfigMap or Secret, in bytes (C-143, C-146). */
export const MAX_DATA_BYTES = 1024 * 1024;
const MAX_KEY_LENGTH = 253;
const KEY = /^[-._a-zA-Z0-9]+$/;

/** Keys of ConfigMaps and Secrets must be valid file names (A-241, A-246, C-142, C-148). */
export function validateDataKey(path: FieldPath, key: string): FieldError[] {
  if (key.length <= MAX_KEY_LENGTH && KEY.test(key) && !key.startsWith('.')) return [];
  const at = path.key(key);
  const errors: FieldError[] = [];
  if (key.length > MAX_KEY_LENGTH) {
    errors.push(fieldError.invalid(at, key, `must be no more than ${MAX_KEY_LENGTH} characters`));
  }
  if (!KEY.test(key)) {
    errors.push(
      fieldError.invalid(at, key, "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"),
    );
  }
  if (key === '.' || key === '..') errors.push(fieldError.invalid(at, key, `must not be '${key}'`));
  else if (key.startsWith('..')) errors.push(fieldError.invalid(at, key, "must not start with '..'"));
  return errors;
}

/** Decoded size of a base64 text, computed from its length. The text must be well formed, as checked by decoding. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
