import { AlternativesNode } from './alternatives-node.js';
import { AnyNode } from './any-node.js';
import type { CompiledNode } from './compiled-node.js';
import { ByteNode, DurationNode, IntOrStringNode, QuantityNode, TimeNode } from './format-node.js';
import { ListNode } from './list-node.js';
import { MapNode } from './map-node.js';
import { isPlainObject, type PlainObject } from './plain-object.js';
import { BooleanNode, IntegerNode, NumberNode, StringNode } from './scalar-node.js';
import { StructNode } from './struct-node.js';
import { StructShape } from './struct-shape.js';
import type {
  CompiledSchema,
  DecodeReport,
  SchemaDefinitions,
  SchemaNode,
  StructuralSchema,
} from './structural-schema.js';
import { DecodeWalk } from './decode-walk.js';
import { ANONYMOUS_STRUCT } from './walk.js';
import { ValidationWalk } from './validation-walk.js';
import type { FieldError } from '../field/field-error.js';

/**
 * Compiles the definition `name`. Cheap: each struct is compiled on first use.
 * The root is an API object: `kind`, `apiVersion` and `metadata` come first, in that order.
 * @throws RangeError when `name`, or later a `ref` that a value reaches, is not in `definitions`.
 */
export function compileSchema(name: string, definitions: SchemaDefinitions): CompiledSchema {
  return new Schema(new SchemaCompiler(definitions).root(name));
}

class Schema implements CompiledSchema {
  private zero: PlainObject | undefined;
  private nulls: boolean | undefined;

  constructor(private readonly node: CompiledNode) {}

  get root(): SchemaNode {
    return this.node;
  }

  get empty(): PlainObject {
    return (this.zero ??= this.node.zero() as PlainObject);
  }

  decode(value: unknown, report: DecodeReport): PlainObject {
    return this.decoded(value, new DecodeWalk(this.node, report, false));
  }

  stored(object: unknown): PlainObject {
    return this.decoded(object, new DecodeWalk(this.node, { unknownFields: [], duplicateFields: [] }, true));
  }

  get storesNulls(): boolean {
    return (this.nulls ??= this.node.anyBelow((node) => node.storesNulls));
  }

  private decoded(value: unknown, walk: DecodeWalk): PlainObject {
    if (!isPlainObject(value)) return walk.wrongType(value, this.node.typeName);
    return this.node.decode(value, walk) as PlainObject;
  }

  applyDefaults<T>(value: T): T {
    return this.node.applyDefaults(value) as T;
  }

  validate(value: unknown): FieldError[] {
    const walk = new ValidationWalk(this.node);
    this.node.validate(value, walk);
    return walk.errors;
  }
}

/** Compiles schemas to nodes; all references to a struct schema share one shape. */
class SchemaCompiler {
  private readonly shapes = new Map<StructuralSchema, StructShape>();

  constructor(private readonly definitions: SchemaDefinitions) {}

  root(name: string): CompiledNode {
    return this.compile({ ref: name }, true);
  }

  private compile(use: StructuralSchema, isRoot = false): CompiledNode {
    const { target, refName } = this.resolve(use);
    const schema = atUse(target, use);
    const structName = refName === undefined ? ANONYMOUS_STRUCT : refName.split('.').slice(-2).join('.');
    switch (schema.format) {
      case 'raw':
        return new AnyNode(schema);
      case 'int-or-string':
        return new IntOrStringNode(schema);
      case 'byte':
        return new ByteNode(schema);
      case 'quantity':
        return new QuantityNode(schema);
      case 'date-time':
      case 'micro-time':
        return new TimeNode(schema);
      case 'duration':
        return new DurationNode(schema);
      default:
        break;
    }
    switch (schema.type) {
      case 'string':
        return new StringNode(schema);
      case 'integer':
        return new IntegerNode(schema);
      case 'number':
        return new NumberNode(schema);
      case 'boolean':
        return new BooleanNode(schema);
      case 'array':
        return new ListNode(schema, schema.items ? this.compile(schema.items) : new AnyNode({}));
      default:
        break;
    }
    if (schema.alternatives) {
      return new AlternativesNode(
        schema,
        schema.alternatives.map((alternative) => this.compile(alternative)),
      );
    }
    if (schema.additionalProperties) return new MapNode(schema, this.compile(schema.additionalProperties));
    if (schema.type === undefined && schema.properties === undefined && !schema.embeddedResource)
      return new AnyNode(schema);
    return new StructNode(schema, structName, () => this.shapeOf(target, isRoot));
  }

  private shapeOf(schema: StructuralSchema, isRoot: boolean): StructShape {
    // The root has a different field order, so it is not shared with references to the same definition.
    if (isRoot) return new StructShape(asWhole(schema), true, (property) => this.compile(property));
    let shape = this.shapes.get(schema);
    if (shape === undefined) {
      const embedded = schema.embeddedResource ?? false;
      shape = new StructShape(embedded ? asWhole(schema) : schema, embedded, (property) => this.compile(property));
      this.shapes.set(schema, shape);
    }
    return shape;
  }

  /** Resolves references. */
  private resolve(use: StructuralSchema): { target: StructuralSchema; refName: string | undefined } {
    let target = use;
    let refName: string | undefined;
    const passed = new Set<string>();
    while (target.ref !== undefined) {
      refName = target.ref;
      const next = this.definitions.get(refName);
      if (next === undefined) throw new RangeError(`schema "${refName}" is not defined`);
      if (passed.has(refName)) throw new RangeError(`schema "${refName}" refers only to itself`);
      passed.add(refName);
      target = next;
    }
    return { target, refName };
  }
}

/** The target of a reference, overridden by the referring schema. */
function atUse(target: StructuralSchema, use: StructuralSchema): StructuralSchema {
  return {
    ...target,
    typeName: use.typeName ?? target.typeName,
    default: use.default ?? target.default,
    nullable: use.nullable ?? target.nullable,
    listType: use.listType ?? target.listType,
    listMapKeys: use.listMapKeys ?? target.listMapKeys,
    mapType: use.mapType ?? target.mapType,
    patchStrategy: use.patchStrategy ?? target.patchStrategy,
    patchMergeKey: use.patchMergeKey ?? target.patchMergeKey,
  };
}

/** An embedded object has kind, apiVersion and metadata, also when its schema does not list them. */
function asWhole(schema: StructuralSchema): StructuralSchema {
  if (!schema.embeddedResource) return schema;
  return {
    ...schema,
    properties: {
      kind: { type: 'string' },
      apiVersion: { type: 'string' },
      metadata: { type: 'object', preserveUnknownFields: true },
      ...schema.properties,
    },
    required: [...new Set(['apiVersion', 'kind', ...(schema.required ?? [])])],
  };
}
