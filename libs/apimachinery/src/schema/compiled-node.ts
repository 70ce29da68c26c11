import type { SchemaFormat, SchemaNode, StructuralSchema } from './structural-schema.js';
import type { DecodeWalk } from './decode-walk.js';
import type { ValidationWalk } from './validation-walk.js';

/** What a node does beside carrying markers. Each kind of value has its own subclass, so that no walk asks what it is. */
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
  readonly default: unknown;
  readonly emptyIsAbsent: boolean;

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
    this.default = schema.default;
    this.emptyIsAbsent = schema.emptyIsAbsent ?? false;
  }

  /** Of a type that has no name of its own. */
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

  /** The canonical form of `value`, which is neither null nor undefined. Never changes it. */
  abstract decode(value: unknown, walk: DecodeWalk): unknown;

  /** What stands in for a null inside a list or a map, where absence is impossible. */
  abstract zero(): unknown;

  /** What typed clients hold in a required field, or in a struct that is always there, of which nothing is said yet. */
  blank(): unknown {
    return null;
  }

  /** Fills defaults below `value`; gives `value` itself when there is nothing to fill. */
  applyDefaults(value: unknown): unknown {
    return value;
  }

  /** Adds to the walk what the schema says against `value`. */
  validate(_value: unknown, _walk: ValidationWalk): void {}

  /** Whether `validate` can ever find anything in this very value (its members aside). */
  get hasRules(): boolean {
    return false;
  }

  /** Nodes one step below. */
  children(): Iterable<CompiledNode> {
    return [];
  }

  /** What nodes that are the same place in a recursion have in common, so that a search visits it once. */
  get identity(): object {
    return this;
  }

  /** Whether `test` holds for any node below this one, however deep. */
  anyBelow(test: (node: CompiledNode) => boolean, seen = new Set<object>()): boolean {
    if (seen.has(this.identity)) return false;
    seen.add(this.identity);
    for (const child of this.children()) {
      if (test(child) || child.anyBelow(test, seen)) return true;
    }
    return false;
  }
}

/** an unset list type follows from the strategic-merge markers. */
function listTypeOf(schema: StructuralSchema): SchemaNode['listType'] {
  if (schema.listType !== undefined) return schema.listType;
  if (!schema.patchStrategy?.split(',').includes('merge')) return undefined;
  if (schema.patchMergeKey !== undefined) return 'map';
  return schema.type === 'array' ? 'set' : undefined;
}
