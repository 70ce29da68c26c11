import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { InternalColumn, InternalSubresources } from '../conversion/internal-definition.js';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** A row of a table is computed in one turn: all its cells, and at first the paths are parsed. */
const MAX_COLUMNS = 1_000;
const MAX_PATH_CHARACTERS = 65_536;

/** Columns of tables. */
export function validateColumns(path: FieldPath, columns: readonly InternalColumn[] = []): FieldError[] {
  if (columns.length > MAX_COLUMNS) return [fieldError.tooMany(path, columns.length, MAX_COLUMNS)];
  const characters = columns.reduce((sum, { JSONPath = '' }) => sum + JSONPath.length, 0);
  const detail = `paths must have at most ${MAX_PATH_CHARACTERS} characters together`;
  return [
    ...columns.flatMap((column, index) => validateColumn(path.index(index), column)),
    ...(characters > MAX_PATH_CHARACTERS ? [fieldError.forbidden(path, detail)] : []),
  ];
}

function validateColumn(path: FieldPath, { name, type, format, JSONPath }: InternalColumn): FieldError[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  const errors: FieldError[] = [];
  if (!name) errors.push(fieldError.required(path.child('name')));
  if (!type) errors.push(fieldError.required(path.child('type'), types));
  else if (!COLUMN_TYPES.includes(type)) errors.push(fieldError.invalid(path.child('type'), type, types));
  if (format && !COLUMN_FORMATS.includes(format)) {
    errors.push(fieldError.invalid(path.child('format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  }
  const at = path.child('JSONPath');
  return [...errors, ...(JSONPath ? validateSimplePath(at, JSONPath) : [fieldError.required(at)])];
}

/** Schemas of real definitions are a dozen levels deep; a value at such a path is written with all its parents. */
const MAX_PATH_FIELDS = 128; // with the empty one before the first point

const tooManyFields = (path: FieldPath): FieldError =>
  fieldError.invalid(path, '', `must name at most ${MAX_PATH_FIELDS - 1} fields`);

/** Where the sub-resource `scale` finds its values. */
export function validateSubresources(path: FieldPath, subresources: InternalSubresources | undefined): FieldError[] {
  const { scale } = subresources ?? {};
  if (!scale) return [];
  const below = (field: string, text: string, roots: readonly string[], where: string): FieldError[] => {
    const at = path.child(`scale.${field}`);
    const errors = validateSimplePath(at, text);
    if (text.split('.').length > MAX_PATH_FIELDS) return [tooManyFields(at)];
    if (errors.length > 0 || roots.some((root) => text.startsWith(root))) return errors;
    return [fieldError.invalid(at, text, `should be a json path under ${where}`)];
  };
  const required = (field: 'specReplicasPath' | 'statusReplicasPath', root: string): FieldError[] => {
    const text = scale[field];
    return text ? below(field, text, [`${root}.`], root) : [fieldError.required(path.child(`scale.${field}`))];
  };
  return [
    ...required('specReplicasPath', '.spec'),
    ...required('statusReplicasPath', '.status'),
    ...(scale.labelSelectorPath
      ? below('labelSelectorPath', scale.labelSelectorPath, ['.spec.', '.status.'], 'either .spec or .status')
      : []),
  ];
}

/** A path in dot notation; kube-apiserver checks only how it begins. */
const validateSimplePath = (path: FieldPath, text: string): FieldError[] =>
  text.startsWith('.') ? [] : [fieldError.invalid(path, text, 'must be a simple json path starting with .')];

const MAX_WARNING_BYTES = 256;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** The text of the warning of a deprecated version. */
export function validateDeprecationWarning(
  path: FieldPath,
  deprecated: boolean | undefined,
  warning: string | undefined,
): FieldError[] {
  if (warning === undefined) return [];
  const refused = (detail: string) => fieldError.invalid(path, warning, detail);
  if (!deprecated) return [refused('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(warning) > MAX_WARNING_BYTES) errors.push(refused('must be <= 256 characters long'));
  if (warning === '') errors.push(refused('must not be an empty string'));
  let offset = 0;
  for (const character of warning) {
    if (!PRINTABLE.test(character)) {
      const detail = `non-printable character found at index ${offset}`;
      errors.push(refused(`must only contain printable UTF-8 characters; ${detail}`));
      break;
    }
    offset += Buffer.byteLength(character);
  }
  return errors;
}
