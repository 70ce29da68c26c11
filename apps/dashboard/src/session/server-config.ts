import { ApiFailure } from '../api/failure';
import type { GroupNames } from '../api/media-types';
import type { ServerNames } from '../api/server-names';

/** `config.json`: what the page has to know before a user has signed in. */
export interface ServerConfig {
  readonly vocabulary: 'orch' | 'kubernetes';
  readonly groups: GroupNames;
  readonly names: ServerNames;
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

/** @throws ApiFailure when the server does not give it. */
export async function readServerConfig(): Promise<ServerConfig> {
  try {
    const response = await fetch('config.json', { cache: 'no-store' });
    if (response.ok) return (await response.json()) as ServerConfig;
    throw new ApiFailure(response.status, `The server does not describe itself: ${response.status}.`);
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ApiFailure(0, 'The server cannot be reached: load the page again.');
  }
}
