import type { OidcCredentials, ProviderTokens } from './oidc-credentials.js';
import type { Named, UserEntry } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';
import { material } from './material.js';

/**
 * The entry `auth-provider` of a user: `{name: oidc, config: {...}}` (D-059).
 * @throws ConfigurationError when it is of another provider, or incomplete.
 */
export function oidcCredentialsOf(user: Named<UserEntry>, provider: unknown): OidcCredentials {
  const { name, config } = mapOf(provider);
  if (name !== 'oidc') {
    const why = `${user.file}: auth-provider ${JSON.stringify(name)} of "${user.name}" is not supported by this client: oidc is`;
    throw new ConfigurationError('Unsupported', why);
  }
  const settings = mapOf(config);
  const clientSecret = textOf(settings, 'client-secret');
  const ca = material(
    { name: user.name, file: user.file, entry: settings },
    'idp-certificate-authority-data',
    'idp-certificate-authority',
  );
  return {
    issuerUrl: needed(user, settings, 'idp-issuer-url'),
    clientId: needed(user, settings, 'client-id'),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(ca === undefined ? {} : { ca }),
    tokens: providerTokens(provider),
    entry: { file: user.file, user: user.name },
  };
}

/** The tokens in such an entry. */
export function providerTokens(provider: unknown): ProviderTokens {
  const settings = mapOf(mapOf(provider)['config']);
  const idToken = textOf(settings, 'id-token');
  const refreshToken = textOf(settings, 'refresh-token');
  return {
    ...(idToken === undefined ? {} : { idToken }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function textOf(settings: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = settings[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function needed(user: Named<UserEntry>, settings: Readonly<Record<string, unknown>>, key: string): string {
  const value = textOf(settings, key);
  if (value !== undefined) return value;
  throw new ConfigurationError('Invalid', `${user.file}: auth-provider oidc of "${user.name}" needs config.${key}`);
}
