import { readFile } from 'node:fs/promises';
import { UsageError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuthorizationOptions } from '../authorization-options.js';
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
  readAuthorizationConfiguration(await readFile(file, 'utf8'), {
    group: vocabulary.groups.apiserverConfig,
    policyFlag: policyFile !== undefined,
  });

/**
 * Options whose modes are those of the file they name, where they name one. Others rest on modes: anonymous requests on `AlwaysAllow`,
 * which therefore comes and goes with a restart only, and what people see of lists on `Webhook`, which may come any time.
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
    return { ...options, modes: [...new Set([...named.map(({ mode }) => mode), 'Webhook' as const])] };
  } catch (error) {
    throw unusable(configFile, error);
  }
}

/** What is wrong with a file is for its author, without the way of the error through our code. */
const unusable = (file: string, error: unknown): UsageError =>
  new UsageError(`flag --authorization-config=${file}: ${(error as Error).message}`, { cause: error });
