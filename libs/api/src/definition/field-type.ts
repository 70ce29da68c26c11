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

/**
 * Type of a field. A struct is a thunk, so that structs may be recursive.
 * An enum lists known values for documentation; the strategy validates them.
 */
export type FieldType =
  | ScalarType
  | (() => StructClass)
  | { readonly list: FieldType }
  | { readonly map: FieldType }
  | { readonly enum: readonly string[] };

export const listOf = (list: FieldType): FieldType => ({ list });
export const mapOf = (map: FieldType): FieldType => ({ map });
export const enumOf = (...values: readonly string[]): FieldType => ({ enum: values });

/** Options of a field. */
export interface FieldOptions {
  /** Go-like pointer: absent and zero differ on the wire. */
  readonly pointer?: boolean;
  /** For schema documents and clients; only strategies reject absent fields. Default false. */
  readonly required?: boolean;
  /** Always present in JSON, as 0 or an empty string when unset: a part of a status that clients require. Default false. */
  readonly zeroIsShown?: boolean;
  readonly default?: unknown;
  readonly listType?: 'atomic' | 'set' | 'map';
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
  readonly description?: string;
  /** Go type in decode errors, for named types: `v1.Protocol`, `[]types.UID`. Default: derived from the type. */
  readonly goType?: string;
  /** Of a list: nested in a separate message on the wire, so that an absent and an empty list differ. */
  readonly wrapped?: boolean;
}
