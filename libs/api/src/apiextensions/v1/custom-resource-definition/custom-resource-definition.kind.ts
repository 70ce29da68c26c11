import { CREATED_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { storedDefinitionDefaults } from '../../conversion/definition-defaults.js';
import { definitionStatus, definitionStrategy } from '../../custom-resource-definition.strategy.js';
import { CustomResourceDefinition } from './custom-resource-definition.types.js';
import { schemaStructsIn } from './json-schema-props.types.js';

/** In the spelling of published definitions. */
export const publishedDefinitionKind: KindDeclaration = {
  type: CustomResourceDefinition,
  group: 'apiextensions',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  plainFinalizers: true,
  slowValidation: true,
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  deleteFinalizer: ({ finalizers }) => finalizers.customResourceCleanup,
  columns: [NAME_COLUMN, CREATED_COLUMN],
  defaults: storedDefinitionDefaults,
  strategy: definitionStrategy,
  subresources: { status: definitionStatus },
};

export const customResourceDefinitionKind: KindDeclaration = {
  ...publishedDefinitionKind,
  inVocabulary: (vocabulary) => ({
    ...publishedDefinitionKind,
    type: schemaStructsIn(vocabulary)(CustomResourceDefinition),
  }),
};
