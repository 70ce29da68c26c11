import { UsageError } from '@orch/process';
import { ExternalHostnameError, parseExternalHostname, parseSniFiles, SniFilesError } from '@orch/tls';

/** The values of `--tls-sni-cert-key`, validated. @throws UsageError for an invalid one (D-014). */
export function checkedSniFiles(values: readonly string[]): readonly string[] {
  for (const value of values) check('tls-sni-cert-key', () => parseSniFiles(value));
  return values;
}

/** The value of `--external-hostname`, validated. @throws UsageError for an invalid host name. */
export function checkedExternalHostname(value: string | undefined): string | undefined {
  if (value !== undefined) check('external-hostname', () => parseExternalHostname(value));
  return value;
}

const DIRECTIVE = /^(max-age=\d+|includeSubDomains|preload)$/;

/** The values of `--strict-transport-security-directives`, validated. @throws UsageError for an unknown directive. */
export function checkedTransportSecurity(directives: readonly string[]): readonly string[] {
  if (directives.every((directive) => DIRECTIVE.test(directive))) return directives;
  const flag = 'strict-transport-security-directives';
  throw new UsageError(`flag --${flag}: must be among max-age=SECONDS, includeSubDomains, preload`);
}

function check(flag: string, parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    const isInvalid = error instanceof SniFilesError || error instanceof ExternalHostnameError;
    throw isInvalid ? new UsageError(`flag --${flag}: ${error.message}`) : error;
  }
}
