import { flagGroup, UsageError, type FlagValues } from '@orch/process';

export const metricsFlags = flagGroup('Metrics', [
  {
    name: 'show-hidden-metrics-for-version',
    type: 'string',
    default: undefined,
    help: 'Previous minor release, such as 1.36: show the deprecated metrics that are hidden since then. They are deleted in the next one.',
  },
]);

/**
 * Whether hidden metrics are shown.
 * @throws UsageError for another version than the previous minor release (D-236).
 */
export function showsHiddenMetrics(
  { 'show-hidden-metrics-for-version': version }: FlagValues<readonly [typeof metricsFlags]>,
  emulatedMinor: number,
): boolean {
  if (version === undefined || version === '') return false;
  const previous = `1.${emulatedMinor - 1}`;
  if (version === previous) return true;
  throw new UsageError(
    `flag --show-hidden-metrics-for-version=${version}: must be ${previous}, only the previous minor release is allowed`,
  );
}
