/** Credentials of an entry `auth-provider: {name: oidc}`: a user of an OpenID Connect provider (B-062..B-067, D-059). */
export interface OidcCredentials {
  /** `idp-issuer-url`: the provider that issues new tokens. */
  readonly issuerUrl: string;
  readonly clientId: string;
  /** Of confidential clients. */
  readonly clientSecret?: string;
  /** PEM of the CA of the provider's certificate. Undefined: Node's trusted CAs. */
  readonly ca?: string;
  readonly tokens: ProviderTokens;
  /** File and user of the entry, where new tokens are written. */
  readonly entry: { readonly file: string; readonly user: string };
}

/** Tokens of the last sign-in or refresh. */
export interface ProviderTokens {
  /** Sent as bearer token while it is valid (B-067). */
  readonly idToken?: string;
  /** Requests new tokens when it is expired (B-065). */
  readonly refreshToken?: string;
}
