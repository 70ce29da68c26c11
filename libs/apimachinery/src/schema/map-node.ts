import { inByteOrder } from './byte-order.js';
import { CompiledNode } from './compiled-node.js';
import { isPlainObject, setOwn, type PlainObject } from './plain-object.js';
import type { StructuralSchema } from './structural-schema.js';
import type { DecodeWalk } from './decode-walk.js';
import type { ValidationWalk } from './validation-walk.js';

/**
 * Values of one type under arbitrary keys, in byte order. Keys that look like array indexes come first, by number: JavaScript
 * objects order them so.
 */
export class MapNode extends CompiledNode {
  override readonly kind = 'map';
  private defaultsBelow: boolean | undefined;
  private rulesBelow: boolean | undefined;

  constructor(
    schema: StructuralSchema,
    private readonly values: CompiledNode,
  ) {
    super(schema);
  }

  protected override get plainType(): string {
    return `map[string]${this.values.typeName}`;
  }

  override field(_name: string): CompiledNode {
    return this.values;
  }

  override children(): Iterable<CompiledNode> {
    return [this.values];
  }

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (!isPlainObject(value)) return walk.wrongType(value, this.typeName);
    const values = this.values;
    const out: PlainObject = {};
    walk.enter();
    for (const key of inByteOrder(Object.keys(value))) {
      const member = value[key];
      walk.at(key);
      if (member === null || member === undefined) setOwn(out, key, values.nullable ? null : values.zero());
      else setOwn(out, key, values.decode(member, walk));
    }
    walk.leave();
    return out;
  }

  override zero(): unknown {
    return {};
  }

  override applyDefaults(value: unknown): unknown {
    this.defaultsBelow ??= this.anyBelow((node) => node.default !== undefined);
    if (!this.defaultsBelow || !isPlainObject(value)) return value;
    let out: PlainObject | undefined;
    for (const key of Object.keys(value)) {
      const member = value[key];
      const next = this.values.applyDefaults(member);
      if (next === member) continue;
      out ??= { ...value };
      setOwn(out, key, next);
    }
    return out ?? value;
  }

  override validate(value: unknown, walk: ValidationWalk): void {
    this.rulesBelow ??= this.anyBelow((node) => node.hasRules);
    if (!this.rulesBelow || !isPlainObject(value)) return;
    walk.enter();
    for (const key of Object.keys(value)) {
      walk.at(key);
      this.values.validate(value[key], walk);
    }
    walk.leave();
  }
}
