/** A decorated class that describes a struct. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type
export type StructClass = abstract new () => object;

export type ScalarType =
  | 'string'
  | 'int32'
  | 'int64'
  | 'bool'
  | 'double'
  | 'bytes'
  | 'quantity'
  | 'time'
  | 'microTime'
  | 'duration'
  | 'intOrString'
  | 'raw'
  | 'fieldsV1';

/** Releases 1.x: from `since` to `last`. Absent: from the first, to the newest. */
export interface ReleaseRange {
  readonly since?: number;
  readonly last?: number;
}

/**
 * Type of a field. A struct is a thunk, so that structs may be recursive.
 * An enum lists known values for documentation; the strategy validates them.
 */
export type FieldType =
  | ScalarType
  | (() => StructClass)
  | { readonly list: FieldType }
  | { readonly map: FieldType }
  | {
      readonly enum: readonly string[];
      readonly open?: true;
      readonly releases?: Readonly<Record<string, ReleaseRange>>;
    };

export const listOf = (list: FieldType): FieldType => ({ list });
export const mapOf = (map: FieldType): FieldType => ({ map });
export const enumOf = (...values: readonly string[]): FieldType => ({ enum: values });
/** An enum of which documents show some values only in some releases. Decoding and defaults know all of them. */
export const enumByRelease = (
  values: readonly string[],
  releases: Readonly<Record<string, ReleaseRange>>,
): FieldType => ({ enum: values, releases });
/** An enum that gets values in later releases: documents do not list the known ones, which generated clients would enforce. */
export const openEnumOf = (...values: readonly string[]): FieldType => ({ enum: values, open: true });

/** Options of a field. */
export interface FieldOptions {
  /** Go-like pointer: absent and zero differ on the wire. */
  readonly pointer?: boolean;
  /** For schema documents and clients; only strategies reject absent fields. Default false. */
  readonly required?: boolean;
  /**
   * The zero value is written, as of a required field: null for a pointer, list or map. Structs and times without pointer are always
   * written. `specified`: where the vocabulary shows the zero values of the specification. Default false.
   */
  readonly zeroIsShown?: boolean | 'specified';
  /** Of a list whose zero value is written: an empty one that was sent is stored as such, and not as null. Default false. */
  readonly keepsEmpty?: true;
  /** First release 1.x that omits the zero value of a field that is otherwise always written. Default: none. */
  readonly zeroOmittedSince?: number;
  /** In the required list of documents, although the server accepts and shows objects without it. Default false. */
  readonly documentedAsRequired?: true;
  readonly default?: unknown;
  /** Default in documents: `default`, or the zero value. Absent: the zero value of a field that is always written, else none. */
  readonly documentedDefault?: 'own' | 'zero';
  readonly listType?: 'atomic' | 'set' | 'map';
  /** List type in documents of a field that is not a list there, such as bytes. */
  readonly documentedListType?: 'atomic';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly structType?: 'atomic' | 'granular';
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly featureGate?: string;
  /** What drops the field while its feature is disabled. Default: the registry, before the strategy runs. */
  readonly droppedBy?: 'strategy';
  /** Release 1.x that added the field; absent: 1.21 or before. */
  readonly since?: number;
  /** Last release 1.x that has the field; absent: not removed. */
  readonly last?: number;
  /** For documents: what the field means, its unit and default. One or two sentences. */
  readonly description?: string;
  /** Go type in decode errors, for named types: `v1.Protocol`, `[]types.UID`. Default: derived from the type. */
  readonly goType?: string;
  /** Of a list: nested in a separate message on the wire, so that an absent and an empty list differ. */
  readonly wrapped?: boolean;
}
