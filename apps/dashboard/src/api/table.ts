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

export function rowsOf(table: Table): Row[] {
  return (table.rows ?? []).map(({ cells, object: { metadata } }) => ({
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

const NO_LABELS: Readonly<Record<string, string>> = {};
