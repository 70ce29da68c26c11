import { compareBytes } from './byte-order.js';
import type { CompiledNode } from './compiled-node.js';
import { setOwn, type PlainObject } from './plain-object.js';
import type { StructuralSchema } from './structural-schema.js';

/** One declared field. `position` is its place in the canonical order. */
export interface FieldSlot {
  readonly name: string;
  readonly position: number;
  readonly node: CompiledNode;
  /** Its zero value is left out. */
  readonly emptyIsAbsent: boolean;
}

/** Fields every object begins with, whatever the order of its schema. */
const FIRST = ['kind', 'apiVersion', 'metadata'];

/** The fields of a struct in canonical order; shared by all places that refer to the same definition. */
export class StructShape {
  readonly slots: readonly FieldSlot[];
  readonly required: readonly string[];
  /** What is part of this struct, shown as its zero value when absent. */
  readonly parts: readonly FieldSlot[];
  private readonly byName = new Map<string, FieldSlot>();
  private defaults: readonly FieldSlot[] | undefined;
  private rules: readonly FieldSlot[] | undefined;

  constructor(schema: StructuralSchema, isRoot: boolean, compile: (schema: StructuralSchema) => CompiledNode) {
    const properties = schema.properties ?? {};
    // A field of this name could never be set by a plain assignment; no API has one.
    const names = Object.keys(properties).filter((name) => name !== '__proto__');
    const first = isRoot ? FIRST.filter((name) => names.includes(name)) : [];
    const ordered = [...first, ...names.filter((name) => !first.includes(name))];
    this.slots = ordered.map((name, position) => ({
      name,
      position,
      node: compile(properties[name]!),
      emptyIsAbsent: properties[name]!.emptyIsAbsent ?? false,
    }));
    this.parts = this.slots.filter(({ name }) => properties[name]!.absentIsEmpty);
    for (const slot of this.slots) this.byName.set(slot.name, slot);
    this.required = schema.required ?? [];
  }

  slot(name: string): FieldSlot | undefined {
    return this.byName.get(name);
  }

  /** Fields that have a default or hold one somewhere below. */
  get slotsWithDefaults(): readonly FieldSlot[] {
    const has = (node: CompiledNode) => node.default !== undefined;
    return (this.defaults ??= this.slots.filter((slot) => has(slot.node) || slot.node.anyBelow(has)));
  }

  /** Fields about whose value, or something below it, the schema says something. */
  get slotsWithRules(): readonly FieldSlot[] {
    const has = (node: CompiledNode) => node.hasRules;
    return (this.rules ??= this.slots.filter((slot) => has(slot.node) || slot.node.anyBelow(has)));
  }

  /** A copy with declared fields in canonical order, then the others in byte order. */
  inOrder(object: PlainObject): PlainObject {
    const declared: FieldSlot[] = [];
    const others: string[] = [];
    for (const name of Object.keys(object)) {
      const slot = this.byName.get(name);
      if (slot === undefined) others.push(name);
      else declared.push(slot);
    }
    declared.sort((a, b) => a.position - b.position);
    others.sort(compareBytes);
    const out: PlainObject = {};
    for (const slot of declared) out[slot.name] = object[slot.name];
    for (const name of others) setOwn(out, name, object[name]);
    return out;
  }
}
