import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { addProcessMetrics } from './process-metrics.js';
import { addWorkQueueMetrics } from './work-queue-metrics.js';

/** Metrics of the controllers and of their process, with the names of controller-runtime and Prometheus clients. */
@Injectable()
export class ControllerMetrics implements OnModuleInit {
  private registry: Registry | undefined;

  constructor(private readonly runtime: ControllerRuntime) {}

  /** The controllers exist, and none has started. */
  async onModuleInit(): Promise<void> {
    // Loaded lazily: an application without these endpoints does not need it.
    const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
    const registers = [(this.registry = new Registry())];
    collectDefaultMetrics({ register: this.registry });
    const total = new Counter({ name: 'controller_runtime_reconcile_total', help: 'Reconciles by result.', labelNames: ['controller', 'result'], registers }); // prettier-ignore
    const errors = new Counter({ name: 'controller_runtime_reconcile_errors_total', help: 'Reconciles that failed.', labelNames: ['controller'], registers }); // prettier-ignore
    const terminal = new Counter({ name: 'controller_runtime_terminal_reconcile_errors_total', help: 'Reconciles that failed and are not retried.', labelNames: ['controller'], registers }); // prettier-ignore
    const seconds = new Histogram({ name: 'controller_runtime_reconcile_time_seconds', help: 'Time of a reconcile.', labelNames: ['controller'], registers }); // prettier-ignore
    const { runtime } = this;
    const worked = addWorkQueueMetrics({ Counter, Gauge, Histogram }, runtime.controllers, this.registry);
    for (const controller of runtime.controllers) {
      const labels = { controller: controller.options.name };
      controller.observer = (outcome, tookSeconds) => {
        const isTerminal = outcome === 'terminal_error';
        total.inc({ ...labels, result: isTerminal ? 'error' : outcome });
        if (isTerminal || outcome === 'error') errors.inc(labels);
        if (isTerminal) terminal.inc(labels);
        seconds.observe(labels, tookSeconds);
        worked(controller.options.name, tookSeconds);
      };
    }
    addProcessMetrics({ Counter, Gauge, Histogram }, runtime, this.registry);
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    return (await this.registry?.metrics()) ?? '';
  }
}
