import type { AdmissionPlugin } from '../admission-plugin.js';
import { matchObjects, type Invocation } from './invocation.js';
import { measuredCall } from './measured-call.js';
import { invocationsOf, type WebhookDependencies } from './webhook-dependencies.js';

/**
 * Calls the webhooks of ValidatingWebhookConfigurations, all that match at once (B-188). One refusal refuses the request (B-189); of several the
 * first in call order is answered.
 */
export const validatingWebhooks = (dependencies: WebhookDependencies): AdmissionPlugin => ({
  name: 'ValidatingAdmissionWebhook',
  connects: true,
  handles: (attributes) => invocationsOf(attributes, dependencies).length > 0,
  validate: async (attributes) => {
    const matching = invocationsOf(attributes, dependencies)
      .map((invocation) => matchObjects(invocation, attributes, dependencies))
      .filter((invocation): invocation is Invocation => invocation !== undefined);
    const calls = matching.map((invocation, index) =>
      measuredCall(invocation, attributes, { type: 'validating', round: 0, index }, dependencies, () => undefined),
    );
    const outcomes = await Promise.allSettled(calls);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  },
});
