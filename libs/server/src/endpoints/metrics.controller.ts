import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { HealthMetrics } from '../health/health-metrics.js';
import { MetricsPage } from '../metrics/metrics-page.js';

/** `/metrics`, and the results of health checks in `/metrics/slis`. */
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly page: MetricsPage,
    private readonly health: HealthMetrics,
  ) {}

  @Get()
  async metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { contentType, text } = await this.page.read();
    void reply.header('Content-Type', contentType);
    return text;
  }

  @Get('slis')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  slis(): Promise<string> {
    return this.health.text();
  }
}
