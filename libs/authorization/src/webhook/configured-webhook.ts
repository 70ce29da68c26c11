import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { loadWebhookConfiguration, WebhookService } from '@orch/webhook';
import type { AuthorizationWebhookOptions } from '../authorization-options.js';
import type { Authorizer } from '@orch/http';
import type { AuthorizationWebhookMetrics } from './authorization-webhook-metrics.js';
import type { MatchConditionMetrics } from './match-condition-metrics.js';
import type { RuleResolver } from '../user-rules.js';
import { matchingAuthorizer } from './matching-authorizer.js';
import { webhookAuthorizer } from './webhook-authorizer.js';

/** Dependencies of the webhook authorizer. */
export interface WebhookParts {
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the server has answered its last request. */
  readonly ended: AbortSignal;
  readonly decisions: { readonly webhooks: AuthorizationWebhookMetrics; readonly conditions: MatchConditionMetrics };
}

/**
 * Mode Webhook: the service that a client configuration file describes.
 * @param name of the authorizer.
 * @param flag that names the file, for messages.
 * @throws UserFacingError when the file cannot be used.
 */
export function configuredWebhookAuthorizer(
  { configFile, timeoutMs, matchConditions, failurePolicy = 'NoOpinion', ...options }: AuthorizationWebhookOptions,
  { vocabulary, clock, log, ended, decisions }: WebhookParts,
  name: string,
  flag: string,
): Authorizer & RuleResolver {
  const configuration = loadWebhookConfiguration(flag, configFile, vocabulary);
  const userAgent = vocabulary.product;
  const asking = webhookAuthorizer({
    service: new WebhookService({ configuration, userAgent, clock, random: Math.random, log, ended, timeoutMs }),
    group: vocabulary.groups.authorization,
    clock,
    failurePolicy,
    name,
    metrics: decisions.webhooks,
    ...options,
  });
  return matchConditions?.length
    ? matchingAuthorizer(asking, matchConditions, failurePolicy, name, decisions.conditions)
    : asking;
}
