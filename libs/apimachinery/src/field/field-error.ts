import type { FieldPath } from './field-path.js';

/** Closed set of reasons of a field error (C-271). */
export type FieldErrorReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid';

/** One validation error of a field. `detail` is the message without the field (C-272). */
export interface FieldError {
  readonly reason: FieldErrorReason;
  readonly field: string;
  readonly detail: string;
}

/** Maximum characters of the quoted value. */
const SHOWN = 256;

const show = (value: unknown): string => {
  // Only the quoted part of a long string is serialized.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, SHOWN) : value) ?? 'null';
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
};
const make = (reason: FieldErrorReason, path: FieldPath, detail: string): FieldError => ({
  reason,
  field: path.toString(),
  detail,
});

/** Creates field errors with the messages of kube-apiserver. */
export const fieldError = {
  required: (path: FieldPath, detail = ''): FieldError =>
    make('FieldValueRequired', path, detail === '' ? 'Required value' : `Required value: ${detail}`),
  invalid: (path: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueInvalid', path, `Invalid value: ${show(value)}: ${detail}`),
  duplicate: (path: FieldPath, value: unknown): FieldError =>
    make('FieldValueDuplicate', path, `Duplicate value: ${show(value)}`),
  notFound: (path: FieldPath, value: unknown): FieldError =>
    make('FieldValueNotFound', path, `Not found: ${show(value)}`),
  notSupported: (path: FieldPath, value: unknown, supported: readonly string[]): FieldError =>
    make(
      'FieldValueNotSupported',
      path,
      `Unsupported value: ${show(value)}` +
        (supported.length === 0 ? '' : `: supported values: ${supported.map((s) => JSON.stringify(s)).join(', ')}`),
    ),
  forbidden: (path: FieldPath, detail: string): FieldError => make('FieldValueForbidden', path, `Forbidden: ${detail}`),
  tooLong: (path: FieldPath, limitBytes: number): FieldError =>
    make('FieldValueTooLong', path, `Too long: must have at most ${limitBytes} bytes`),
  tooMany: (path: FieldPath, actual: number, limit: number): FieldError =>
    make('FieldValueTooMany', path, `Too many: ${actual}: must have at most ${limit} items`),
  typeInvalid: (path: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueTypeInvalid', path, `Invalid value: ${show(value)}: ${detail}`),
};
