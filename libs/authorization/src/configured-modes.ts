import type { Vocabulary } from '@orch/vocabulary';
import type { AuthorizationOptions } from './authorization-options.js';

/** The options with the modes that the file of `--authorization-config` names (D-077). @throws UsageError when the file cannot be used. */
export async function configuredModes(
  options: AuthorizationOptions,
  vocabulary: Vocabulary,
): Promise<AuthorizationOptions> {
  if (options.configFile === undefined) return options;
  // Loaded here: a server without such a file does not pay for what reads it.
  const { withConfiguredModes } = await import('./configuration-file/load-authorization-configuration.js');
  return withConfiguredModes(options, vocabulary);
}
