import type { OidcOptions } from './oidc/oidc-options.js';
import type { RequestHeaderOptions } from './proxy/request-header-options.js';
import type { ServiceAccountOptions } from './service-account/service-account-options.js';
import type { WebhookTokenOptions } from './webhook/webhook-token-options.js';

/** Which methods authenticate requests. */
export interface AuthenticationOptions {
  /** A proxy that speaks for its users. Default: none. */
  readonly requestHeader: RequestHeaderOptions | undefined;
  readonly tokenAuthFile: string | undefined;
  readonly enableBootstrapTokenAuth: boolean;
  readonly serviceAccount: ServiceAccountOptions;
  /** The issuer of ID tokens that the flags name. Default: none. */
  readonly oidc: OidcOptions | undefined;
  /** File of issuers and of anonymous access, read again when it changes (D-055..D-058, D-067). Default: none. */
  readonly authenticationConfigFile: string | undefined;
  /** Undefined: as the release and the authorization modes say (B-120, B-121). */
  readonly anonymousAuth: boolean | undefined;
  /** A service that is asked about tokens nobody else knows. Default: none. */
  readonly webhookTokens: WebhookTokenOptions | undefined;
}

/** With what decides whether anonymous requests are taken where nothing else does. */
export interface AuthenticatorOptions extends AuthenticationOptions {
  /** Release 1.x that the server behaves as. */
  readonly emulatedMinor: number;
  readonly authorization: { readonly modes: readonly string[] };
}
