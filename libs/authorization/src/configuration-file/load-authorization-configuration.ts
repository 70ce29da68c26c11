import { readText, UsageError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuthorizationMode, AuthorizationOptions } from '../authorization-options.js';
import { type NamedAuthorizer, readAuthorizationConfiguration } from './read-authorization-configuration.js';

/**
 * Reads the file of `--authorization-config`.
 * @throws AuthorizationConfigurationError; what the operating system says about the file.
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

/** Modes that a later text of the file may name, and that others rest on from the start: visible sets, and admission of nodes. */
const MAY_COME: readonly AuthorizationMode[] = ['Webhook', 'Node'];

/**
 * Options whose modes are those of the file they name, where they name one, and those that may come while the server runs. Others rest on
 * modes: visible sets on `Webhook`, admission plugin NodeRestriction on `Node`, and anonymous requests on `AlwaysAllow`, which
 * therefore comes and goes with a restart only.
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

/** What is wrong with a file is for its author, without the way of the error through our code. */
const unusable = (file: string, error: unknown): UsageError =>
  new UsageError(`flag --authorization-config=${file}: ${(error as Error).message}`, { cause: error });
