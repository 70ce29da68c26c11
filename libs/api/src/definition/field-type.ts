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
 * Type of a field. A struct is given as a thunk, so that structs may refer to each other in circles.
 * An enum lists known values for documentation; whether others are refused is the strategy's to say.
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

/** Facts of a field beside its type and wire number. */
export interface FieldOptions {
  /** Go-like pointer: absent and zero differ on the wire. */
  readonly pointer?: boolean;
  /** Absent is refused by nobody unless a strategy says so; documents and clients read it. Default false. */
  readonly required?: boolean;
  /** Always shown in JSON, as 0 or an empty string where nobody set it: a part of a status that clients read as it stands. Default false. */
  readonly zeroIsShown?: boolean;
  readonly default?: unknown;
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly structType?: 'atomic' | 'granular';
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly featureGate?: string;
  /** Who takes the field out while its feature is off. Default: the registry, before the strategy sees it. */
  readonly droppedBy?: 'strategy';
  /** Release 1.x in which the field came; absent: 1.21 or before. */
  readonly since?: number;
  /** Last release 1.x that has the field; absent: still there. */
  readonly last?: number;
  readonly description?: string;
  /** Its type in messages of decode errors, where that has a name of its own: `v1.Protocol`, `[]types.UID`. Default: follows from the type. */
  readonly goType?: string;
  /** Of a list: on the wire it stands in a message of its own, so that none and an empty one differ. */
  readonly wrapped?: boolean;
}
