import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { STABLE_DEMANDS, webhookStrategy } from './webhook.strategy.js';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from './webhook.types.js';

const configuration = (
  kind: string,
  type: typeof MutatingWebhookConfiguration | typeof ValidatingWebhookConfiguration,
): KindDeclaration => ({
  type,
  group: 'admissionregistration',
  version: 'v1',
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  categories: ['api-extensions'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  plainFinalizers: true,
  generation: true,
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<ValidatingWebhookConfiguration>(
      {
        name: 'Webhooks',
        type: 'integer',
        description: 'Webhooks indicates the number of webhooks registered in this configuration',
      },
      ({ webhooks = [] }) => webhooks.length,
    ),
    AGE_COLUMN,
  ],
  strategy: webhookStrategy(STABLE_DEMANDS),
});

export const mutatingWebhookConfigurationKind = configuration(
  'MutatingWebhookConfiguration',
  MutatingWebhookConfiguration,
);
export const validatingWebhookConfigurationKind = configuration(
  'ValidatingWebhookConfiguration',
  ValidatingWebhookConfiguration,
);
