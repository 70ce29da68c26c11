import { untilAborted, type Clock } from '@orch/apimachinery';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import type { OnCertificate } from '../credential-plugin/credential-plugin.js';
import { sharedPlugin } from '../credential-plugin/shared-plugins.js';
import { Authorization } from './authorization.js';

/** The credentials of one client, asked for every request. */
export interface RequestCredentials {
  /** @throws ConfigurationError; the reason of the signal. */
  current(signal: AbortSignal): Promise<RequestCredential>;
  /** Ends what was started to get credentials. */
  close(): Promise<void>;
}

export interface RequestCredential {
  /** The `Authorization` header. */
  readonly header: string | undefined;
  /** The server answered 401: the next request tries another credential, if there is one to have. */
  refused(): void;
}

/** @param onCertificate called with each client certificate of a plugin. */
export function requestCredentials(
  configuration: ClientConfiguration,
  clock: Clock,
  onCertificate: OnCertificate,
): RequestCredentials {
  const { credentials } = configuration;
  if (credentials.type !== 'plugin') return headerCredentials(new Authorization(credentials, clock));
  const session = sharedPlugin(configuration, credentials.plugin).open(clock, onCertificate);
  return {
    current: async (signal) => {
      const credential = await session.current(signal);
      const { token } = credential;
      const header = token === undefined ? undefined : `Bearer ${token}`;
      return { header, refused: () => session.refused(credential) };
    },
    close: () => session.close(),
  };
}

function headerCredentials(authorization: Authorization): RequestCredentials {
  const refused = (): void => authorization.refused();
  return {
    // A file may be on a file system that does not answer.
    current: async (signal) => ({ header: await untilAborted(() => authorization.header(), signal), refused }),
    close: () => Promise.resolve(),
  };
}
