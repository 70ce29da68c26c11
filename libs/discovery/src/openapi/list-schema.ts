import { customSchemaName, listKindOf, type ResourceDefinition } from '@orch/api';
import type { StructuralSchema } from '@orch/apimachinery';
import { isCustom } from './is-custom.js';

/** Name of the schema of the lists of a kind. */
export const listSchemaName = (definition: ResourceDefinition): string =>
  isCustom(definition)
    ? customSchemaName({ ...definition.gvk, kind: listKindOf(definition) })
    : `${definition.schemaName}List`;

/** Schema of the lists of a kind. List kinds are not declared: every kind has one of this shape. */
export function listSchema(definition: ResourceDefinition): StructuralSchema {
  const { schemaName, gvk } = definition;
  // Schemas of custom kinds have no defaults of structs.
  const absent = isCustom(definition) ? {} : { default: {} };
  return {
    type: 'object',
    description: `A collection of objects of kind ${gvk.kind}.`,
    required: ['items'],
    properties: {
      apiVersion: { type: 'string', description: 'Group and version of the schema of this list: `apps/v1`.' },
      items: {
        type: 'array',
        items: { ref: schemaName, ...absent },
        description: `The objects of kind ${gvk.kind}, sorted by namespace and name.`,
      },
      kind: { type: 'string', description: 'Name of the schema of this list, in CamelCase.' },
      metadata: { ref: 'meta.v1.ListMeta', ...absent, description: 'Resource version and continue token of the list.' },
    },
  };
}

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
