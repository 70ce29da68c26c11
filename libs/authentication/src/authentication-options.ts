import type { OidcOptions } from './oidc/oidc-options.js';
import type { RequestHeaderOptions } from './proxy/request-header-options.js';
import type { ServiceAccountOptions } from './service-account/service-account-options.js';
import type { WebhookTokenOptions } from './webhook/webhook-token-options.js';

/** Which methods authenticate requests. */
export interface AuthenticationOptions {
  /** A trusted front proxy. Default: none. */
  readonly requestHeader: RequestHeaderOptions | undefined;
  readonly tokenAuthFile: string | undefined;
  readonly enableBootstrapTokenAuth: boolean;
  readonly serviceAccount: ServiceAccountOptions;
  /** The issuer of ID tokens configured by flags. Default: none. */
  readonly oidc: OidcOptions | undefined;
  /** File of issuers and anonymous access, reloaded when it changes (D-055..D-058, D-067). Default: none. */
  readonly authenticationConfigFile: string | undefined;
  /** Undefined: by release and authorization modes (B-120, B-121). */
  readonly anonymousAuth: boolean | undefined;
  /** A webhook for tokens that no other method recognizes. Default: none. */
  readonly webhookTokens: WebhookTokenOptions | undefined;
}

/** With the settings that decide about anonymous requests by default. */
export interface AuthenticatorOptions extends AuthenticationOptions {
  /** Release 1.x that the server emulates. */
  readonly emulatedMinor: number;
  readonly authorization: { readonly modes: readonly string[] };
}
