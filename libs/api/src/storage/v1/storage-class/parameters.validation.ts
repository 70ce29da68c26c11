import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_BYTES = 256 * 1024;

/** Parameters for the driver: at most 512 with a total of at most 256 KiB, each with a name. */
export function validateParameters(path: FieldPath, parameters: Readonly<Record<string, string>> = {}): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) return [fieldError.tooLong(path, MAX_PARAMETERS)];
  const errors = entries.some(([key]) => key === '') ? [fieldError.invalid(path, '', 'field can not be empty.')] : [];
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  if (bytes > MAX_PARAMETERS_BYTES) errors.push(fieldError.tooLong(path, MAX_PARAMETERS_BYTES));
  return errors;
}
