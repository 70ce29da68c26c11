import {
  JWKS_PATH,
  jsonWebKeySet,
  OPENID_CONFIGURATION_PATH,
  openIdConfiguration,
  type ServiceAccountTokens,
} from '@orch/authentication';
import { advertisedAddress } from '@orch/tls';
import { externalUrl, serverUrl } from '../bootstrap/server-url.js';
import type { ApiServerOptions } from '../options/api-server-options.js';
import { type PathHandler, writeBytes } from '@orch/http';

/** Those who verify tokens may ask again after an hour. */
const CACHED = { 'Cache-Control': 'public, max-age=3600' };

/**
 * What verifiers of service account tokens need, by first segment of the path (D-046, D-047). Who may read it is a matter of rights
 * (D-048).
 * @param jwksUri where the keys are, for who reads the configuration. Known once the server listens.
 */
export const openIdHandlers = (
  { keys, issuerName }: ServiceAccountTokens,
  jwksUri: () => string,
): ReadonlyMap<string, PathHandler> =>
  new Map<string, PathHandler>([
    [
      '.well-known',
      (context, path) => {
        if (path !== OPENID_CONFIGURATION_PATH) return false;
        const document = openIdConfiguration(issuerName, jwksUri(), keys);
        if (!document) return false;
        writeBytes(context, 200, 'application/json', Buffer.from(JSON.stringify(document)), CACHED);
        return true;
      },
    ],
    [
      'openid',
      (context, path) => {
        if (path !== JWKS_PATH) return false;
        writeBytes(context, 200, 'application/jwk-set+json', Buffer.from(JSON.stringify(jsonWebKeySet(keys))), CACHED);
        return true;
      },
    ],
  ]);

/** Where the keys are told to be: where the flag says, else at the servers as others reach them. @param url of this server. */
export function jwksUri(options: ApiServerOptions, url: string): string {
  const { serviceAccount, externalHostname } = options;
  if (serviceAccount.jwksUri !== undefined) return serviceAccount.jwksUri;
  const port = Number(new URL(url).port);
  return (externalUrl(externalHostname, port) ?? serverUrl(advertisedAddress(options), port)) + JWKS_PATH;
}
