import { DeleteOptions, ListMeta, schemaDefinitionsOf, Status } from '@orch/api';
import type { SchemaDefinitions, StructuralSchema } from '@orch/apimachinery';

/** List kinds are not declared: every kind has one of this shape. */
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

/** Schemas used by operations that are not kinds of the API. */
const UNDECLARED: SchemaDefinitions = new Map<string, StructuralSchema>([
  ['meta.v1.Patch', { type: 'object', description: 'A patch in the form its media type names.' }],
  [
    'meta.v1.WatchEvent',
    {
      type: 'object',
      description: 'One change, as a watch sends it.',
      required: ['type', 'object'],
      properties: {
        type: { type: 'string', description: 'ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.' },
        object: { format: 'raw', description: 'The object after the change; a Status when the watch failed.' },
      },
    },
  ],
]);

/** Structs that the documents of every group version refer to. */
export const sharedSchemas = (): SchemaDefinitions =>
  new Map([...UNDECLARED, ...[ListMeta, DeleteOptions, Status].flatMap((type) => [...schemaDefinitionsOf(type)])]);
