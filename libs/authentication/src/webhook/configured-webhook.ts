import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { loadWebhookConfiguration, WebhookService } from '@orch/webhook';
import type { TokenAuthenticator } from '../authenticator.js';
import type { AuthenticationMetrics } from '../metrics/authentication-metrics.js';
import { webhookTokenAuthenticator } from './webhook-token-authenticator.js';
import type { WebhookTokenOptions } from './webhook-token-options.js';

/** Dependencies of the webhook authenticator. */
export interface WebhookTokenParts {
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server has answered its last request. */
  readonly ended: AbortSignal;
  readonly metrics: Pick<AuthenticationMetrics, 'tokenCache'>;
  /** Default audiences, when none are configured. */
  readonly unnamedAudiences: readonly string[] | undefined;
}

/**
 * The authenticator of `--authentication-token-webhook-config-file`.
 * @throws UserFacingError when the file is invalid.
 */
export function configuredTokenWebhook(options: WebhookTokenOptions, parts: WebhookTokenParts): TokenAuthenticator {
  const { vocabulary, clock, log, ended, metrics, unnamedAudiences } = parts;
  const configuration = loadWebhookConfiguration(
    'authentication-token-webhook-config-file',
    options.configFile,
    vocabulary,
  );
  return webhookTokenAuthenticator({
    service: new WebhookService({
      configuration,
      userAgent: vocabulary.product,
      clock,
      random: Math.random,
      log,
      ended,
    }),
    apiVersion: `${vocabulary.groups.authentication}/${options.version}`,
    cacheTtlMs: options.cacheTtlMs,
    clock,
    metrics: metrics.tokenCache,
    unnamed: unnamedAudiences,
  });
}
