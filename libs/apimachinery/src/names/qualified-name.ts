import { consistsOf, DASH, DIGIT, DOT, LOWER, UNDERSCORE, UPPER } from './character-class.js';
import { MAX_LABEL_LENGTH, tooLong, validateName } from './name-rule.js';

const ALPHANUMERIC = LOWER | UPPER | DIGIT;
const NAME_CHARACTERS = ALPHANUMERIC | DASH | DOT | UNDERSCORE;

const NAME_PATTERN = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME_PATTERN}')`;
const SHAPE_RULE =
  "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  `character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME_PATTERN}') with an optional ` +
  "DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with " +
  "an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  `'(${NAME_PATTERN})?')`;

const isNamePart = (text: string): boolean => consistsOf(text, ALPHANUMERIC, NAME_CHARACTERS, ALPHANUMERIC);

/** Errors of `name` or `prefix/name`, the format of label keys and finalizers (C-136); empty when valid. */
export function validateQualifiedName(text: string): string[] {
  const slash = text.indexOf('/');
  const name = text.slice(slash + 1);
  if (name.includes('/')) return [SHAPE_RULE];
  const faults: string[] = [];
  if (slash === 0) faults.push('prefix part must be non-empty');
  else if (slash > 0) {
    for (const fault of validateName('dns-subdomain', text.slice(0, slash))) faults.push(`prefix part ${fault}`);
  }
  if (name === '') faults.push('name part must be non-empty');
  else for (const fault of tooLong(name, MAX_LABEL_LENGTH)) faults.push(`name part ${fault}`);
  if (!isNamePart(name)) faults.push(`name part ${NAME_RULE}`);
  return faults;
}

export const isQualifiedName = (text: string): boolean => validateQualifiedName(text).length === 0;

/** C-136. */
export const validateLabelKey = (key: string): string[] => validateQualifiedName(key);

/** C-137: like the name part of a key, or empty. */
export function validateLabelValue(value: string): string[] {
  return [...tooLong(value, MAX_LABEL_LENGTH), ...(value === '' || isNamePart(value) ? [] : [LABEL_VALUE_RULE])];
}

/** C-138: like label keys, with a case-insensitive prefix. */
export const validateAnnotationKey = (key: string): string[] => validateQualifiedName(key.toLowerCase());
