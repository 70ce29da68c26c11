import type { StructuralSchema } from '@orch/apimachinery';

/** List kinds are not declared: every kind has one of this shape. */
export const LIST_SUFFIX = 'List';

/** Schema of a collection of objects of `kind`, whose struct is `schemaName`. */
export const listSchema = (schemaName: string, kind: string): StructuralSchema => ({
  type: 'object',
  description: `A collection of objects of kind ${kind}.`,
  required: ['items'],
  properties: {
    apiVersion: { type: 'string', description: 'Group and version of the schema of this list: `apps/v1`.' },
    items: {
      type: 'array',
      items: { ref: schemaName, default: {} },
      description: `The objects of kind ${kind}, sorted by namespace and name.`,
    },
    kind: { type: 'string', description: 'Name of the schema of this list, in CamelCase.' },
    metadata: { ref: 'meta.v1.ListMeta', default: {}, description: 'Resource version and continue token of the list.' },
  },
});

/** One change, as a watch sends it. */
export const WATCH_EVENT_SCHEMA: StructuralSchema = {
  type: 'object',
  description: 'One change, as a watch sends it.',
  required: ['type', 'object'],
  properties: {
    object: {
      ref: 'pkg.runtime.RawExtension',
      description:
        'ADDED and MODIFIED: the new state of the object. DELETED: its last state. BOOKMARK: only its resource version. ERROR: usually a Status.',
    },
    type: { type: 'string', default: '', description: 'ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.' },
  },
};
