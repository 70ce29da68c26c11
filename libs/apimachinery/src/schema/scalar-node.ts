import { compileBounds } from './bounds.js';
import { CompiledNode } from './compiled-node.js';
import type { StructuralSchema } from './structural-schema.js';
import type { DecodeWalk } from './decode-walk.js';
import type { ValidationWalk } from './validation-walk.js';

/** A value without members. */
export abstract class ScalarNode extends CompiledNode {
  override readonly kind = 'scalar';
  private readonly rules: ReturnType<typeof compileBounds>;

  constructor(schema: StructuralSchema) {
    super(schema);
    this.rules = compileBounds(schema);
  }

  override get hasRules(): boolean {
    return this.rules.length > 0;
  }

  override validate(value: unknown, walk: ValidationWalk): void {
    for (const rule of this.rules) rule(value, walk);
  }
}

export class StringNode extends ScalarNode {
  protected override readonly plainType = 'string';

  override decode(value: unknown, walk: DecodeWalk): unknown {
    return typeof value === 'string' ? value : walk.wrongType(value, this.typeName);
  }

  override zero(): unknown {
    return '';
  }
}

export class BooleanNode extends ScalarNode {
  protected override readonly plainType = 'bool';

  override decode(value: unknown, walk: DecodeWalk): unknown {
    return typeof value === 'boolean' ? value : walk.wrongType(value, this.typeName);
  }

  override zero(): unknown {
    return false;
  }
}

/** Any finite number. */
export class NumberNode extends ScalarNode {
  protected override readonly plainType = 'float64';

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (typeof value !== 'number') return walk.wrongType(value, this.typeName);
    return Number.isFinite(value) ? value : walk.wrongNumber(value, this.typeName);
  }

  override zero(): unknown {
    return 0;
  }
}

const INT32_MAX = 2_147_483_647;

/**
 * Whole numbers; 1.0 and 1e3 are whole. Without `int32` the range is what a double holds exactly (2^53 - 1 either side):
 * a larger one would be stored as a different number, so it is refused.
 */
export class IntegerNode extends ScalarNode {
  protected override readonly plainType: string;
  private readonly min: number;
  private readonly max: number;

  constructor(schema: StructuralSchema) {
    super(schema);
    const short = schema.format === 'int32';
    this.plainType = short ? 'int32' : 'int64';
    this.max = short ? INT32_MAX : Number.MAX_SAFE_INTEGER;
    this.min = short ? -INT32_MAX - 1 : Number.MIN_SAFE_INTEGER;
  }

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (typeof value !== 'number') return walk.wrongType(value, this.typeName);
    if (Number.isInteger(value) && value >= this.min && value <= this.max) return value === 0 ? 0 : value;
    // Typed clients have 64 bits, so the error names the reason.
    const beyondDouble = this.max === Number.MAX_SAFE_INTEGER && Number.isInteger(value);
    return walk.wrongNumber(value, this.typeName, beyondDouble ? ` (${this.min} to ${this.max})` : '');
  }

  override zero(): unknown {
    return 0;
  }
}
