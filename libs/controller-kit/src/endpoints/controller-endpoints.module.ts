import { Module } from '@nestjs/common';
import { ControllerMetrics } from './controller-metrics.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/**
 * `/metrics`, `/healthz`, `/livez` and `/readyz` of the controllers, for an application with an HTTP adapter of its own choice
 * (`NestFactory.create`). Without authentication: listen where only monitoring connects.
 */
@Module({ controllers: [MetricsController, HealthController], providers: [ControllerMetrics] })
export class ControllerEndpointsModule {}
