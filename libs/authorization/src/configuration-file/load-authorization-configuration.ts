import { errorMessage } from '@orch/apimachinery';
import { readText, UsageError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuthorizationMode, AuthorizationOptions } from '../authorization-options.js';
import { type NamedAuthorizer, readAuthorizationConfiguration } from './read-authorization-configuration.js';

/**
 * Reads the file of `--authorization-config`.
 * @throws AuthorizationConfigurationError; errors of the file system.
 */
export const loadAuthorizationConfiguration = async (
  file: string,
  policyFile: string | undefined,
  vocabulary: Vocabulary,
): Promise<readonly NamedAuthorizer[]> =>
  readAuthorizationConfiguration(await readText(file), {
    group: vocabulary.groups.apiserverConfig,
    policyFlag: policyFile !== undefined,
  });

/** Modes that a later version of the file may add, and that other parts need from the start: visibility filters, and NodeRestriction. */
const MAY_COME: readonly AuthorizationMode[] = ['Webhook', 'Node'];

/**
 * Options with the modes of their configuration file, if there is one, and those that may be added while the server runs. Other parts depend
 * on modes: visibility filters on `Webhook`, admission plugin NodeRestriction on `Node`, and anonymous requests on `AlwaysAllow`, which can
 * therefore be added or removed only with a restart.
 * @throws UsageError when the file cannot be used.
 */
export async function withConfiguredModes(
  options: AuthorizationOptions,
  vocabulary: Vocabulary,
): Promise<AuthorizationOptions> {
  const { configFile, policyFile } = options;
  if (configFile === undefined) return options;
  try {
    const named = await loadAuthorizationConfiguration(configFile, policyFile, vocabulary);
    return { ...options, modes: [...new Set([...named.map(({ mode }) => mode), ...MAY_COME])] };
  } catch (error) {
    throw unusable(configFile, error);
  }
}

/** Wraps an error of the file as a usage error, which is shown without its stack. */
const unusable = (file: string, error: unknown): UsageError =>
  new UsageError(`flag --authorization-config=${file}: ${errorMessage(error)}`, { cause: error });
