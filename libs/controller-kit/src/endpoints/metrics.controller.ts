import { Controller, Get, Header } from '@nestjs/common';
import { ControllerMetrics } from './controller-metrics.js';

@Controller()
export class MetricsController {
  constructor(private readonly metrics: ControllerMetrics) {}

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.text();
  }
}
