import { humanAge, type ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { PrinterColumn } from './printer-column.js';

/** A column whose cells are read from one kind. */
export const column = <T extends ApiObject>(
  facts: Omit<PrinterColumn, 'value'>,
  value: (object: T, nowMs: number) => string | number | boolean | null,
): PrinterColumn => ({ ...facts, value: value as PrinterColumn['value'] });

/** Shown in wide output only. */
export const WIDE = 1;

const nameDescription = ({ metadataDescriptions }: Vocabulary): string => metadataDescriptions.name;

export const NAME_COLUMN = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: nameDescription,
  value: (object) => object.metadata.name ?? '',
} satisfies PrinterColumn;

const creationDescription = ({ metadataDescriptions }: Vocabulary): string => metadataDescriptions.creationTimestamp;

export const AGE_COLUMN: PrinterColumn = {
  name: 'Age',
  type: 'string',
  description: creationDescription,
  value: (object, nowMs) => ageSince(object.metadata.creationTimestamp, nowMs),
};

export const CREATED_COLUMN: PrinterColumn = {
  name: 'Created At',
  type: 'date',
  description: creationDescription,
  value: (object) => object.metadata.creationTimestamp ?? null,
};

/** Columns of kinds that declare none. */
export const DEFAULT_COLUMNS: readonly PrinterColumn[] = [NAME_COLUMN, CREATED_COLUMN];

/** `5m`, or `<unknown>` when there is no time. */
export function ageSince(time: string | null | undefined, nowMs: number): string {
  return humanAge(time ? nowMs - Date.parse(time) : undefined);
}
