import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import type { ServiceAccountOptions } from './service-account-options.js';

/** Tokens of service accounts (B-022..B-027, D-026..D-030). */
export const serviceAccountFlags = flagGroup('Service account tokens', [
  {
    name: 'service-account-key-file',
    type: 'string[]',
    default: [],
    commas: false,
    help: 'PEM file of keys that verify service account tokens; repeatable. Without it: the key of the serving certificate.',
  },
  {
    name: 'service-account-signing-key-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the private key that signs them. Without it: the first private key of --service-account-key-file.',
  },
  {
    name: 'service-account-issuer',
    type: 'string[]',
    default: [],
    commas: false,
    help: 'Issuer of service account tokens; repeatable: the first one is used for new tokens, all are accepted. Default: https://PRODUCT.default.svc.cluster.local.',
  },
  {
    name: 'service-account-jwks-uri',
    type: 'string',
    default: undefined,
    help: 'URL of the public keys in the discovery document. Default: that of this server.',
  },
  {
    name: 'service-account-lookup',
    type: 'bool',
    default: true,
    help: 'Refuse tokens whose account, Secret, pod or node was deleted.',
  },
  {
    name: 'service-account-max-token-expiration',
    type: 'duration',
    default: '0s',
    help: 'Maximum lifetime of a requested token, at least 1h; 0 means no limit.',
  },
  {
    name: 'service-account-extend-token-expiration',
    type: 'bool',
    default: true,
    help: 'Extend tokens of pods to a year, marked as overdue after the hour they requested.',
  },
  {
    name: 'api-audiences',
    type: 'string[]',
    default: [],
    help: 'Accepted audiences of tokens. Default: the issuers of service account tokens.',
  },
]);

type ServiceAccountFlagValues = FlagValues<readonly [typeof serviceAccountFlags]>;

const HOUR_MS = 3_600_000;
const MOST_SECONDS = 2 ** 32;

/** @throws UsageError that names the first invalid flag. */
export function serviceAccountOptions(values: ServiceAccountFlagValues): ServiceAccountOptions {
  const maxExpirationMs = values['service-account-max-token-expiration'];
  if (maxExpirationMs !== 0 && (maxExpirationMs < HOUR_MS || maxExpirationMs > MOST_SECONDS * 1_000)) {
    throw new UsageError(
      'flag --service-account-max-token-expiration: must be from 1h to 2^32 seconds, or 0 for no limit',
    );
  }
  const issuers = values['service-account-issuer'];
  for (const issuer of issuers) {
    if (issuer === '' || (issuer.includes(':') && !isUrl(issuer))) {
      throw new UsageError(
        `flag --service-account-issuer=${issuer}: must be a name, or a URL such as https://issuer.example.com`,
      );
    }
  }
  const jwksUri = values['service-account-jwks-uri'];
  if (jwksUri !== undefined && !(jwksUri.startsWith('https://') && isUrl(jwksUri))) {
    throw new UsageError(`flag --service-account-jwks-uri=${jwksUri}: must be an https URL`);
  }
  return {
    keyFiles: values['service-account-key-file'],
    signingKeyFile: values['service-account-signing-key-file'],
    issuers,
    lookup: values['service-account-lookup'],
    maxExpirationSeconds: Math.floor(maxExpirationMs / 1_000),
    extendExpiration: values['service-account-extend-token-expiration'],
    apiAudiences: values['api-audiences'],
    jwksUri,
  };
}

const isUrl = (text: string): boolean => URL.canParse(text);
