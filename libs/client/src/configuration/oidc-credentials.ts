/** A user who signed in at an OpenID Connect provider, as the entry `auth-provider: {name: oidc}` has it (B-062..B-067, D-059). */
export interface OidcCredentials {
  /** `idp-issuer-url`: whom to ask for new tokens. */
  readonly issuerUrl: string;
  readonly clientId: string;
  /** Of confidential clients. */
  readonly clientSecret?: string;
  /** PEM of the authority of the provider's certificate. Undefined: those Node trusts. */
  readonly ca?: string;
  readonly tokens: ProviderTokens;
  /** Where the entry stands, for new tokens to be kept there. */
  readonly entry: { readonly file: string; readonly user: string };
}

/** What a provider gave at the last sign-in or refresh. */
export interface ProviderTokens {
  /** Sent as bearer token while it is good (B-067). */
  readonly idToken?: string;
  /** For new ones after that (B-065). */
  readonly refreshToken?: string;
}
