import { UsageError } from '@orch/process';
import { ExternalHostnameError, parseExternalHostname } from '@orch/tls';

/** The value of `--external-hostname`, validated. @throws UsageError for an invalid host name. */
export function checkedExternalHostname(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    parseExternalHostname(value);
    return value;
  } catch (error) {
    if (error instanceof ExternalHostnameError) throw new UsageError(`flag --external-hostname: ${error.message}`);
    throw error;
  }
}
