import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { InternalNames } from '../conversion/internal-definition.js';

/** Rejects a text that is not a DNS label of RFC 1035. All faults are one error. */
export function validateLabel(path: FieldPath, text: string, shown = text, prefix = ''): FieldError[] {
  const faults = validateName('dns-1035-label', text);
  return faults.length === 0 ? [] : [fieldError.invalid(path, shown, `${prefix}${faults.join(',')}`)];
}

/** Short names and categories of a kind, at most, each: discovery lists them. */
const MAX_NAMES = 1_000;

const MIXED_CASE = 'may have mixed case, but should otherwise match: ';

/** Names of a spec or those that were accepted; absent ones pass. */
export function validateNames(path: FieldPath, names: InternalNames): FieldError[] {
  const { plural, singular, kind, listKind, shortNames = [], categories = [] } = names;
  const label = (field: string, text: string | undefined) => (text ? validateLabel(path.child(field), text) : []);
  const mixed = (field: string, text: string | undefined) =>
    text ? validateLabel(path.child(field), text.toLowerCase(), text, MIXED_CASE) : [];
  const labels = (field: string, texts: readonly string[]) =>
    texts.length > MAX_NAMES
      ? [fieldError.tooMany(path.child(field), texts.length, MAX_NAMES)]
      : texts.flatMap((text, index) => validateLabel(path.child(field).index(index), text));
  return [
    ...label('plural', plural),
    ...label('singular', singular),
    ...mixed('kind', kind),
    ...mixed('listKind', listKind),
    ...labels('shortNames', shortNames),
    ...(kind && kind === listKind
      ? [fieldError.invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...labels('categories', categories),
  ];
}

/** Names that a spec must have. */
export const validateNamesPresent = (path: FieldPath, names: InternalNames): FieldError[] =>
  (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((field) => !names[field])
    .map((field) => fieldError.required(path.child(field)));
