import { type Clock, errorMessage } from '@orch/apimachinery';
import { type Logger, readText, UsageError } from '@orch/process';
import type { AuthenticationMetrics } from '../metrics/authentication-metrics.js';
import { hostRoots } from './host-roots.js';
import { readIssuerAuthorities } from './issuer-authorities.js';
import type { OidcOptions } from './oidc-options.js';
import { settingsFromOptions } from './settings-from-options.js';
import { TrustedIssuers } from './trusted-issuers.js';

/** Dependencies of OIDC token readers. */
export interface IssuerParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: AuthenticationMetrics;
  /** Aborted when the server stops. */
  readonly ended: AbortSignal;
}

/**
 * The issuer of the `--oidc-*` flags. Its documents are fetched in the background.
 * @throws UsageError when the CA file is invalid.
 */
export async function issuerOfFlags(
  options: OidcOptions,
  { clock, log, metrics, ended }: IssuerParts,
): Promise<TrustedIssuers> {
  const authorities = options.caFile === undefined ? await hostRoots() : await authoritiesIn(options.caFile, log);
  const issuers = new TrustedIssuers(clock, log, metrics);
  issuers.trust([settingsFromOptions(options, authorities)]);
  ended.addEventListener('abort', () => issuers.close(), { once: true });
  return issuers;
}

async function authoritiesIn(file: string, log: Logger): Promise<readonly string[]> {
  try {
    const { trusted, refused } = readIssuerAuthorities(await readText(file));
    if (refused.length > 0) {
      log.error('certificates whose CA flag is not true are not trusted', { file, subjects: refused });
    }
    return trusted;
  } catch (error) {
    const why = errorMessage(error);
    throw new UsageError(`flag --oidc-ca-file=${file}: ${why}: name a PEM file with the issuer's authority`, {
      cause: error,
    });
  }
}
