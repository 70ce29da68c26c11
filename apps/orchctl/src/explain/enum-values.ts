import type { OpenApiSchema } from './openapi-schema.js';

/** How many values a list of fields shows of one. */
const SHOWN_IN_LIST = 4;

/** An empty text is shown as such. */
const shown = (value: unknown): string =>
  value === '' ? '""' : value === null ? '<no value>' : typeof value === 'string' ? value : JSON.stringify(value);

/** The line below a field in a list: its first values. Empty for a field of any value. */
export function enumLine({ enum: values = [] }: OpenApiSchema, indent: string): string {
  if (values.length === 0) return '';
  const first = values.slice(0, SHOWN_IN_LIST).map(shown).join(', ');
  return `\n${indent}enum: ${first}${values.length > SHOWN_IN_LIST ? ', ....' : ''}`;
}

/** All values of a field, a line each. Empty for a field of any value. */
export const enumBlock = ({ enum: values = [] }: OpenApiSchema): string =>
  values.length === 0 ? '' : `ENUM:${values.map((value) => `\n    ${shown(value)}`).join('')}`;
