import type { FieldFacts } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion, type StructVersion } from '../../definition/struct-version.js';
import { fromInternal, toInternal } from '../conversion/convert-definition.js';
import { olderDefinitionDefaults } from '../conversion/definition-defaults.js';
import { olderDefinitionStrategy } from '../custom-resource-definition.strategy.js';
import { WebhookClientConfig } from '../v1/custom-resource-definition/conversion.types.js';
import { publishedDefinitionKind } from '../v1/custom-resource-definition/custom-resource-definition.kind.js';
import {
  CustomResourceColumnDefinition,
  CustomResourceSubresources,
  CustomResourceValidation,
  SelectableField,
} from '../v1/custom-resource-definition/custom-resource-definition.types.js';
import { schemaStructsIn } from '../v1/custom-resource-definition/json-schema-props.types.js';

/** What the spec has for all versions. */
const SHARED: readonly FieldFacts[] = [
  {
    name: 'version',
    number: 2,
    type: 'string',
    options: { description: 'The only version, or the first of `versions`.' },
  },
  {
    name: 'validation',
    number: 5,
    type: () => structs(CustomResourceValidation),
    options: { pointer: true, description: 'Schema of all versions.' },
  },
  {
    name: 'subresources',
    number: 6,
    type: () => structs(CustomResourceSubresources),
    options: { pointer: true, description: 'Sub-resources of all versions.' },
  },
  {
    name: 'additionalPrinterColumns',
    number: 8,
    type: listOf(() => structs(CustomResourceColumnDefinition)),
    options: { listType: 'atomic', description: 'Columns of tables of all versions.' },
  },
  {
    name: 'selectableFields',
    number: 11,
    type: listOf(() => structs(SelectableField)),
    options: {
      listType: 'atomic',
      featureGate: 'CustomResourceFieldSelectors',
      since: 30,
      description: 'Fields of all versions that field selectors may name.',
    },
  },
];

const structs: StructVersion = structVersion('apiextensions.v1', 'apiextensions.v1beta1', {
  fields: {
    'CustomResourceDefinitionSpec.versions': { required: false },
    'CustomResourceDefinitionSpec.preserveUnknownFields': {
      pointer: true,
      description: 'Keeps fields that no schema names. Default: true.',
    },
    'CustomResourceConversion.webhook': {
      name: 'webhookClientConfig',
      type: () => structs(WebhookClientConfig),
      description: 'Where the webhook is. Required by the strategy `Webhook`.',
    },
    'CustomResourceColumnDefinition.jsonPath': { name: 'JSONPath' },
  },
  added: {
    CustomResourceDefinitionSpec: SHARED,
    CustomResourceConversion: [
      {
        name: 'conversionReviewVersions',
        number: 3,
        type: listOf('string'),
        options: {
          listType: 'atomic',
          description: 'Versions of ConversionReview that the webhook understands. Default: v1beta1.',
        },
      },
    ],
  },
});

const convert = { toStored: fromInternal, fromStored: toInternal };

const published: KindDeclaration = {
  ...siblingVersion(publishedDefinitionKind, {
    version: 'v1beta1',
    structs,
    convert,
    defaults: olderDefinitionDefaults,
    lifecycle: {
      deprecated: 16,
      removed: 22,
      replacement: { group: 'apiextensions', version: 'v1', kind: 'CustomResourceDefinition' },
    },
  }),
  // Its own form is what is validated: the stored one cannot show what both the spec and versions have.
  strategy: olderDefinitionStrategy,
  // A function, as two forms of the older version have the same stored one.
  conversion: () => ({
    storedAs: { group: 'apiextensions', version: 'v1', kind: 'CustomResourceDefinition' },
    ...convert,
  }),
};

/** The older version, removed in 1.22: what all versions have in common may be in the spec (B-457). */
export const customResourceDefinitionV1Beta1Kind: KindDeclaration = {
  ...published,
  inVocabulary: (vocabulary) => ({ ...published, type: schemaStructsIn(vocabulary, 'v1beta1')(published.type) }),
};
