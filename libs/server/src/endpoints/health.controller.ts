import { errorMessage } from '@orch/apimachinery';
import { Controller, Get, NotFoundException, Res } from '@nestjs/common';
import { Context, type RequestContext } from '@orch/http';
import { Logger } from '@orch/process';
import type { FastifyReply } from 'fastify';
import { HealthMetrics } from '../health/health-metrics.js';
import { checkNameOf, HealthEndpoints, healthReport, type HealthEndpoint } from '../health/health-checks.js';

/** `/healthz`, `/livez`, `/readyz`, and single checks below them, such as `/livez/ping` (C-294, C-295). */
@Controller()
export class HealthController {
  constructor(
    private readonly endpoints: HealthEndpoints,
    private readonly metrics: HealthMetrics,
    private readonly log: Logger,
  ) {}

  @Get(['healthz', 'healthz/*', 'livez', 'livez/*', 'readyz', 'readyz/*'])
  async health(
    @Context() { info, query }: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const [, endpoint, ...below] = info.path.split('/') as ['', HealthEndpoint, ...string[]];
    const options = { verbose: isOn(query.get('verbose')), exclude: query.getAll('exclude').map(checkNameOf) };
    const checks = below.length === 0 ? this.endpoints[endpoint] : this.checksOf(endpoint, below.join('/'));
    const failed = (check: string, error: unknown): void => {
      const reason = errorMessage(error);
      this.log.warn('health check failed', { endpoint, check, reason });
      this.log.debug('health check failed', { endpoint, check, error });
    };
    const report = await healthReport(endpoint, checks, options, failed, (check, healthy) =>
      this.metrics.checked(check, endpoint, healthy),
    );
    void reply.status(report.healthy ? 200 : 500);
    return report.text;
  }

  private checksOf(endpoint: HealthEndpoint, name: string) {
    const check = this.endpoints[endpoint].find((known) => known.name === checkNameOf(name));
    if (!check) throw new NotFoundException();
    return [check];
  }
}

/** `?verbose` and `?verbose=true`. */
const isOn = (value: string | null): boolean => value !== null && value !== 'false' && value !== '0';
