import { compileBounds } from './bounds.js';
import { CompiledNode } from './compiled-node.js';
import type { StructuralSchema } from './structural-schema.js';
import type { ValidationWalk } from './validation-walk.js';

/** Any JSON, kept as it is: the decoded object shares it with the input. */
export class AnyNode extends CompiledNode {
  override readonly kind = 'any';
  protected override readonly plainType: string;
  private readonly rules: ReturnType<typeof compileBounds>;

  constructor(schema: StructuralSchema) {
    super(schema);
    this.plainType = schema.format === 'raw' ? 'runtime.RawExtension' : 'interface {}';
    this.rules = compileBounds(schema);
  }

  override decode(value: unknown): unknown {
    return value;
  }

  override zero(): unknown {
    return null;
  }

  override get hasRules(): boolean {
    return this.rules.length > 0;
  }

  override validate(value: unknown, walk: ValidationWalk): void {
    for (const rule of this.rules) rule(value, walk);
  }
}
