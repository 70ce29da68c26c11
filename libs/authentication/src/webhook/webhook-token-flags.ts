import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import type { WebhookTokenOptions } from './webhook-token-options.js';

/** Flags of the token webhook (B-073, B-078..B-080, D-061). */
export const webhookTokenFlags = flagGroup('Token webhook', [
  {
    name: 'authentication-token-webhook-config-file',
    type: 'string',
    default: undefined,
    help: 'Client configuration file of the webhook for bearer tokens that no other authenticator accepts.',
  },
  {
    name: 'authentication-token-webhook-version',
    type: 'string',
    default: 'v1beta1',
    choices: ['v1beta1', 'v1'],
    help: 'API version of the TokenReview sent to the webhook.',
  },
  {
    name: 'authentication-token-webhook-cache-ttl',
    type: 'duration',
    default: '2m',
    help: 'How long decisions of the webhook are cached; 0s disables the cache.',
  },
]);

/** Undefined without a webhook. @throws UsageError. */
export function webhookTokenOptions(
  values: FlagValues<readonly [typeof webhookTokenFlags]>,
): WebhookTokenOptions | undefined {
  const configFile = values['authentication-token-webhook-config-file'];
  if (configFile === undefined) return undefined;
  if (configFile === '')
    throw new UsageError('flag --authentication-token-webhook-config-file: needs the name of a file');
  return {
    configFile,
    version: values['authentication-token-webhook-version'],
    cacheTtlMs: values['authentication-token-webhook-cache-ttl'],
  };
}
