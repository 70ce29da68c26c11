import { documentedGates, FeatureGateError, parseFeatureSettings, ReleaseGates } from '@orch/api';
import { UsageError } from '@orch/process';

/**
 * The gates of `--emulated-version` and `--feature-gates` together.
 * @throws UsageError for an invalid setting (A-507, A-508, D-234).
 */
export function featureGates(emulatedMinor: number, settings: readonly string[]): ReleaseGates {
  try {
    return new ReleaseGates(emulatedMinor, parseFeatureSettings(settings));
  } catch (error) {
    if (error instanceof FeatureGateError) throw new UsageError(`flag --feature-gates: ${error.message}`);
    throw error;
  }
}

/** Every gate of the default release with its stage, as `--help` shows them (D-235, B-393). */
export function featureGatesHelp(): string {
  const gates = documentedGates().map(
    ({ name, stage, enabled }) => `${name}=true|false (${stage.toUpperCase()} - default=${enabled})`,
  );
  return ['AllAlpha=true|false (ALPHA - default=false)', 'AllBeta=true|false (BETA - default=false)', ...gates].join(
    ', ',
  );
}
