import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { dnsSubdomain } from './name-formats.js';

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$/;

/** A name of up to 63 characters with an optional DNS prefix and slash: label keys, topology keys, resource names (C-136). */
export function validateLabelKey(path: FieldPath, key: string): FieldError[] {
  const slash = key.indexOf('/');
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const problem = prefix === undefined ? undefined : dnsSubdomain(prefix);
  if (problem !== undefined) return [fieldError.invalid(path, key, `prefix part ${problem}`)];
  if (NAME.test(key.slice(slash + 1))) return [];
  return [
    fieldError.invalid(
      path,
      key,
      "name part must consist of 1 to 63 alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    ),
  ];
}
