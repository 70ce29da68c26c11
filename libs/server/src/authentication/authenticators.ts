import { readFile } from 'node:fs/promises';
import type { Clock } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { ApiServerOptions } from '../options/api-server-options.js';
import { anonymousAuthenticator } from './anonymous.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';
import { bearerTokenAuthenticator } from './bearer-token.js';
import { bootstrapTokenAuthenticator } from './bootstrap-token.js';
import { clientCertificateAuthenticator } from './client-certificate.js';
import { parseTokenFile, tokenFileAuthenticator } from './token-file.js';

/** What the methods read from. */
export interface AuthenticationSources {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  /** Whom tokens have to be for. */
  readonly apiAudiences: readonly string[];
}

/**
 * Every configured method, in the order in which they are asked (D-003). A new method is one line here.
 * @throws TokenFileError.
 */
export async function configuredAuthenticators(
  options: ApiServerOptions,
  { reader, vocabulary, clock, apiAudiences }: AuthenticationSources,
): Promise<readonly Authenticator[]> {
  const tokens: TokenAuthenticator[] = [];
  const { tokenAuthFile } = options;
  if (tokenAuthFile !== undefined) {
    tokens.push(tokenFileAuthenticator(parseTokenFile(await readFile(tokenAuthFile, 'utf8'), tokenAuthFile)));
  }
  if (options.enableBootstrapTokenAuth) tokens.push(bootstrapTokenAuthenticator(reader, vocabulary, clock));
  return [
    clientCertificateAuthenticator(clock),
    bearerTokenAuthenticator(tokens, apiAudiences), // also without readers: a token nobody knows is refused, not ignored
    ...(options.anonymousAuth ? [anonymousAuthenticator] : []), // last: it takes everybody
  ];
}
