import type { ApiObject } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import { releaseOfNew, releaseOfUpdate } from '../matching/expression-check.js';
import { demandsMet, validateWebhooks, type Webhook, type WebhookDemands } from './webhook.validation.js';

/** Requirements of the stable version for a new configuration. */
export const STABLE_DEMANDS: WebhookDemands = { uniqueNames: true, noSideEffects: true, knownReviewVersion: true };
/** Requirements of the older version (B-232, B-451..B-453). */
export const BETA_DEMANDS: WebhookDemands = { uniqueNames: false, noSideEffects: false, knownReviewVersion: true };

const webhooksOf = (configuration: ApiObject): readonly Webhook[] =>
  (configuration['webhooks'] as Webhook[] | undefined) ?? [];

/**
 * An update does not enforce a requirement that the current object violates: it was written through a version with fewer
 * (D-246).
 */
export const webhookStrategy = (demands: WebhookDemands) => (): Strategy => ({
  prepareForUpdate: withGeneration,
  validateCreate: (configuration, { features }) =>
    validateWebhooks(webhooksOf(configuration), demands, releaseOfNew(features)),
  validateUpdate: (configuration, old, { features }) => {
    const met = demandsMet(webhooksOf(old));
    const demanded = {
      uniqueNames: demands.uniqueNames && met.uniqueNames,
      noSideEffects: demands.noSideEffects && met.noSideEffects,
      knownReviewVersion: demands.knownReviewVersion && met.knownReviewVersion,
    };
    const [now, before] = [configuration, old].map((one) => webhooksOf(one).map((hook) => hook.matchConditions));
    const stored = before!.flatMap((conditions = []) => conditions.map(({ expression }) => expression));
    const release = sameJson(now, before) ? undefined : releaseOfUpdate(features, stored);
    return validateWebhooks(webhooksOf(configuration), demanded, release);
  },
});

/** These kinds have no `spec`: their desired state is the list of webhooks. */
function withGeneration(configuration: ApiObject, old: ApiObject): ApiObject {
  if (sameJson(configuration['webhooks'], old['webhooks'])) return configuration;
  const generation = (old.metadata.generation ?? 0) + 1;
  return { ...configuration, metadata: { ...configuration.metadata, generation } };
}
