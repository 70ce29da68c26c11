/** Any object of the API, read field by field. Tests compare; they do not need the type of each kind. */
export interface Body {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: Metadata;
  readonly items: readonly Body[];
  readonly spec: Fields;
  readonly status: Fields;
  readonly data: Record<string, string>;
  readonly message: string;
  readonly reason: string;
  readonly code: number;
  readonly details: {
    readonly name?: string;
    readonly kind?: string;
    readonly group?: string;
    readonly uid?: string;
    readonly causes?: readonly { readonly reason?: string; readonly field?: string; readonly message?: string }[];
    readonly retryAfterSeconds?: number;
  };
  readonly [field: string]: unknown;
}

export type Fields = Record<string, unknown>;

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly generation?: number;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}
