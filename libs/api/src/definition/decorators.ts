import type { Union } from '@orch/apimachinery';
import type { DisabledUse } from './disabled-use.js';
import type { FieldOptions, FieldType, StructClass } from './field-type.js';

/** A struct whose fields are inlined into the outer one in JSON, and nested under `number` on the wire. */
export interface InlinedStruct {
  /** Wire number of the nested message; absent when the struct has no wire form. */
  readonly number?: number;
  readonly type: () => StructClass;
}

/** One type of a value that has several, with its wire number. */
export interface Alternative {
  readonly number: number;
  readonly type: FieldType;
}

/** Options of a struct. */
export interface StructOptions {
  /** Carries `kind` and `apiVersion`: a whole object. */
  readonly typeMeta?: boolean;
  readonly inline?: readonly InlinedStruct[];
  /**
   * Without fields: not an object in JSON but any value (`any`), or one of a few types, recognised by the JSON type. On the wire a
   * message: the text in field 1, or a field for each alternative.
   */
  readonly jsonForm?: 'any' | readonly Alternative[];
  /** `atomic`: one field manager owns the whole struct. */
  readonly structType?: 'atomic' | 'granular';
  /** Release 1.x that added the struct; absent: 1.21 or before. */
  readonly since?: number;
  /** Last release 1.x that has the struct; absent: not removed. */
  readonly last?: number;
  /** For documents: what the struct is. One or two sentences. */
  readonly description?: string;
  /** Struct with the descriptions of this one and of its fields, where they have none. */
  readonly describedAs?: () => StructClass;
  /** What an object loses of this struct while features are disabled, beyond fields with a `featureGate`. */
  readonly disabledUses?: readonly DisabledUse[];
  /** Fields of which one may be set, named by the value of another. For documents only. */
  readonly unions?: readonly Union[];
}

/** One declared field. */
export interface FieldFacts {
  readonly name: string;
  /** Wire number. Undefined for JSON-only fields. */
  readonly number: number | undefined;
  readonly type: FieldType;
  readonly options: FieldOptions;
}

/** Metadata from the decorators of one class. */
export interface StructFacts {
  /** `core.v1.ConfigMap`: group folder, version, struct. */
  readonly name: string;
  readonly options: StructOptions;
  /** Own fields in declaration order, without those of inlined structs. */
  readonly fields: readonly FieldFacts[];
}

const NO_OPTIONS = Object.freeze({});
const fieldsByPrototype = new WeakMap<object, FieldFacts[]>();
const factsByClass = new WeakMap<StructClass, StructFacts>();

/** Declares a class as a struct of the API. Stores metadata only; compiles nothing. */
export function Struct(name: string, options: StructOptions = NO_OPTIONS) {
  return (type: StructClass): void => {
    factsByClass.set(type, { name, options, fields: fieldsByPrototype.get(type.prototype as object) ?? [] });
  };
}

/** Declares a field by wire number, type and options. */
export function Field(number: number | undefined, type: FieldType, options: FieldOptions = NO_OPTIONS) {
  return (prototype: object, name: string): void => {
    const facts: FieldFacts = { name, number, type, options };
    const fields = fieldsByPrototype.get(prototype);
    if (fields) fields.push(facts);
    else fieldsByPrototype.set(prototype, [facts]);
  };
}

/** Declares a struct by metadata alone, for one that differs little from another. */
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

/** Fields in JSON: inlined structs flattened; own fields take precedence over inlined ones of the same name. */
export function jsonFieldsOf(type: StructClass): readonly FieldFacts[] {
  const facts = structOf(type);
  if (!facts.options.inline) return facts.fields;
  const names = new Set(facts.fields.map((field) => field.name));
  const inlined = facts.options.inline.flatMap((part) => jsonFieldsOf(part.type()));
  return [...facts.fields, ...inlined.filter((field) => !names.has(field.name))];
}
