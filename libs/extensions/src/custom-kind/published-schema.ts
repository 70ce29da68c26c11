import type { CustomResourceDefinitionVersion, PublishedSchema, ResourceDefinition } from '@orch/api';
import { publishedSchema, type JsonSchema, type MetaFieldTexts } from '@orch/structural-schema';

const TEXTS: MetaFieldTexts = {
  apiVersion: 'Group and version of the schema of this object: `example.com/v1`.',
  kind: 'Name of the schema of this object, in CamelCase.',
  metadata: 'Name, labels and other metadata.',
  embeddedApiVersion: 'Group and version of the schema of this object: `example.com/v1`.',
  embeddedKind: 'Name of the schema of this object, in CamelCase.',
};

/** How documents show the schema of a version. @param read reads the schema, in steps. */
export function publishedSchemaOf(
  { gvk, vocabulary }: ResourceDefinition,
  { selectableFields = [] }: CustomResourceDefinitionVersion,
  preserveUnknownFields: boolean,
  read: () => Generator<undefined, JsonSchema | undefined>,
): PublishedSchema {
  const options = {
    kind: gvk,
    prefix: vocabulary.schemaExtensionPrefix,
    texts: TEXTS,
    selectableFields: selectableFields.map(({ jsonPath }) => jsonPath),
    preserveUnknownFields,
  };
  return {
    *document(version, metadataName) {
      return yield* publishedSchema(yield* read(), { ...options, metadataName }, version);
    },
  };
}
