import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MetricsPage } from '../metrics/metrics-page.js';

@Controller()
export class MetricsController {
  constructor(private readonly page: MetricsPage) {}

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { contentType, text } = await this.page.read();
    void reply.header('Content-Type', contentType);
    return text;
  }
}
