export { authenticate } from './authenticate-filter.js';
export {
  InvalidCredential,
  readsTokens,
  type Authenticator,
  type TokenAuthenticator,
  type TokenCarrier,
  type TokenIdentity,
} from './authenticator.js';
export { AuthenticationModule, type AuthenticationModuleOptions } from './authentication.module.js';
export { AuthenticationMetrics } from './metrics/authentication-metrics.js';
export { Authenticators } from './authenticators.js';
export { AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, withAuthenticatedGroup } from './groups.js';
export { oidcFlags, oidcOptions } from './oidc/oidc-flags.js';
export type { OidcOptions } from './oidc/oidc-options.js';
export { requestHeaderFlags, requestHeaderOptions } from './proxy/request-header-flags.js';
export type { RequestHeaderOptions } from './proxy/request-header-options.js';
export { apiAudiencesOf } from './service-account/api-audiences.js';
export { TokenKeysError, followServingKey, loadTokenKeys } from './service-account/load-token-keys.js';
export {
  JWKS_PATH,
  OPENID_CONFIGURATION_PATH,
  jsonWebKeySet,
  openIdConfiguration,
} from './service-account/openid-documents.js';
export { serviceAccountFlags, serviceAccountOptions } from './service-account/service-account-flags.js';
export {
  DEFAULT_SERVICE_ACCOUNT_OPTIONS,
  type ServiceAccountOptions,
} from './service-account/service-account-options.js';
export { POD_TOKEN_SECONDS, ServiceAccountTokens } from './service-account/service-account-tokens.js';
export type { NamedObject, TokenSubject } from './service-account/token-claims.js';
export { TokenKeys } from './service-account/token-keys.js';
export { SESSION_MS, SessionTokens, type SessionToken } from './session-tokens.js';
export { TokenFileError } from './token-file.js';
export { webhookTokenFlags, webhookTokenOptions } from './webhook/webhook-token-flags.js';
export type { WebhookTokenOptions } from './webhook/webhook-token-options.js';
export type { AuthenticationOptions } from './authentication-options.js';
