import { publishedName } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Definition names in documents: `core.v1.Pod` is `io.orch.api.core.v1.Pod`; shared structs (`meta.`, `pkg.`)
 * and those of extensions have other packages. Custom kinds have names of their own.
 */
export const openApiNaming = (vocabulary: Vocabulary): OpenApiNaming => ({
  extensionPrefix: vocabulary.schemaExtensionPrefix,
  definitionName: (name) => publishedName(name) ?? `${vocabulary.openApiDefinitionPrefix}${packageOf(name)}.${name}`,
});

/** Packages by the first part of a name; all others are in `api`. */
const PACKAGES: Readonly<Record<string, string>> = {
  pkg: 'apimachinery',
  meta: 'apimachinery.pkg.apis',
  apiextensions: 'apiextensions-apiserver.pkg.apis',
  apiregistration: 'kube-aggregator.pkg.apis',
};

const packageOf = (name: string): string => PACKAGES[name.slice(0, name.indexOf('.'))] ?? 'api';
