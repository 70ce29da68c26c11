import type { ListMeta, ObjectMeta } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** A table as the server makes it: columns it chose, one row an object. */
export interface ServerTable {
  readonly kind: 'Table';
  readonly metadata?: ListMeta;
  readonly columnDefinitions: readonly ColumnDefinition[];
  readonly rows?: readonly TableRow[];
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
  return 'kind' in answer && answer.kind === 'Table' && 'columnDefinitions' in answer;
}
