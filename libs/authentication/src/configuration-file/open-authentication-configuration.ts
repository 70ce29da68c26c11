import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '@orch/apimachinery';
import { readText, UsageError, watchFiles } from '@orch/process';
import type { TokenAuthenticator } from '../authenticator.js';
import type { IssuerParts } from '../oidc/configured-issuers.js';
import { hostRoots } from '../oidc/host-roots.js';
import { TrustedIssuers } from '../oidc/trusted-issuers.js';
import {
  type AnonymousSettings,
  type AuthenticationSettings,
  type ConfigurationEnvironment,
  readAuthenticationConfiguration,
} from './read-authentication-configuration.js';

/** Parsed file for authentication. */
export interface OpenedConfiguration {
  readonly tokens: TokenAuthenticator;
  readonly anonymous: AnonymousSettings | undefined;
}

/**
 * Reads `--authentication-config`, and reloads it on each change: issuers are added, changed and removed while the
 * server runs. An invalid change is logged, and the last valid content stays in use (D-058). Anonymous access is fixed
 * at the start.
 * @throws UsageError when the file is invalid at the start.
 */
export async function openAuthenticationConfiguration(
  file: string,
  environment: Omit<ConfigurationEnvironment, 'hostRoots'>,
  { clock, log, metrics, ended }: IssuerParts,
): Promise<OpenedConfiguration> {
  const roots = await hostRoots();
  const read = async (): Promise<AuthenticationSettings> =>
    readAuthenticationConfiguration(await readText(file), { ...environment, hostRoots: roots });
  const issuers = new TrustedIssuers(clock, log, metrics);
  let current = await read().catch((error: unknown) => {
    throw new UsageError(`flag --authentication-config=${file}: ${errorMessage(error)}`, { cause: error });
  });
  const use = (settings: AuthenticationSettings): void => {
    issuers.trust(settings.issuers);
    if (settings.refusedAuthorities.length > 0) {
      const subjects = settings.refusedAuthorities;
      log.error('certificates whose CA flag is not true are not trusted', { file, subjects });
    }
  };
  use(current);
  const stopWatching = watchFiles(
    [file],
    async () => {
      const next = await read().catch((error: unknown) => {
        metrics.reloads.reloaded('failure', clock.now());
        throw error;
      });
      if (isDeepStrictEqual(next, current)) return; // something else in the directory changed
      if (!isDeepStrictEqual(next.anonymous, current.anonymous))
        log.warn('anonymous access is unchanged: a change of it requires a restart', { file });
      current = next;
      use(next);
      metrics.reloads.reloaded('success', clock.now());
      log.info('authentication configuration reloaded', { file });
    },
    (problem) => log.error('invalid authentication configuration, keeping the last valid one', { file, problem }),
  );
  ended.addEventListener(
    'abort',
    () => {
      stopWatching();
      issuers.close();
    },
    { once: true },
  );
  return { tokens: issuers, anonymous: current.anonymous };
}

/** The message of an invalid file, without the stack of our code. */
