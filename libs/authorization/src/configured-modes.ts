import type { Vocabulary } from '@orch/vocabulary';
import type { AuthorizationOptions } from './authorization-options.js';

/** The options with the modes of the file of `--authorization-config` (D-077). @throws UsageError when the file cannot be used. */
export async function configuredModes(
  options: AuthorizationOptions,
  vocabulary: Vocabulary,
): Promise<AuthorizationOptions> {
  if (options.configFile === undefined) return options;
  // Loaded lazily: only needed with such a file.
  const { withConfiguredModes } = await import('./configuration-file/load-authorization-configuration.js');
  return withConfiguredModes(options, vocabulary);
}
