import { fieldError, goValue, Quantity, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Rejects a value outside a closed set; absent passes. */
export function validateOneOf(path: FieldPath, value: string | undefined, known: readonly string[]): FieldError[] {
  return value === undefined || known.includes(value) ? [] : [fieldError.notSupported(path, value, known)];
}

/** Rejects an absent or empty text. */
export function validatePresent(path: FieldPath, value: string | undefined): FieldError[] {
  return value ? [] : [fieldError.required(path)];
}

/** Rejects a number outside `[low, high]`; absent passes. */
export function validateRange(path: FieldPath, value: number | undefined, low: number, high = Infinity): FieldError[] {
  if (value === undefined || (value >= low && value <= high)) return [];
  const detail =
    high === Infinity ? `must be greater than or equal to ${low}` : `must be between ${low} and ${high}, inclusive`;
  return [fieldError.invalid(path, value, detail)];
}

/** Rejects a quantity below zero; absent passes. Quantities are in canonical form here, so a negative one begins with its sign. */
export function validateNotNegative(path: FieldPath, value: string | undefined): FieldError[] {
  return value?.startsWith('-') ? [fieldError.invalid(path, value, 'must be greater than or equal to 0')] : [];
}

/** As `validateNotNegative`, for amounts of storage: another text, and the value without quotes. */
export function validateSound(path: FieldPath, value: string): FieldError[] {
  return value.startsWith('-')
    ? [fieldError.invalid(path, goValue(String, value), 'must be a valid resource quantity')]
    : [];
}

/** Rejects a quantity of zero or below; absent passes. */
export function validatePositive(path: FieldPath, value: string | undefined): FieldError[] {
  return value !== undefined && Quantity.parse(value)?.sign !== 1
    ? [fieldError.invalid(path, value, 'must be greater than zero')]
    : [];
}
