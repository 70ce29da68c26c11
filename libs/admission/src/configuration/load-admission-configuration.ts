import type { Clock } from '@orch/apimachinery';
import { UsageError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { CONFIGURATION_FLAG, type AdmissionConfiguration } from './admission-configuration.js';

/** Plugins that do nothing without a configuration, and its field. */
const NEEDED: ReadonlyMap<string, keyof AdmissionConfiguration> = new Map([
  ['EventRateLimit', 'eventLimits'],
  ['ImagePolicyWebhook', 'imagePolicy'],
]);

/**
 * Reads the configuration of the plugins that run.
 * @param file of `--admission-control-config-file`; undefined: none was given.
 * @throws UsageError when a file cannot be used, or a plugin needs one.
 */
export async function loadAdmissionConfiguration(
  file: string | undefined,
  plugins: readonly string[],
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<AdmissionConfiguration> {
  const configuration = file === undefined ? {} : await read(file, plugins, vocabulary, clock);
  for (const [plugin, field] of NEEDED) {
    if (configuration[field] !== undefined || !plugins.includes(plugin)) continue;
    throw new UsageError(`admission plugin ${plugin} needs a configuration in the file of --${CONFIGURATION_FLAG}`);
  }
  return configuration;
}

async function read(...[file, plugins, vocabulary, clock]: [string, readonly string[], Vocabulary, Clock]) {
  // Loaded lazily: only needed with such a file.
  const { readAdmissionConfiguration } = await import('./read-admission-configuration.js');
  return readAdmissionConfiguration(file, plugins, vocabulary, clock);
}
