import { isPlainObject, type ListMeta, type ObjectMeta } from '@orch/apimachinery';
import {
  amountShape,
  anyListShape,
  listMetaShape,
  listShape,
  listShapeOf,
  objectMetaShape,
  objectShape,
  requiredShape,
  structShape,
  textShape,
  type Shape,
} from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';

/** A table as the server makes it: columns it chose, one row an object. */
export interface ServerTable {
  readonly kind: 'Table';
  readonly metadata?: ListMeta;
  /** Absent or null in later events of a watch. */
  readonly columnDefinitions?: readonly ColumnDefinition[] | null;
  readonly rows?: readonly TableRow[] | null;
}

export interface ColumnDefinition {
  readonly name: string;
  readonly type?: string;
  /** Zero is always shown, more only in wide output. */
  readonly priority?: number;
}

export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object?: { readonly metadata?: ObjectMeta };
}

/** Prefers tables, takes plain objects: a server or an aggregated API may know no tables. */
export function tableAccept(vocabulary: Vocabulary): string {
  return `application/json;as=Table;v=v1;g=${vocabulary.groups.meta},application/json`;
}

export function isServerTable(answer: object): answer is ServerTable {
  return 'kind' in answer && answer.kind === 'Table';
}

const tableShape = structShape({
  metadata: listMetaShape,
  columnDefinitions: listShapeOf(structShape({ name: requiredShape(textShape), priority: amountShape })),
  rows: listShapeOf(
    structShape({
      // A value that an object does not have is null.
      cells: requiredShape(anyListShape),
      object: structShape({ metadata: objectMetaShape }),
    }),
  ),
});

/** Whether an answer is a list of objects. */
export const isObjectList = (answer: object): answer is { readonly items: unknown } => 'items' in answer;

/** What a server answers to `tableAccept`: a table, a list or an object. */
export const tabularShape: Shape = (answer) => {
  if (!isPlainObject(answer)) return objectShape(answer);
  if (isServerTable(answer)) return tableShape(answer);
  return isObjectList(answer) ? listShape(answer) : objectShape(answer);
};
