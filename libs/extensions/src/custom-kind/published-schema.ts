import type { CustomResourceDefinitionVersion, PublishedSchema, ResourceDefinition } from '@orch/api';
import { publishedSchema, type JsonSchema, type MetaFieldTexts } from '@orch/structural-schema';

/** The first words are those that a conformance test of Kubernetes looks for. */
const TEXTS: MetaFieldTexts = {
  apiVersion: 'APIVersion defines the schema of this object, by group and version: `example.com/v1`.',
  kind: 'Name of the schema of this object, in CamelCase.',
  metadata: "Standard object's metadata: name, labels and others.",
  embeddedApiVersion: 'APIVersion defines the schema of this object, by group and version: `example.com/v1`.',
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
