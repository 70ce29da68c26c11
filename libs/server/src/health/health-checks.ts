/** One thing that must be well. */
export interface HealthCheck {
  readonly name: string;
  /** Throws, or rejects, with the reason when it is not. A text is what the verbose form tells beside `ok`, to anybody. */
  readonly check: () => CheckDetail | Promise<CheckDetail>;
}

type CheckDetail = string | undefined | void;

export type HealthEndpoint = 'healthz' | 'livez' | 'readyz';

/** The checks of each endpoint, in the order in which they are shown. An injection token. */
export abstract class HealthEndpoints implements Record<HealthEndpoint, readonly HealthCheck[]> {
  abstract readonly healthz: readonly HealthCheck[];
  abstract readonly livez: readonly HealthCheck[];
  abstract readonly readyz: readonly HealthCheck[];
}

/** What one endpoint found. */
export interface HealthReport {
  readonly healthy: boolean;
  /** The answer's text: `ok`, or a line per check. */
  readonly text: string;
  /** Names of the checks that failed. */
  readonly failed: readonly string[];
}

/** What was asked for with `?verbose` and `?exclude=name`. */
export interface HealthQuestion {
  readonly verbose: boolean;
  readonly exclude: readonly string[];
}

/**
 * Runs checks and words the answer (C-294). The reason of a failure is for the log, since anybody may read this text.
 * @param onFailure hears of each failed check with its reason.
 */
export async function healthReport(
  endpoint: HealthEndpoint,
  checks: readonly HealthCheck[],
  question: HealthQuestion,
  onFailure: (name: string, error: unknown) => void = () => undefined,
): Promise<HealthReport> {
  const lines: string[] = [];
  const failed: string[] = [];
  for (const { name, check } of checks) {
    if (question.exclude.includes(name)) {
      lines.push(`[+]${name} excluded: ok`);
      continue;
    }
    try {
      const detail = await check();
      lines.push(detail ? `[+]${name} ok: ${detail}` : `[+]${name} ok`);
    } catch (error) {
      failed.push(name);
      lines.push(`[-]${name} failed: reason withheld`);
      onFailure(name, error);
    }
  }
  const unknown = question.exclude.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0)
    lines.push(
      `warn: some health checks cannot be excluded: no matches for ${unknown.map((n) => JSON.stringify(n)).join(',')}`,
    );
  if (failed.length > 0) return { healthy: false, failed, text: `${lines.join('\n')}\n${endpoint} check failed\n` };
  return { healthy: true, failed, text: question.verbose ? `${lines.join('\n')}\n${endpoint} check passed\n` : 'ok' };
}
