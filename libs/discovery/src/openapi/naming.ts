import type { OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Definition names in documents: `core.v1.Pod` is `io.orch.api.core.v1.Pod`; shared structs (`meta.`, `pkg.`)
 * have another package.
 */
export const openApiNaming = (vocabulary: Vocabulary): OpenApiNaming => ({
  extensionPrefix: vocabulary.schemaExtensionPrefix,
  definitionName: (name) => `${vocabulary.openApiDefinitionPrefix}${packageOf(name)}.${name}`,
});

function packageOf(name: string): string {
  if (name.startsWith('pkg.')) return 'apimachinery';
  return name.startsWith('meta.') ? 'apimachinery.pkg.apis' : 'api';
}
