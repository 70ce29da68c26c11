import type { WorkLimit } from '../work/work-limit.js';

/**
 * Structural OpenAPI v3 schema with merge markers: the input of validation, defaulting, pruning, merging and documentation.
 * Built-in kinds are compiled to it from decorated classes (`@orch/api`), custom resources define their own.
 */
export interface StructuralSchema {
  /** Name in `SchemaDefinitions`; then only `description`, `default` and the markers are used here. */
  readonly ref?: string;
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly format?: SchemaFormat;
  /** Go type in decode errors: `v1.Protocol`. Default: derived from the schema. */
  readonly typeName?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  /** Schema of the values of a map; excludes `properties`. */
  readonly additionalProperties?: StructuralSchema;
  readonly items?: StructuralSchema;
  /** Without a type: the value has one of these, recognised by its JSON type: boolean, list or object. */
  readonly alternatives?: readonly StructuralSchema[];
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Merge type of lists. Unset with `patchStrategy` merge: `map` by `patchMergeKey`. */
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  /** Merge type of maps and structs; unset is granular. */
  readonly mapType?: 'atomic' | 'granular';
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  /** For structs: fields of which one may be set. Documented only. */
  readonly unions?: readonly Union[];
  /** For struct fields: the zero value (`""`, 0, false, no items) equals absence and is dropped (`omitempty`). */
  readonly emptyIsAbsent?: boolean;
  /** For struct fields: embedded in the parent, so an absent one is shown as the zero value of its type. */
  readonly absentIsEmpty?: boolean;
  /** For struct fields: always present, so an absent one is shown as null: pointers, lists, maps and times. */
  readonly absentIsNull?: boolean;
  /** For struct fields with `absentIsNull`: one without items is stored as null. */
  readonly emptyIsNull?: boolean;
  readonly preserveUnknownFields?: boolean;
  /** The value is an object with apiVersion, kind and metadata. */
  readonly embeddedResource?: boolean;
}

/** A field whose value names the one other field that is set. */
export interface Union {
  readonly discriminator: string;
  /** Value of the discriminator by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Formats with a canonical form: `int32`, `int64` are range-checked, `byte` is base64 (wrong alphabet or padding
 * is refused), `date-time` is RFC 3339 with seconds and `Z`, `micro-time` with six decimals, `quantity` is
 * canonical, `int-or-string` is either, `raw` is any JSON.
 */
export type SchemaFormat =
  | 'int32'
  | 'int64'
  | 'double'
  | 'byte'
  | 'date-time'
  | 'micro-time'
  | 'duration'
  | 'quantity'
  | 'int-or-string'
  | 'raw';

/** Named schemas that `ref` points to; may be recursive. */
export type SchemaDefinitions = ReadonlyMap<string, StructuralSchema>;

/** Maximum number of reported unknown or duplicate fields: a body can have 100,000, each with a path of a megabyte. */
export const MAX_REPORTED_FIELDS = 100;

/** Strict decoding errors: paths such as `spec.containers[0].foo`; at most `MAX_REPORTED_FIELDS` of each. */
export interface DecodeReport {
  readonly unknownFields: string[];
  readonly duplicateFields: string[];
}

/** A compiled schema. Never mutates arguments. */
export interface CompiledSchema {
  /**
   * Decodes parsed JSON into the canonical object: checks types, drops nulls, unknown fields and omittable zero
   * values, converts formats to canonical form, puts struct fields in schema order and map keys in byte order. Fills no defaults.
   * @param report collects the dropped fields.
   * @throws ApiError BadRequest on a wrong type: `json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string` (C-089).
   */
  decode(value: unknown, report: DecodeReport): Record<string, unknown>;
  /** As `decode`, of a configuration to apply, where more unknown fields may be allowed. Default: `decode`. */
  decodeConfiguration?(value: unknown, report: DecodeReport): Record<string, unknown>;
  /** The canonical form of an object to store: as `decode` again, and empty lists and maps that are always present are null. */
  stored(object: unknown): Record<string, unknown>;
  /** Whether a decoded object may differ from its stored form. */
  readonly storesNulls: boolean;
  /**
   * Fills defaults of absent fields, also inside list items and present structs. Returns a new object that shares unchanged parts.
   * @param limit of those that add much to a small object. Default: none. @throws WorkLimitError.
   */
  applyDefaults<T>(value: T, limit?: WorkLimit): T;
  /** Validates values: required, enum, bounds, duplicate set items and map keys. */
  validate(value: unknown): import('../field/field-error.js').FieldError[];
  readonly root: SchemaNode;
  /**
   * Zero value of typed clients: embedded structs, null for required lists and maps, zero for
   * required scalars. The fields that a create sets are those that differ from it. Do not mutate.
   */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** One compiled node of a schema, with the markers for patch, merge and apply. */
export interface SchemaNode {
  readonly kind: 'struct' | 'map' | 'list' | 'scalar' | 'any';
  readonly format: SchemaFormat | undefined;
  /** Go type in decode errors: `string`, `[]string`, `v1.PodSpec`. */
  readonly typeName: string;
  readonly scalarType: 'string' | 'integer' | 'number' | 'boolean' | undefined;
  /** Struct: the field's node. Map: the node of every value. Undefined when there is none. */
  field(name: string): SchemaNode | undefined;
  /** List: the node of every item. */
  readonly items: SchemaNode | undefined;
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: 'atomic' | 'granular';
  readonly patchStrategy: string | undefined;
  readonly patchMergeKey: string | undefined;
  /** Default of an absent value; undefined: none. */
  readonly default: unknown;
  /** For struct fields: the zero value is stored as absence. */
  readonly emptyIsAbsent: boolean;
}
