import type { FieldOptions, FieldType, StructClass } from './field-type.js';

/** A struct whose fields stand flat among those of the outer one in JSON, and nested under `number` on the wire. */
export interface InlinedStruct {
  /** Wire number of the nested message; absent when the struct has no wire form of its own. */
  readonly number?: number;
  readonly type: () => StructClass;
}

/** Facts of a struct beside its fields. */
export interface StructOptions {
  /** Carries `kind` and `apiVersion`: a whole object. */
  readonly typeMeta?: boolean;
  readonly inline?: readonly InlinedStruct[];
  /** `atomic`: one owner for the whole struct wherever it stands. */
  readonly structType?: 'atomic' | 'granular';
  /** Release 1.x in which the struct came; absent: 1.21 or before. */
  readonly since?: number;
  /** Last release 1.x that has the struct; absent: still there. */
  readonly last?: number;
  readonly description?: string;
}

/** One declared field. */
export interface FieldFacts {
  readonly name: string;
  /** Number on the wire. Undefined for what is only in JSON. */
  readonly number: number | undefined;
  readonly type: FieldType;
  readonly options: FieldOptions;
}

/** What the decorators of one class say. */
export interface StructFacts {
  /** `core.v1.ConfigMap`: group folder, version, struct. */
  readonly name: string;
  readonly options: StructOptions;
  /** Own fields in the order they are written; those of inlined structs are theirs. */
  readonly fields: readonly FieldFacts[];
}

const NO_OPTIONS = Object.freeze({});
const fieldsByPrototype = new WeakMap<object, FieldFacts[]>();
const factsByClass = new WeakMap<StructClass, StructFacts>();

/** Declares a class to be a struct of the API. Stores data only; nothing is compiled here. */
export function Struct(name: string, options: StructOptions = NO_OPTIONS) {
  return (type: StructClass): void => {
    factsByClass.set(type, { name, options, fields: fieldsByPrototype.get(type.prototype as object) ?? [] });
  };
}

/** Declares a field by its wire number, its type and its other facts. */
export function Field(number: number | undefined, type: FieldType, options: FieldOptions = NO_OPTIONS) {
  return (prototype: object, name: string): void => {
    const facts: FieldFacts = { name, number, type, options };
    const fields = fieldsByPrototype.get(prototype);
    if (fields) fields.push(facts);
    else fieldsByPrototype.set(prototype, [facts]);
  };
}

/** A struct that is declared by its facts alone, for one that differs little from another. */
export function redeclareStruct(facts: StructFacts): StructClass {
  abstract class Redeclared {}
  factsByClass.set(Redeclared, facts);
  return Redeclared;
}

/** @throws TypeError when the class lacks `@Struct`. */
export function structOf(type: StructClass): StructFacts {
  const facts = factsByClass.get(type);
  if (!facts) throw new TypeError(`class ${(type as { name?: string }).name ?? '?'} has no @Struct decorator`);
  return facts;
}

/** Fields as JSON shows them: inlined structs flattened, own fields first where a name stands twice. */
export function jsonFieldsOf(type: StructClass): readonly FieldFacts[] {
  const facts = structOf(type);
  if (!facts.options.inline) return facts.fields;
  const names = new Set(facts.fields.map((field) => field.name));
  const inlined = facts.options.inline.flatMap((part) => jsonFieldsOf(part.type()));
  return [...facts.fields, ...inlined.filter((field) => !names.has(field.name))];
}
