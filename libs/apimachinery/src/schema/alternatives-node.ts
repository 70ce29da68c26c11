import { CompiledNode } from './compiled-node.js';
import type { DecodeWalk } from './decode-walk.js';
import type { StructuralSchema } from './structural-schema.js';
import type { ValidationWalk } from './validation-walk.js';

type JsonType = 'boolean' | 'list' | 'object';

/**
 * A value of one of several types, recognised by its JSON type: a boolean, a list or an object. Merges and field owners see it as any
 * JSON, without the markers of its types, as documents declare none of them.
 */
export class AlternativesNode extends CompiledNode {
  override readonly kind = 'any';
  protected override readonly plainType = 'interface {}';
  private readonly byType = new Map<JsonType, CompiledNode>();

  constructor(schema: StructuralSchema, alternatives: readonly CompiledNode[]) {
    super(schema);
    for (const node of alternatives) this.byType.set(jsonTypeOf(node), node);
  }

  override children(): Iterable<CompiledNode> {
    return this.byType.values();
  }

  /** A boolean is required where there may be one; elsewhere a value of another type is none, which is null in JSON. */
  override decode(value: unknown, walk: DecodeWalk): unknown {
    const node = this.nodeOf(value);
    if (node) return node.decode(value, walk);
    return this.byType.has('boolean') ? walk.malformed('boolean or JSON schema expected') : null;
  }

  override zero(): unknown {
    return this.byType.has('boolean') ? false : null;
  }

  override applyDefaults(value: unknown): unknown {
    return this.nodeOf(value)?.applyDefaults(value) ?? value;
  }

  override validate(value: unknown, walk: ValidationWalk): void {
    this.nodeOf(value)?.validate(value, walk);
  }

  private nodeOf(value: unknown): CompiledNode | undefined {
    if (typeof value === 'boolean') return this.byType.get('boolean');
    if (typeof value !== 'object' || value === null) return undefined;
    return this.byType.get(Array.isArray(value) ? 'list' : 'object');
  }
}

function jsonTypeOf({ kind, scalarType }: CompiledNode): JsonType {
  if (scalarType === 'boolean') return 'boolean';
  return kind === 'list' ? 'list' : 'object';
}
