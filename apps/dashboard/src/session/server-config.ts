/** `config.json`: what the page has to know before a user has signed in. */
export interface ServerConfig {
  readonly vocabulary: 'orch' | 'kubernetes';
  readonly version: string;
  readonly login: {
    readonly token: boolean;
    readonly certificate: boolean;
    readonly link: boolean;
    readonly oidc: OidcConfig | null;
  };
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly authorizationEndpoint: string;
}

const TOKEN_ONLY: ServerConfig = {
  vocabulary: 'orch',
  version: '',
  login: { token: true, certificate: false, link: false, oidc: null },
};

/** A server that has none accepts tokens. */
export async function readServerConfig(): Promise<ServerConfig> {
  try {
    const response = await fetch('config.json', { cache: 'no-store' });
    return response.ok ? ((await response.json()) as ServerConfig) : TOKEN_ONLY;
  } catch {
    return TOKEN_ONLY;
  }
}
