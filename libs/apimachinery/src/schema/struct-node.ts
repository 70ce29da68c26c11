import { fieldError } from '../field/field-error.js';
import { CompiledNode } from './compiled-node.js';
import { copyOf, isPlainObject, setOwn, type PlainObject } from './plain-object.js';
import type { StructShape } from './struct-shape.js';
import type { StructuralSchema } from './structural-schema.js';
import type { DecodeWalk } from './decode-walk.js';
import type { ValidationWalk } from './validation-walk.js';

/** Declared fields, each of its own type. */
export class StructNode extends CompiledNode {
  override readonly kind = 'struct';
  private readonly keepsUnknown: boolean;
  private compiled: StructShape | undefined;

  constructor(
    schema: StructuralSchema,
    protected override readonly plainType: string,
    /** Called on first use: structs may be recursive. */
    private readonly compileShape: () => StructShape,
  ) {
    super(schema);
    this.keepsUnknown = schema.preserveUnknownFields ?? false;
  }

  private get shape(): StructShape {
    return (this.compiled ??= this.compileShape());
  }

  override field(name: string): CompiledNode | undefined {
    return this.shape.slot(name)?.node;
  }

  override children(): Iterable<CompiledNode> {
    return this.shape.slots.map((slot) => slot.node);
  }

  override get identity(): object {
    return this.shape;
  }

  // HOT PATH (bench: create): walks the members of the value, not the declared fields: a struct of 40 fields rarely has more
  // than five set. Fields in canonical order, as typed clients send them, are copied directly; others are
  // reordered once at the end. Enumerating includes inherited members; parsed values have none, and an inherited
  // member would be checked like any other.
  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (!isPlainObject(value)) return walk.wrongType(value, this.typeName);
    const shape = this.shape;
    const out: PlainObject = {};
    let last = -1;
    let inOrder = true;
    walk.enter();
    for (const name in value) {
      const member = value[name];
      const slot = shape.slot(name);
      walk.at(name);
      if (slot === undefined) {
        if (this.keepsUnknown) {
          setOwn(out, name, member);
          inOrder = false;
        } else {
          walk.unknownField();
        }
        continue;
      }
      if (member === undefined) continue;
      if (member !== null) {
        const decoded = slot.node.decode(member, walk);
        if ((slot.emptyIsAbsent || (slot.emptyIsNull && walk.forStorage)) && isEmpty(decoded)) continue;
        out[name] = decoded;
      } else if (slot.node.nullable) out[name] = null;
      else continue;
      if (slot.position < last) inOrder = false;
      last = slot.position;
    }
    walk.leave();
    for (const part of shape.parts) {
      if (out[part.name] !== undefined) continue;
      out[part.name] = part.zero();
      if (part.position < last) inOrder = false;
    }
    return inOrder ? out : shape.inOrder(out);
  }

  override zero(): unknown {
    const out: PlainObject = {};
    for (const part of this.shape.parts) out[part.name] = part.zero();
    return out;
  }

  override applyDefaults(value: unknown): unknown {
    if (!isPlainObject(value)) return value;
    const shape = this.shape;
    let out: PlainObject | undefined;
    let added = false;
    for (const slot of shape.slotsWithDefaults) {
      const member = Object.hasOwn(value, slot.name) ? value[slot.name] : undefined;
      const next = slot.node.applyDefaults(member === undefined ? copyOf(slot.node.default) : member);
      if (next === member) continue;
      out ??= { ...value };
      out[slot.name] = next;
      added ||= member === undefined;
    }
    if (out === undefined) return value;
    return added ? shape.inOrder(out) : out;
  }

  override get hasRules(): boolean {
    return this.shape.required.length > 0;
  }

  override validate(value: unknown, walk: ValidationWalk): void {
    if (!isPlainObject(value)) return;
    const shape = this.shape;
    for (const name of shape.required) {
      if (!Object.hasOwn(value, name) || value[name] === undefined) {
        walk.refuse((path) => fieldError.required(path.child(name)));
      }
    }
    walk.enter();
    for (const slot of shape.slotsWithRules) {
      const member = Object.hasOwn(value, slot.name) ? value[slot.name] : undefined;
      if (member === undefined || (member === null && slot.node.nullable)) continue;
      walk.at(slot.name);
      slot.node.validate(member, walk);
    }
    walk.leave();
  }
}

/** Whether a decoded value is the zero value of a scalar, list or map. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return !value;
  for (const _member in value) return false;
  return true;
}
