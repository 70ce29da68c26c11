import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { loadWebhookConfiguration } from '../../webhook/webhook-configuration.js';
import { WebhookService } from '../../webhook/webhook-service.js';
import type { AuthorizationWebhookOptions } from '../authorization-options.js';
import type { Authorizer } from '../authorizer.js';
import type { RuleTeller } from '../user-rules.js';
import { webhookAuthorizer } from './webhook-authorizer.js';

/** What it is made of. */
export interface WebhookParts {
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the server has answered its last request. */
  readonly ended: AbortSignal;
}

/**
 * Mode Webhook: the service that `--authorization-webhook-config-file` describes.
 * @throws ExplainedError when the file cannot be used.
 */
export function configuredWebhookAuthorizer(
  { configFile, ...options }: AuthorizationWebhookOptions,
  { vocabulary, clock, log, ended }: WebhookParts,
): Authorizer & RuleTeller {
  const configuration = loadWebhookConfiguration('authorization-webhook-config-file', configFile, vocabulary);
  const userAgent = vocabulary.product;
  return webhookAuthorizer({
    service: new WebhookService({ configuration, userAgent, clock, random: Math.random, log, ended }),
    group: vocabulary.groups.authorization,
    clock,
    ...options,
  });
}
