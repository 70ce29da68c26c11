/**
 * What one engine validates, defaults, prunes, merges and documents from: structural OpenAPI v3 with merge markers.
 * Built-in kinds are compiled to it from decorated classes (`@orch/api`), custom resources bring theirs.
 */
export interface StructuralSchema {
  /** Name in `SchemaDefinitions`; then nothing else but `description`, `default` and the markers is read here. */
  readonly ref?: string;
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly format?: SchemaFormat;
  /** The type in messages of decode errors, in Go's spelling: `v1.Protocol`. Default: follows from the schema. */
  readonly typeName?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  /** Schema of the values of a map; excludes `properties`. */
  readonly additionalProperties?: StructuralSchema;
  readonly items?: StructuralSchema;
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
  /** How lists merge. Unset with `patchStrategy` merge: `map` by `patchMergeKey`. */
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  /** How maps and structs merge; unset is granular. */
  readonly mapType?: 'atomic' | 'granular';
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  /** Of a struct's field: its zero value (`""`, 0, false, no items) says no more than its absence, and is left out. */
  readonly emptyIsAbsent?: boolean;
  /** Of a struct's field that is a struct, a number or a string: it is part of its parent, so an absent one is shown as its zero value. */
  readonly absentIsEmpty?: boolean;
  readonly preserveUnknownFields?: boolean;
  /** Value is a whole object with apiVersion, kind and metadata. */
  readonly embeddedResource?: boolean;
}

/**
 * Formats with their own canonical form: `int32`, `int64` are range-checked, `byte` is base64 (wrong alphabet or padding
 * is refused), `date-time` is RFC 3339 written with seconds and `Z`, `micro-time` with six decimals, `quantity` is
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

/** Named schemas that `ref` points to; they may refer to each other in circles. */
export type SchemaDefinitions = ReadonlyMap<string, StructuralSchema>;

/** Of more dropped or repeated fields only so many are reported: a body can hold 100,000, each with a path of a megabyte. */
export const MAX_REPORTED_FIELDS = 100;

/** What strict decoding complains about; paths as clients read them, `spec.containers[0].foo`; at most `MAX_REPORTED_FIELDS` of each. */
export interface DecodeReport {
  readonly unknownFields: string[];
  readonly duplicateFields: string[];
}

/** A schema compiled once, walked many times. Arguments are never changed. */
export interface CompiledSchema {
  /**
   * Turns parsed JSON into the canonical object: checks types, drops nulls, unknown fields and zero values that say
   * nothing, writes known formats in canonical form, puts struct fields in schema order and map keys in byte order. Fills no defaults.
   * @param report collects the fields that were dropped.
   * @throws ApiError BadRequest on a wrong type: `json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string` (C-089).
   */
  decode(value: unknown, report: DecodeReport): Record<string, unknown>;
  /** Fills defaults where a field is absent, also inside list items and present structs. Returns a new object, sharing what did not change. */
  applyDefaults<T>(value: T): T;
  /** Checks what the schema says about values: required, enum, bounds, duplicate set items and map keys. */
  validate(value: unknown): import('../field/field-error.js').FieldError[];
  readonly root: SchemaNode;
  /**
   * What typed clients hold before anything is said: structs that are always there, null for required lists and maps, zero for
   * required scalars. What a create sets is told apart from it. Not to be changed.
   */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** One compiled place in a schema: what patch, merge and apply ask for markers. */
export interface SchemaNode {
  readonly kind: 'struct' | 'map' | 'list' | 'scalar' | 'any';
  readonly format: SchemaFormat | undefined;
  /** In messages of decode errors, in Go's spelling: `string`, `[]string`, `v1.PodSpec`. */
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
  /** What stands for an absent value; undefined: nothing does. */
  readonly default: unknown;
  /** Field of a struct: its zero value is stored as absence. */
  readonly emptyIsAbsent: boolean;
}
