import { Module } from '@nestjs/common';
import { ControllerMetrics } from './controller-metrics.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/**
 * `/metrics`, `/healthz`, `/livez` and `/readyz` of the controllers, for an application with its own HTTP adapter
 * (`NestFactory.create`). Not authenticated: listen on an address that only monitoring can reach.
 */
@Module({ controllers: [MetricsController, HealthController], providers: [ControllerMetrics] })
export class ControllerEndpointsModule {}
