import { createSecureContext } from 'node:tls';
import { errorMessage, type Clock } from '@orch/apimachinery';
import { Authorization, ConfigurationError, readConfigFiles, resolveUser, type ConfigFile } from '@orch/client';
import { UserFacingError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { HTTPS_PORT } from './hook-target.js';
import type { HookCredentials, HookCredentialsOf } from './hook-client.js';

/**
 * Reads the credentials for webhooks: the users of a client configuration file, whose names are `host:port` of webhooks, with `*.` in the place of
 * the first labels of a host, or `*` for all others (B-279 to B-283). The port 443 may be left out. Otherwise the user of the current context.
 * Certificates are read once, token files again and again.
 * @throws UserFacingError when the file, or one that it names, cannot be used.
 */
export function loadHookCredentials(file: string, vocabulary: Vocabulary, clock: Clock): HookCredentialsOf {
  try {
    const config = readConfigFiles({ vocabulary, file })!;
    const byName = new Map<string, HookCredentials>();
    // The first of several users with one name counts.
    for (const user of [...config.users].reverse()) byName.set(user.name, credentialsOf(user, clock));
    const context = config.contexts.find(({ name }) => name === config.currentContext)?.entry;
    const current = byName.get(context?.user ?? '');
    return (hostPort) => named(hostPort, byName) ?? byName.get('*') ?? current;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UserFacingError(error.message, { cause: error });
  }
}

/** By its whole name, then by suffixes from the longest on; the same without port 443 (D-165). */
function named(hostPort: string, byName: ReadonlyMap<string, HookCredentials>): HookCredentials | undefined {
  const httpsPort = `:${HTTPS_PORT}`;
  const names = hostPort.endsWith(httpsPort) ? [hostPort, hostPort.slice(0, -httpsPort.length)] : [hostPort];
  for (const name of names) {
    const found = byName.get(name) ?? suffixMatch(name, byName);
    if (found) return found;
  }
  return undefined;
}

function suffixMatch(name: string, byName: ReadonlyMap<string, HookCredentials>): HookCredentials | undefined {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = byName.get(`*${name.slice(dot)}`);
    if (found) return found;
  }
  return undefined;
}

function credentialsOf(user: ConfigFile['users'][number], clock: Clock): HookCredentials {
  const { tls, credentials } = resolveUser(user);
  const { cert, key } = tls;
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const why = `${errorMessage(error)}: certificates and keys must be PEM, and a key that of its certificate`;
    throw new UserFacingError(`certificate or key of user "${user.name}" cannot be used (${why})`, { cause: error });
  }
  const authorization = new Authorization(credentials, clock);
  return {
    certificate: cert === undefined || key === undefined ? undefined : { cert, key },
    authorization: () => authorization.header(),
  };
}
