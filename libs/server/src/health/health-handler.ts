import type { Logger } from '@orch/process';
import { writeText, type RequestContext } from '@orch/http';
import { type HealthCheck, type HealthEndpoint, healthReport } from './health-checks.js';

/** The checks of each endpoint, in the order in which they are shown. */
export type HealthEndpoints = Readonly<Record<HealthEndpoint, readonly HealthCheck[]>>;

const ENDPOINTS: readonly HealthEndpoint[] = ['healthz', 'livez', 'readyz'];

/**
 * Answers `/healthz`, `/livez`, `/readyz` and single checks below them, `/livez/ping` (C-294, C-295).
 * @returns false when the path is none of these.
 */
export function handleHealth(
  context: RequestContext,
  endpoints: HealthEndpoints,
  log: Logger,
): boolean | Promise<boolean> {
  const [, endpointName, checkName, ...more] = context.info.path.split('/');
  const endpoint = ENDPOINTS.find((known) => known === endpointName);
  if (!endpoint || more.length > 0) return false;
  let checks = endpoints[endpoint];
  if (checkName) {
    checks = checks.filter((check) => check.name === checkName);
    if (checks.length === 0) return false;
  }
  const question = { verbose: isOn(context.query.get('verbose')), exclude: context.query.getAll('exclude') };
  return healthReport(endpoint, checks, question, (name, error) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('health check failed', { endpoint, check: name, reason });
    log.debug('health check failed', { endpoint, check: name, error });
  }).then((report) => {
    writeText(context, report.healthy ? 200 : 500, report.text);
    return true;
  });
}

/** `?verbose` and `?verbose=true`. */
const isOn = (value: string | null): boolean => value !== null && value !== 'false' && value !== '0';
