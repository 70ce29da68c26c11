import type { ReleaseGates } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { LoopbackClient, ObjectReader, PartReader } from '@orch/registry';
import { type Logger, readText } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuthenticationOptions, AuthenticatorOptions } from './authentication-options.js';
import type { TrustedAuthorities } from '@orch/tls';
import { anonymousAccess } from './anonymous-access.js';
import { anonymousAuthenticator } from './anonymous.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';
import { bearerTokenAuthenticator } from './bearer-token.js';
import { bootstrapTokenAuthenticator } from './bootstrap-token.js';
import { clientCertificateAuthenticator } from './client-certificate.js';
import type { OpenedConfiguration } from './configuration-file/open-authentication-configuration.js';
import type { AuthenticationMetrics } from './metrics/authentication-metrics.js';
import { PeerCertificates } from './peer-certificate.js';
import { identityHeaders } from './proxy/identity-headers.js';
import { requestHeaderAuthenticator } from './proxy/request-header-authenticator.js';
import { SecretTokenDays } from './service-account/secret-token-days.js';
import { serviceAccountAuthenticator } from './service-account/service-account-authenticator.js';
import type { TokenKeys } from './service-account/token-keys.js';
import { tokenIssuersOf } from './service-account/api-audiences.js';
import { type SessionTokens, withoutSessionTokens } from './session-tokens.js';
import { parseTokenFile, tokenFileAuthenticator } from './token-file.js';
import { webSocketTokenAuthenticator } from './web-socket-token.js';

/** Dependencies of the methods. */
export interface AuthenticationSources {
  readonly reader: ObjectReader & PartReader;
  readonly writes: Pick<LoopbackClient, 'change'>;
  readonly vocabulary: Vocabulary;
  readonly features: ReleaseGates;
  /** CAs of client certificates. */
  readonly authorities: TrustedAuthorities;
  readonly clock: Clock;
  readonly metrics: AuthenticationMetrics;
  readonly log: Logger;
  /** Aborted when the server has answered its last request: methods then close their connections. */
  readonly ended: AbortSignal;
  /** Accepted audiences of tokens. */
  readonly apiAudiences: readonly string[];
  /** Keys of service account tokens. */
  readonly tokenKeys: TokenKeys;
  /** Sessions of people who logged in at this server. Default: none. */
  readonly sessions?: SessionTokens | undefined;
  /** Tried after the configured ones of their kind, before anonymous access. Default: none. */
  readonly additional?: readonly (Authenticator | TokenAuthenticator)[];
}

/**
 * All configured methods, in the order in which they are tried (D-003). To add one, add a line here.
 * @throws TokenFileError.
 */
export async function configuredAuthenticators(
  options: AuthenticatorOptions,
  sources: AuthenticationSources,
): Promise<readonly Authenticator[]> {
  const { reader, vocabulary, features, authorities, clock, apiAudiences, additional = [] } = sources;
  const tokens: TokenAuthenticator[] = sources.sessions ? [sources.sessions] : [];
  const { tokenAuthFile } = options;
  if (tokenAuthFile !== undefined) {
    tokens.push(tokenFileAuthenticator(parseTokenFile(await readText(tokenAuthFile), tokenAuthFile)));
  }
  tokens.push(
    serviceAccountAuthenticator({
      keys: sources.tokenKeys,
      issuers: tokenIssuersOf(options.serviceAccount, vocabulary),
      lookup: options.serviceAccount.lookup,
      features,
      reader,
      vocabulary,
      clock,
      metrics: sources.metrics,
      secretTokens: new SecretTokenDays(vocabulary.serviceAccountTokens.lastUsed, sources),
    }),
  );
  if (options.enableBootstrapTokenAuth) tokens.push(bootstrapTokenAuthenticator(reader, vocabulary, clock));
  if (options.oidc) {
    // Loaded on demand: only servers with OIDC issuers need it.
    const { issuerOfFlags } = await import('./oidc/configured-issuers.js');
    tokens.push(await issuerOfFlags(options.oidc, sources));
  }
  const file = await authenticationFile(options, sources);
  if (file) tokens.push(file.tokens);
  if (options.webhookTokens) {
    const { configuredTokenWebhook } = await import('./webhook/configured-webhook.js');
    const unnamedAudiences = options.serviceAccount.apiAudiences.length > 0 ? undefined : apiAudiences;
    const webhook = configuredTokenWebhook(options.webhookTokens, { ...sources, unnamedAudiences });
    tokens.push(sources.sessions ? withoutSessionTokens(webhook) : webhook);
  }
  tokens.push(...additional.filter(isTokenAuthenticator));
  const anonymous = anonymousAccess({
    flag: file?.anonymous?.enabled ?? options.anonymousAuth,
    modes: options.authorization.modes,
    minor: options.emulatedMinor,
  });
  if (anonymous.warning !== undefined) sources.log.warn(anonymous.warning);
  const bearer = bearerTokenAuthenticator(tokens, apiAudiences); // also without readers: an unknown token is rejected, not ignored
  const peers = new PeerCertificates(authorities, clock);
  const { requestHeader } = options;
  return [
    ...(requestHeader ? [requestHeaderAuthenticator(identityHeaders(requestHeader, features), peers, clock)] : []),
    clientCertificateAuthenticator(peers, clock, sources.metrics.lifetimes),
    bearer,
    webSocketTokenAuthenticator(bearer, apiAudiences),
    ...additional.filter((one): one is Authenticator => !isTokenAuthenticator(one)),
    ...(anonymous.enabled ? [anonymousAuthenticator(file?.anonymous?.paths)] : []), // last: it accepts all requests
  ];
}

const isTokenAuthenticator = (one: Authenticator | TokenAuthenticator): one is TokenAuthenticator =>
  'authenticateToken' in one;

/** The content of `--authentication-config` (D-055, D-067). */
async function authenticationFile(
  options: AuthenticationOptions,
  sources: AuthenticationSources,
): Promise<OpenedConfiguration | undefined> {
  const { authenticationConfigFile, anonymousAuth } = options;
  if (authenticationConfigFile === undefined) return undefined;
  const { openAuthenticationConfiguration } = await import('./configuration-file/open-authentication-configuration.js');
  const environment = {
    group: sources.vocabulary.groups.apiserverConfig,
    reservedDomains: sources.vocabulary.reservedGroupSuffixes,
    ownIssuers: tokenIssuersOf(options.serviceAccount, sources.vocabulary),
    anonymousFlag: anonymousAuth !== undefined,
  };
  return openAuthenticationConfiguration(authenticationConfigFile, environment, sources);
}
