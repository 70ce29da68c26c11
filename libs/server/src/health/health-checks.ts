/** A single health check. */
export interface HealthCheck {
  readonly name: string;
  /**
   * Throws, or rejects, with the reason of a failure. A returned text is shown after `ok` in the verbose form, which is
   * public.
   */
  readonly check: () => CheckDetail | Promise<CheckDetail>;
}

/** Names by which clients of kube-apiserver ask for checks. */
const KNOWN_AS: ReadonlyMap<string, string> = new Map([
  ['etcd', 'storage'],
  ['informer-sync', 'caches'],
  ['log', 'ping'],
]);

/** The name of a check that a client asks for. */
export const checkNameOf = (asked: string): string => KNOWN_AS.get(asked) ?? asked;

type CheckDetail = string | undefined | void;

export type HealthEndpoint = 'healthz' | 'livez' | 'readyz';

/** The checks of each endpoint, in display order. An injection token. */
export abstract class HealthEndpoints implements Record<HealthEndpoint, readonly HealthCheck[]> {
  abstract readonly healthz: readonly HealthCheck[];
  abstract readonly livez: readonly HealthCheck[];
  abstract readonly readyz: readonly HealthCheck[];
}

/** The result of one endpoint. */
export interface HealthReport {
  readonly healthy: boolean;
  /** The response body: `ok`, or a line per check. */
  readonly text: string;
  /** Names of the checks that failed. */
  readonly failed: readonly string[];
}

/** The query parameters `?verbose` and `?exclude=name`. */
export interface HealthQuery {
  readonly verbose: boolean;
  readonly exclude: readonly string[];
}

/**
 * Runs checks and formats the response (C-294). Reasons of failures go to the log, since the response is public.
 * @param onFailure called with each failed check and its reason.
 * @param onChecked called with the result of each check that was run.
 */
export async function healthReport(
  endpoint: HealthEndpoint,
  checks: readonly HealthCheck[],
  query: HealthQuery,
  onFailure: (name: string, error: unknown) => void = () => undefined,
  onChecked: (name: string, healthy: boolean) => void = () => undefined,
): Promise<HealthReport> {
  const lines: string[] = [];
  const failed: string[] = [];
  for (const { name, check } of checks) {
    if (query.exclude.includes(name)) {
      lines.push(`[+]${name} excluded: ok`);
      continue;
    }
    try {
      const detail = await check();
      lines.push(detail ? `[+]${name} ok: ${detail}` : `[+]${name} ok`);
      onChecked(name, true);
    } catch (error) {
      failed.push(name);
      lines.push(`[-]${name} failed: reason withheld`);
      onFailure(name, error);
      onChecked(name, false);
    }
  }
  const unknown = query.exclude.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0)
    lines.push(
      `warn: some health checks cannot be excluded: no matches for ${unknown.map((n) => JSON.stringify(n)).join(',')}`,
    );
  if (failed.length > 0) return { healthy: false, failed, text: `${lines.join('\n')}\n${endpoint} check failed\n` };
  return { healthy: true, failed, text: query.verbose ? `${lines.join('\n')}\n${endpoint} check passed\n` : 'ok' };
}
