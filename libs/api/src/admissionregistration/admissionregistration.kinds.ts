import type { KindDeclaration } from '../definition/kind-declaration.js';
import {
  mutatingAdmissionPolicyBindingKind,
  mutatingAdmissionPolicyKind,
  validatingAdmissionPolicyBindingKind,
  validatingAdmissionPolicyKind,
} from './v1/policy/policy.kinds.js';
import { mutatingWebhookConfigurationKind, validatingWebhookConfigurationKind } from './v1/webhook/webhook.kinds.js';
import { olderPolicyKinds } from './v1beta1/policy.kinds.js';
import { olderWebhookKinds } from './v1beta1/webhook.kinds.js';

/** Webhook configurations and admission policies. */
export const admissionregistrationKinds: readonly KindDeclaration[] = [
  mutatingWebhookConfigurationKind,
  validatingWebhookConfigurationKind,
  validatingAdmissionPolicyKind,
  validatingAdmissionPolicyBindingKind,
  mutatingAdmissionPolicyKind,
  mutatingAdmissionPolicyBindingKind,
  ...olderPolicyKinds,
  ...olderWebhookKinds,
];
