import { UsageError } from '@orch/process';
import { parseSniFiles, SniFilesError } from '@orch/tls';

/** The values of `--tls-sni-cert-key`, validated. @throws UsageError for an invalid one (D-014). */
export function checkedSniFiles(values: readonly string[]): readonly string[] {
  try {
    values.forEach(parseSniFiles);
    return values;
  } catch (error) {
    if (error instanceof SniFilesError) throw new UsageError(`flag --tls-sni-cert-key: ${error.message}`);
    throw error;
  }
}
