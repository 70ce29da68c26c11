import type { ObjectMeta } from './object';

/** `meta.k8s.io/v1 Table` with `PartialObjectMetadata` in its rows. */
export interface Table {
  readonly kind?: string;
  readonly metadata?: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  /** Absent in all events of a watch but the first. */
  readonly columnDefinitions?: readonly Column[] | null;
  readonly rows?: readonly { readonly cells: readonly unknown[]; readonly object: { readonly metadata: ObjectMeta } }[];
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0: always shown; more: in the wide view. */
  readonly priority: number;
}

/** What a list keeps of an object: many are kept, so no annotations and no managed fields. */
export interface Row {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly cells: readonly unknown[];
  readonly labels: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly isDeleting: boolean;
}

/** What a server may answer where a table is asked for: one that makes no tables sends objects, a list or in a watch one. */
export type TableAnswer = Table | PlainAnswer;

interface PlainAnswer {
  readonly kind: string;
  readonly metadata?: Partial<ObjectMeta> & NonNullable<Table['metadata']>;
  readonly items?: readonly { readonly metadata: ObjectMeta }[];
}

/** Of rows that the page makes itself. */
const PLAIN_COLUMNS: readonly Column[] = [
  { name: 'Name', type: 'string', format: 'name', priority: 0 },
  { name: 'Age', type: 'string', priority: 0 },
];

const isTable = (answer: TableAnswer): answer is Table => answer.kind === undefined || answer.kind === 'Table';

/** undefined when the answer does not say, as all events of a watch but the first. */
export function columnsOf(answer: TableAnswer): readonly Column[] | undefined {
  return isTable(answer) ? (answer.columnDefinitions ?? undefined) : PLAIN_COLUMNS;
}

export function rowsOf(answer: TableAnswer): Row[] {
  const rows = isTable(answer) ? (answer.rows ?? []) : plainRows(answer);
  return rows.map(({ cells, object: { metadata } }) => ({
    key: metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`,
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    uid: metadata.uid ?? '',
    cells,
    labels: metadata.labels ?? NO_LABELS,
    created: Date.parse(metadata.creationTimestamp ?? '') || 0,
    isDeleting: metadata.deletionTimestamp !== undefined,
  }));
}

function plainRows({ items, metadata }: PlainAnswer): NonNullable<Table['rows']> {
  const objects = items ?? (metadata?.name === undefined ? [] : [{ metadata: { ...metadata, name: metadata.name } }]);
  return objects.map((object) => ({ cells: [object.metadata.name], object }));
}

const NO_LABELS: Readonly<Record<string, string>> = {};
