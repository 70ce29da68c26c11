import type { ApiObject, FieldError } from '@orch/apimachinery';
import { steppedValidation } from '../../../definition/stepped-validation.js';
import type { Strategy } from '../../../definition/strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { checkedInSteps, releaseOfNew, releaseOfUpdate } from '../matching/expression-check.js';
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
  ...steppedValidation((configuration, { features }, old) =>
    old
      ? validateUpdate(configuration, old, demands, features)
      : checkedInSteps(releaseOfNew(features), (expressions) =>
          validateWebhooks(webhooksOf(configuration), demands, expressions),
        ),
  ),
});

function* validateUpdate(
  configuration: ApiObject,
  old: ApiObject,
  demands: WebhookDemands,
  features: FeatureGates,
): Generator<undefined, FieldError[]> {
  const met = demandsMet(webhooksOf(old));
  const demanded = {
    uniqueNames: demands.uniqueNames && met.uniqueNames,
    noSideEffects: demands.noSideEffects && met.noSideEffects,
    knownReviewVersion: demands.knownReviewVersion && met.knownReviewVersion,
  };
  const [now, before] = [configuration, old].map((one) => webhooksOf(one).map((hook) => hook.matchConditions));
  if (sameJson(now, before)) return validateWebhooks(webhooksOf(configuration), demanded, undefined);
  const stored = before!.flatMap((conditions = []) => conditions.map(({ expression }) => expression));
  return yield* checkedInSteps(releaseOfUpdate(features, stored), (expressions) =>
    validateWebhooks(webhooksOf(configuration), demanded, expressions),
  );
}

/** These kinds have no `spec`: their desired state is the list of webhooks. */
function withGeneration(configuration: ApiObject, old: ApiObject): ApiObject {
  if (sameJson(configuration['webhooks'], old['webhooks'])) return configuration;
  const generation = (old.metadata.generation ?? 0) + 1;
  return { ...configuration, metadata: { ...configuration.metadata, generation } };
}
