import type { HasMetadata } from '@orch/client';
import { parseTemplate } from '../json-path/parse-template.js';
import { renderTemplate } from '../json-path/render-template.js';
import { UserError } from '../user-error.js';
import { parseColumns, columnTable } from './custom-columns.js';
import { objectOrList } from './object-output.js';

/** Text of all objects together. `single`: one object, requested by name, not a list. */
export type ObjectPrinter = (objects: readonly HasMetadata[], single: boolean) => string;

/** Outputs that `describedPrinter` prints. */
export const DESCRIBED_FORMATS = ['jsonpath', 'custom-columns'] as const;

const EXAMPLES = { jsonpath: "'{.metadata.name}'", 'custom-columns': 'NAME:.metadata.name,NODE:.spec.nodeName' };

/**
 * The printer of an output that the user describes: `jsonpath=TEMPLATE` or `custom-columns=HEADER:PATH,...`. Undefined for all others.
 * @throws UserError.
 */
export function describedPrinter(output: string | undefined, header: boolean): ObjectPrinter | undefined {
  if (output === undefined) return undefined;
  const [name = '', ...rest] = output.split('=');
  const described = rest.join('=');
  const format = DESCRIBED_FORMATS.find((candidate) => candidate === name);
  if (!format) return undefined;
  if (described === '') throw new UserError(`-o ${name}: write -o ${name}=${EXAMPLES[format]}`);
  if (format === 'jsonpath') {
    const template = parseTemplate(described);
    return (objects, single) => renderTemplate(template, objectOrList(objects, single));
  }
  const columns = parseColumns(described);
  return (objects) => columnTable(columns, objects, header);
}
