import { compileSchema } from './compile-schema.js';
import type { PlainObject } from './plain-object.js';
import type { CompiledSchema, SchemaNode, StructuralSchema } from './structural-schema.js';

export interface OneField {
  readonly schema: CompiledSchema;
  readonly node: SchemaNode;
  /** The decoded value; undefined when it was left out. */
  readonly decode: (value: unknown) => unknown;
  /** The value with defaults filled in. */
  readonly fill: (value: unknown) => unknown;
  /** What validation finds: `v.b Required value`. */
  readonly errors: (value: unknown) => string[];
}

/** Schema of an object `T` whose only field is `v`, of the type to be tested. `others` are definitions it may refer to. */
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
