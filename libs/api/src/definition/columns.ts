import { humanAge, type ApiObject } from '@orch/apimachinery';
import type { PrinterColumn } from './kind-declaration.js';

/** A column whose cells are read from one kind. */
export const column = <T extends ApiObject>(
  facts: Omit<PrinterColumn, 'value'>,
  value: (object: T, nowMs: number) => string | number | boolean | null,
): PrinterColumn => ({ ...facts, value: value as PrinterColumn['value'] });

/** Shown in wide output only. */
export const WIDE = 1;

export const NAME_COLUMN: PrinterColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique in its namespace.',
  value: (object) => object.metadata.name ?? '',
};

export const AGE_COLUMN: PrinterColumn = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created.',
  value: (object, nowMs) => ageSince(object.metadata.creationTimestamp, nowMs),
};

/** `5m`, or `<unknown>` when there is no time. */
export function ageSince(time: string | undefined, nowMs: number): string {
  return humanAge(time ? nowMs - Date.parse(time) : undefined);
}
