import { isDeepStrictEqual } from 'node:util';
import { readText, UsageError, watchFiles } from '@orch/process';
import type { TokenAuthenticator } from '../authenticator.js';
import type { IssuerParts } from '../oidc/configured-issuers.js';
import { hostRoots } from '../oidc/host-roots.js';
import { TrustedIssuers } from '../oidc/trusted-issuers.js';
import {
  type AnonymousSettings,
  type AuthenticationSettings,
  type ConfigurationSurroundings,
  readAuthenticationConfiguration,
} from './read-authentication-configuration.js';

/** What a file brings to authentication. */
export interface OpenedConfiguration {
  readonly tokens: TokenAuthenticator;
  readonly anonymous: AnonymousSettings | undefined;
}

/**
 * Reads `--authentication-config`, and reads it again whenever it changes: issuers come, go and change while the server runs. A new
 * text that cannot be used is logged, and the last good one stays in force (D-058). Anonymous access is as it was at the start.
 * @throws UsageError when the file cannot be used at the start.
 */
export async function openAuthenticationConfiguration(
  file: string,
  surroundings: Omit<ConfigurationSurroundings, 'hostRoots'>,
  { clock, log, ended }: IssuerParts,
): Promise<OpenedConfiguration> {
  const roots = await hostRoots();
  const read = async (): Promise<AuthenticationSettings> =>
    readAuthenticationConfiguration(await readText(file), { ...surroundings, hostRoots: roots });
  const issuers = new TrustedIssuers(clock, log);
  let current = await read().catch((error: unknown) => {
    throw new UsageError(`flag --authentication-config=${file}: ${textOf(error)}`, { cause: error });
  });
  const use = (settings: AuthenticationSettings): void => {
    issuers.trust(settings.issuers);
    if (settings.refusedAuthorities.length > 0) {
      const subjects = settings.refusedAuthorities;
      log.error(`${file}: certificates whose CA flag is not true are not trusted`, { subjects });
    }
  };
  use(current);
  const stopWatching = watchFiles(
    [file],
    async () => {
      const next = await read();
      if (isDeepStrictEqual(next, current)) return; // something else in the directory changed
      if (!isDeepStrictEqual(next.anonymous, current.anonymous))
        log.warn('anonymous access stays as it was: a change of it needs a restart', { file });
      current = next;
      use(next);
      log.info('the authentication configuration was read again', { file });
    },
    (problem) =>
      log.error('the authentication configuration cannot be used; the last good one stays', { file, problem }),
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

/** What is wrong with a file is for its author, without the way of the error through our code. */
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
