import type { SchemaFormat, SchemaNode, StructuralSchema } from './structural-schema.js';
import type { DecodeWalk } from './decode-walk.js';
import type { ValidationWalk } from './validation-walk.js';

/** Operations of a node, in addition to its markers. One subclass per type of value, so that walks need no type checks. */
export abstract class CompiledNode implements SchemaNode {
  abstract readonly kind: SchemaNode['kind'];
  readonly format: SchemaFormat | undefined;
  private readonly namedType: string | undefined;
  readonly scalarType: SchemaNode['scalarType'];
  readonly listType: SchemaNode['listType'];
  readonly listMapKeys: readonly string[];
  readonly mapType: 'atomic' | 'granular';
  readonly patchStrategy: string | undefined;
  readonly patchMergeKey: string | undefined;

  /** A null is kept as a value. */
  readonly nullable: boolean;
  /** Undefined also for the zero value of a field whose zero value is stored as absence. */
  readonly default: unknown;
  readonly emptyIsAbsent: boolean;
  /** Its empty value is stored as null. */
  readonly storesNulls: boolean;

  constructor(schema: StructuralSchema) {
    this.format = schema.format;
    this.namedType = schema.typeName;
    this.scalarType = schema.type === 'object' || schema.type === 'array' ? undefined : schema.type;
    this.listType = listTypeOf(schema);
    this.listMapKeys =
      schema.listMapKeys ?? (this.listType === 'map' && schema.patchMergeKey ? [schema.patchMergeKey] : []);
    this.mapType = schema.mapType ?? 'granular';
    this.patchStrategy = schema.patchStrategy;
    this.patchMergeKey = schema.patchMergeKey;
    this.nullable = schema.nullable ?? false;
    this.emptyIsAbsent = schema.emptyIsAbsent ?? false;
    this.storesNulls = schema.emptyIsNull ?? false;
    this.default = this.emptyIsAbsent && isZero(schema.default) ? undefined : schema.default;
  }

  /** Type name when the schema has none. */
  protected abstract readonly plainType: string;

  get typeName(): string {
    return this.namedType ?? this.plainType;
  }

  get items(): CompiledNode | undefined {
    return undefined;
  }

  field(_name: string): CompiledNode | undefined {
    return undefined;
  }

  /** The canonical form of `value`, which is neither null nor undefined. Does not mutate it. */
  abstract decode(value: unknown, walk: DecodeWalk): unknown;

  /** Zero value of an embedded field; also replaces a null inside a list or a map, where a value cannot be absent. */
  abstract zero(): unknown;

  /** Fills defaults below `value`; returns `value` itself when there are none. */
  applyDefaults(value: unknown): unknown {
    return value;
  }

  /** Adds the validation errors of `value` to the walk. */
  validate(_value: unknown, _walk: ValidationWalk): void {}

  /** Whether `validate` has rules for the value itself, apart from its members. */
  get hasRules(): boolean {
    return false;
  }

  /** Child nodes. */
  children(): Iterable<CompiledNode> {
    return [];
  }

  /** Equal for nodes at the same place of a recursive schema, so that a search visits them once. */
  get identity(): object {
    return this;
  }

  /** Whether `test` holds for any descendant. */
  anyBelow(test: (node: CompiledNode) => boolean, seen = new Set<object>()): boolean {
    if (seen.has(this.identity)) return false;
    seen.add(this.identity);
    for (const child of this.children()) {
      if (test(child) || child.anyBelow(test, seen)) return true;
    }
    return false;
  }
}

/** derives an unset list type from the strategic-merge markers. */
function listTypeOf(schema: StructuralSchema): SchemaNode['listType'] {
  if (schema.listType !== undefined) return schema.listType;
  if (!schema.patchStrategy?.split(',').includes('merge')) return undefined;
  if (schema.patchMergeKey !== undefined) return 'map';
  return schema.type === 'array' ? 'set' : undefined;
}

const isZero = (value: unknown): boolean => value === 0 || value === '' || value === false;
