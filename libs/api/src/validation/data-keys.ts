import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Maximum total size of the values of one ConfigMap or Secret, in bytes (C-143, C-146). */
export const MAX_DATA_BYTES = 1024 * 1024;
const MAX_KEY_LENGTH = 253;
const KEY = /^[-._a-zA-Z0-9]+$/;
const KEY_FAULT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
  "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Keys of ConfigMaps and Secrets must be valid file names (A-241, A-246, C-142, C-148). */
export const validateDataKey = (path: FieldPath, key: string): FieldError[] =>
  faultsOf(key).map((fault) => fieldError.invalid(path.key(key), key, fault));

/** A field that names such a key: present and well formed. */
export const requireDataKey = (path: FieldPath, key: string | undefined): FieldError[] =>
  key ? faultsOf(key).map((fault) => fieldError.invalid(path, key, fault)) : [fieldError.required(path)];

function faultsOf(key: string): string[] {
  if (key.length <= MAX_KEY_LENGTH && KEY.test(key) && !key.startsWith('.')) return [];
  const faults: string[] = [];
  if (key.length > MAX_KEY_LENGTH) faults.push(`must be no more than ${MAX_KEY_LENGTH} characters`);
  if (!KEY.test(key)) faults.push(KEY_FAULT);
  if (key === '.' || key === '..') faults.push(`must not be '${key}'`);
  else if (key.startsWith('..')) faults.push("must not start with '..'");
  return faults;
}

/** Decoded size of a base64 text, computed from its length. The text must be well formed, as checked by decoding. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
