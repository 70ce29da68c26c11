import { compileSchema, type CompiledSchema, type StructuralSchema } from '@orch/apimachinery';

const text: StructuralSchema = { type: 'string', emptyIsAbsent: true };
const texts: StructuralSchema = { type: 'object', additionalProperties: { type: 'string' }, emptyIsAbsent: true };

/** Metadata as that of built-in kinds, as far as tests need it. */
export const metadataFixture: CompiledSchema = compileSchema(
  'v1.ObjectMeta',
  new Map<string, StructuralSchema>([
    [
      'v1.ObjectMeta',
      {
        type: 'object',
        properties: {
          name: text,
          generateName: text,
          namespace: text,
          uid: text,
          resourceVersion: text,
          generation: { type: 'integer', format: 'int64', emptyIsAbsent: true },
          creationTimestamp: { type: 'string', format: 'date-time' },
          labels: texts,
          annotations: texts,
          finalizers: { type: 'array', items: { type: 'string' }, emptyIsAbsent: true },
          managedFields: { type: 'array', items: { format: 'raw' }, emptyIsAbsent: true },
        },
      },
    ],
  ]),
);
