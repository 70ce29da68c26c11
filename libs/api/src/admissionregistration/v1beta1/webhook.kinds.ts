import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion, type StructDifferences } from '../../definition/struct-version.js';
import { mutatingWebhookConfigurationKind, validatingWebhookConfigurationKind } from '../v1/webhook/webhook.kinds.js';
import { BETA_DEMANDS, webhookStrategy } from '../v1/webhook/webhook.strategy.js';

/** Defaults of the older version (B-217, B-227, B-232, B-237, B-242, B-448..B-452). */
const defaults = (webhook: string): NonNullable<StructDifferences['fields']> => ({
  [`${webhook}.failurePolicy`]: { default: 'Ignore' },
  [`${webhook}.matchPolicy`]: { default: 'Exact' },
  [`${webhook}.timeoutSeconds`]: { default: 30 },
  [`${webhook}.sideEffects`]: { default: 'Unknown', required: false },
  [`${webhook}.admissionReviewVersions`]: { default: ['v1beta1'], required: false },
});

const fields = { ...defaults('ValidatingWebhook'), ...defaults('MutatingWebhook') };
const structs = structVersion('admissionregistration.v1', 'admissionregistration.v1beta1', {
  shared: ['Rule', 'RuleWithOperations'],
  fields: {
    ...fields,
    'ValidatingWebhook.sideEffects': { ...fields['ValidatingWebhook.sideEffects'], listType: 'atomic' },
  },
});

const older = (stored: KindDeclaration): KindDeclaration =>
  siblingVersion(stored, {
    version: 'v1beta1',
    structs,
    strategy: webhookStrategy(BETA_DEMANDS),
    lifecycle: {
      deprecated: 16,
      removed: 22,
      replacement: { group: 'admissionregistration', version: 'v1', kind: stored.kind },
    },
  });

/** B-191, B-446. */
export const olderWebhookKinds: readonly KindDeclaration[] = [
  older(mutatingWebhookConfigurationKind),
  older(validatingWebhookConfigurationKind),
];
