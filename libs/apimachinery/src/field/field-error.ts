import type { FieldPath } from './field-path.js';
import { goStrings, GoValue } from './go-syntax.js';
import { quotedText } from './quoted-text.js';

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
  /** Built when it is first read: of very many errors only the first ones are answered. */
  readonly detail: string;
}

/** Maximum characters of the quoted value: more than any name or address has. */
const SHOWN = 1_024;

/** A value in a message, as kube-apiserver prints it. Structs and maps come as {@link GoValue}. */
function show(value: unknown): string {
  if (value instanceof GoValue) return value.text;
  // Only the quoted part of a long string is escaped.
  if (typeof value === 'string') return shortened(quotedText(value.slice(0, SHOWN)));
  if (value === undefined || value === null) return '"null"';
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return shortened(goStrings(value, SHOWN));
  return shortened(JSON.stringify(value));
}

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text);

function make(reason: FieldErrorReason, path: FieldPath, print: () => string): FieldError {
  let printed: string | undefined;
  return {
    reason,
    field: path.toString(),
    get detail() {
      return (printed ??= print());
    },
  };
}

/** Creates field errors with the messages of kube-apiserver. */
export const fieldError = {
  required: (path: FieldPath, detail = ''): FieldError =>
    make('FieldValueRequired', path, () => (detail === '' ? 'Required value' : `Required value: ${detail}`)),
  invalid: (path: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueInvalid', path, () => `Invalid value: ${show(value)}${detail === '' ? '' : `: ${detail}`}`),
  /** As `invalid`, for a value that is too large or of no help to show. */
  invalidUnseen: (path: FieldPath, detail: string): FieldError =>
    make('FieldValueInvalid', path, () => `Invalid value: ${detail}`),
  duplicate: (path: FieldPath, value: unknown): FieldError =>
    make('FieldValueDuplicate', path, () => `Duplicate value: ${show(value)}`),
  notFound: (path: FieldPath, value: unknown, detail = ''): FieldError =>
    make('FieldValueNotFound', path, () => `Not found: ${show(value)}${detail === '' ? '' : `: ${detail}`}`),
  notSupported: (path: FieldPath, value: unknown, supported: readonly string[]): FieldError =>
    make(
      'FieldValueNotSupported',
      path,
      () =>
        `Unsupported value: ${show(value)}` +
        (supported.length === 0 ? '' : `: supported values: ${supported.map((s) => JSON.stringify(s)).join(', ')}`),
    ),
  forbidden: (path: FieldPath, detail: string): FieldError =>
    make('FieldValueForbidden', path, () => `Forbidden: ${detail}`),
  tooLong: (path: FieldPath, limitBytes: number): FieldError =>
    make('FieldValueTooLong', path, () => `Too long: may not be more than ${limitBytes} bytes`),
  tooMany: (path: FieldPath, actual: number, limit: number): FieldError =>
    make('FieldValueTooMany', path, () => `Too many: ${actual}: must have at most ${limit} items`),
  typeInvalid: (path: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueTypeInvalid', path, () => `Invalid value: ${show(value)}: ${detail}`),
};
