import { fieldError } from '../field/field-error.js';
import { compileBounds } from './bounds.js';
import { CompiledNode } from './compiled-node.js';
import { identityText, isPlainObject, type PlainObject } from './plain-object.js';
import type { StructuralSchema } from './structural-schema.js';
import type { DecodeWalk } from './decode-walk.js';
import type { ValidationWalk } from './validation-walk.js';

/** Items of one type, in the given order. */
export class ListNode extends CompiledNode {
  override readonly kind = 'list';
  private readonly rules: ReturnType<typeof compileBounds>;
  /** Identity of an item that must be unique; undefined: duplicates are valid. */
  private readonly identityOf: ((item: unknown) => unknown) | undefined;
  private defaultsBelow: boolean | undefined;
  private rulesBelow: boolean | undefined;

  constructor(
    schema: StructuralSchema,
    private readonly item: CompiledNode,
  ) {
    super(schema);
    this.rules = compileBounds(schema);
    // Only an explicit list type requires unique items: one derived from merge markers does not.
    if (schema.listType === 'set') this.identityOf = (value) => value;
    if (schema.listType === 'map') this.identityOf = (value) => this.keysOf(value);
  }

  protected override get plainType(): string {
    return `[]${this.item.typeName}`;
  }

  override get items(): CompiledNode {
    return this.item;
  }

  override children(): Iterable<CompiledNode> {
    return [this.item];
  }

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (!Array.isArray(value)) return walk.wrongType(value, this.typeName);
    const item = this.item;
    const out: unknown[] = [];
    walk.enter();
    for (let i = 0; i < value.length; i++) {
      const member: unknown = value[i];
      walk.at(i);
      if (member === null || member === undefined) out.push(item.nullable ? null : item.zero());
      else out.push(item.decode(member, walk));
    }
    walk.leave();
    return out;
  }

  override zero(): unknown {
    return [];
  }

  override applyDefaults(value: unknown): unknown {
    this.defaultsBelow ??= this.anyBelow((node) => node.default !== undefined);
    if (!this.defaultsBelow || !Array.isArray(value)) return value;
    let out: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const member: unknown = value[i];
      const next = this.item.applyDefaults(member);
      if (next !== member) (out ??= value.slice())[i] = next;
    }
    return out ?? value;
  }

  override get hasRules(): boolean {
    return this.rules.length > 0 || this.identityOf !== undefined;
  }

  override validate(value: unknown, walk: ValidationWalk): void {
    if (!Array.isArray(value)) return;
    for (const rule of this.rules) rule(value, walk);
    if (this.identityOf !== undefined && value.length > 1) this.findRepeats(value, this.identityOf, walk);
    this.rulesBelow ??= this.anyBelow((node) => node.hasRules);
    if (!this.rulesBelow) return;
    walk.enter();
    for (let i = 0; i < value.length; i++) {
      walk.at(i);
      this.item.validate(value[i], walk);
    }
    walk.leave();
  }

  private findRepeats(value: readonly unknown[], identityOf: (item: unknown) => unknown, walk: ValidationWalk): void {
    const seen = new Set<string>();
    for (let i = 0; i < value.length; i++) {
      const identity = identityOf(value[i]);
      const text = identityText(identity);
      if (seen.has(text)) walk.refuse((path) => fieldError.duplicate(path.index(i), identity));
      seen.add(text);
    }
  }

  /** Values of the key fields of an item of a `map` list; an absent one counts as its default. */
  private keysOf(item: unknown): unknown {
    if (!isPlainObject(item)) return item;
    const keys: PlainObject = {};
    for (const key of this.listMapKeys) keys[key] = item[key] ?? this.item.field(key)?.default ?? null;
    return keys;
  }
}
