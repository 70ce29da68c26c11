import type { StructuralSchema } from '@orch/apimachinery';

/** Values of several types have a named schema, for `kubectl explain` and generated clients. */
const INT_OR_STRING = 'pkg.util.intstr.IntOrString';
const INT_OR_STRING_SCHEMA: StructuralSchema = { format: 'int-or-string', description: 'A whole number, or a text.' };

/** Replaces formats inside a schema by references to named schemas; calls `use` for each. */
export function withNamedFormats(
  schema: StructuralSchema,
  use: (name: string, schema: StructuralSchema) => void,
): StructuralSchema {
  const inside = (inner: StructuralSchema): StructuralSchema => {
    if (inner.format !== 'int-or-string') return withNamedFormats(inner, use);
    use(INT_OR_STRING, INT_OR_STRING_SCHEMA);
    const { format: _format, ...rest } = inner;
    return { ...rest, ref: INT_OR_STRING };
  };
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(items ? { items: inside(items) } : {}),
    ...(additionalProperties ? { additionalProperties: inside(additionalProperties) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, inside(inner)])) }
      : {}),
  };
}
