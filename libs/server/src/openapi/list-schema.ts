import type { SchemaDefinitions, StructuralSchema } from '@orch/apimachinery';

/** Lists are not declared: every kind has one of this shape. */
export const LIST_SUFFIX = 'List';

const TYPE_META: Readonly<Record<string, StructuralSchema>> = {
  apiVersion: { type: 'string', description: 'Group and version of the schema of this object.' },
  kind: { type: 'string', description: 'Name of the schema of this object.' },
};

/** Schema of a collection of `schemaName`. */
export const listSchema = (schemaName: string): StructuralSchema => ({
  type: 'object',
  description: 'A collection of objects of one kind.',
  required: ['items'],
  properties: {
    ...TYPE_META,
    metadata: { ref: 'meta.v1.ListMeta', default: {} },
    items: { type: 'array', items: { ref: schemaName, default: {} } },
  },
});

/** Structs that documents refer to and no kind declares. */
export const SHARED_SCHEMAS: SchemaDefinitions = new Map<string, StructuralSchema>([
  [
    'meta.v1.ListMeta',
    {
      type: 'object',
      properties: {
        continue: { type: 'string', description: 'Token of the next page.' },
        remainingItemCount: { type: 'integer', format: 'int64' },
        resourceVersion: { type: 'string' },
        selfLink: { type: 'string' },
      },
    },
  ],
  [
    'meta.v1.DeleteOptions',
    {
      type: 'object',
      properties: {
        ...TYPE_META,
        dryRun: { type: 'array', items: { type: 'string' } },
        gracePeriodSeconds: { type: 'integer', format: 'int64' },
        orphanDependents: { type: 'boolean' },
        preconditions: { ref: 'meta.v1.Preconditions' },
        propagationPolicy: { type: 'string' },
      },
    },
  ],
  [
    'meta.v1.Preconditions',
    { type: 'object', properties: { resourceVersion: { type: 'string' }, uid: { type: 'string' } } },
  ],
  ['meta.v1.Patch', { type: 'object', description: 'A patch in the form its media type names.' }],
  [
    'meta.v1.Status',
    {
      type: 'object',
      properties: {
        ...TYPE_META,
        code: { type: 'integer', format: 'int32' },
        details: { ref: 'meta.v1.StatusDetails' },
        message: { type: 'string' },
        metadata: { ref: 'meta.v1.ListMeta', default: {} },
        reason: { type: 'string' },
        status: { type: 'string' },
      },
    },
  ],
  [
    'meta.v1.StatusDetails',
    {
      type: 'object',
      properties: {
        causes: { type: 'array', items: { ref: 'meta.v1.StatusCause', default: {} }, listType: 'atomic' },
        group: { type: 'string' },
        kind: { type: 'string' },
        name: { type: 'string' },
        retryAfterSeconds: { type: 'integer', format: 'int32' },
        uid: { type: 'string' },
      },
    },
  ],
  [
    'meta.v1.StatusCause',
    {
      type: 'object',
      properties: { field: { type: 'string' }, message: { type: 'string' }, reason: { type: 'string' } },
    },
  ],
]);
