import { isRecord } from '../../api/object';
import { extension, type Schema } from '../../schema/fields';

/** How a field is edited. `yaml`: as a fragment of YAML, where the schema leaves open what it holds. */
export type Control =
  | 'text'
  | 'time'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'int-or-string'
  | 'quantity'
  | 'object'
  | 'map'
  | 'list'
  | 'yaml';

/** @param schema resolved. */
export function controlOf(schema: Schema): Control {
  if (schema.enum?.every(isScalar) === true) return 'choice';
  if (extension(schema, 'int-or-string') === true || schema.format === 'int-or-string') return 'int-or-string';
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? 'time' : 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return schema.type;
    case 'array':
      return schema.items === undefined ? 'yaml' : 'list';
    case 'object':
      return structureOf(schema);
    default:
      return ofAlternatives(schema);
  }
}

function structureOf({ properties, additionalProperties }: Schema): Control {
  if (properties !== undefined && Object.keys(properties).length > 0) return 'object';
  return typeof additionalProperties === 'object' ? 'map' : 'yaml';
}

/** Without a type: fields, or one of several scalar types; otherwise anything. */
function ofAlternatives(schema: Schema): Control {
  const structure = structureOf(schema);
  if (structure !== 'yaml') return structure;
  const types = (schema.oneOf ?? schema.anyOf ?? []).map(({ type }) => type);
  if (types.length === 0 || !types.every((type) => ['string', 'integer', 'number'].includes(type ?? ''))) return 'yaml';
  return types.includes('integer') ? 'int-or-string' : 'quantity';
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Whether the control can show what is there; otherwise it is shown as YAML. */
export function fits(control: Control, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (control === 'yaml') return true;
  if (control === 'list') return Array.isArray(value);
  if (control === 'object' || control === 'map') return isRecord(value);
  return isScalar(value);
}

/** `integer, 1 to 10`: what may be written, in a few words; '' when the control says it. */
export function typeText(control: Control, schema: Schema): string {
  const { format = '', minimum, maximum, pattern, minLength, maxLength } = schema;
  const named: Partial<Record<Control, string>> = {
    integer: 'integer',
    number: 'number',
    'int-or-string': 'integer or text',
    quantity: 'quantity',
    time: 'time',
    yaml: 'YAML',
  };
  const name = named[control] ?? (control === 'text' && format === 'byte' ? 'base64' : '');
  const bounds = rangeText(minimum, maximum);
  const length = rangeText(minLength, maxLength);
  const isText = control === 'text';
  return [
    name,
    bounds,
    isText && length !== '' ? `${length} characters` : '',
    isText && pattern !== undefined && pattern.length <= 60 ? `matches ${pattern}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined && least !== 0) return `at least ${least}`;
  return most === undefined ? '' : `at most ${most}`;
}
