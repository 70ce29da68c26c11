import { compileSchema } from './compile-schema.js';
import type { PlainObject } from './plain-object.js';
import type { CompiledSchema, SchemaNode, StructuralSchema } from './structural-schema.js';

export interface OneField {
  readonly schema: CompiledSchema;
  readonly node: SchemaNode;
  /** The decoded value; undefined when it was dropped. */
  readonly decode: (value: unknown) => unknown;
  /** The value with defaults. */
  readonly fill: (value: unknown) => unknown;
  /** Validation errors: `v.b Required value`. */
  readonly errors: (value: unknown) => string[];
}

/** Schema of an object `T` with the single field `v`, of the tested type. `others` are definitions it may refer to. */
export function oneField(field: StructuralSchema, others: Record<string, StructuralSchema> = {}): OneField {
  const root: StructuralSchema = { type: 'object', properties: { v: field } };
  const schema = compileSchema('x.v1.T', new Map([['x.v1.T', root], ...Object.entries(others)]));
  const report = () => ({ unknownFields: [], duplicateFields: [] });
  return {
    schema,
    node: schema.root.field('v')!,
    decode: (value) => schema.decode({ v: value }, report())['v'],
    fill: (value) => schema.applyDefaults<PlainObject>({ v: value })['v'],
    errors: (value) => schema.validate({ v: value }).map((error) => `${error.field} ${error.detail}`),
  };
}
