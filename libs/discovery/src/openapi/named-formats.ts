import type { StructuralSchema } from '@orch/apimachinery';

/** Values of more than one type have a schema of their own, by which explaining and generated clients name them. */
const INT_OR_STRING = 'pkg.util.intstr.IntOrString';
const INT_OR_STRING_SCHEMA: StructuralSchema = { format: 'int-or-string', description: 'A whole number, or a text.' };

/** What is inside a schema refers to named formats instead of spelling them out; `use` is told of each. */
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
