import type { OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** How structs are named in documents: `core.v1.Pod` is `io.orch.api.core.v1.Pod`, the meta group has its own package. */
export const openApiNaming = (vocabulary: Vocabulary): OpenApiNaming => ({
  extensionPrefix: vocabulary.schemaExtensionPrefix,
  definitionName: (name) =>
    `${vocabulary.openApiDefinitionPrefix}${name.startsWith('meta.') ? 'apimachinery.pkg.apis' : 'api'}.${name}`,
});
