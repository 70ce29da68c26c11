import type { Vocabulary } from '@orch/vocabulary';
import type { TracingOptions } from './open-tracing.js';
import type { TracingConfiguration } from './read-tracing-configuration.js';
import type { Tracing } from './tracing.js';

/**
 * Opens the export of traces that a file configures. The SDK is loaded here. Connects to the collector when there is
 * something to send.
 * @throws UserFacingError when the file cannot be used.
 */
export async function loadTracing(
  file: string,
  vocabulary: Vocabulary,
  options: Omit<TracingOptions, keyof TracingConfiguration>,
): Promise<Tracing> {
  const { readTracingConfiguration } = await import('./read-tracing-configuration.js');
  const configuration = await readTracingConfiguration(file, vocabulary);
  const { openTracing } = await import('./open-tracing.js');
  return openTracing({ ...configuration, ...options });
}
