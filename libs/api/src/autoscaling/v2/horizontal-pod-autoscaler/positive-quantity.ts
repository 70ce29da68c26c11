import { fieldError, Quantity, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Rejects a quantity of zero or below; absent passes. */
export function validatePositiveQuantity(path: FieldPath, value: string | undefined): FieldError[] {
  return value !== undefined && Quantity.parse(value)?.sign !== 1
    ? [fieldError.invalid(path, value, 'must be positive')]
    : [];
}
