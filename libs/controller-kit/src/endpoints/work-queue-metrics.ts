import type { Registry } from 'prom-client';
import type { Controller } from '../controller/controller.js';
import type { MetricClasses } from './metric-classes.js';

/** Upper bounds of the buckets of queues, seconds: 10 ns to 10 s. */
const QUEUE_BUCKETS = Array.from({ length: 10 }, (_, i) => 10 ** (i - 8));

/**
 * Adds the metrics of the work queues of client-go, by controller.
 * @returns observes the time of one reconcile. Unit: seconds.
 */
export function addWorkQueueMetrics(
  { Counter, Gauge, Histogram }: MetricClasses,
  controllers: readonly Controller[],
  registry: Registry,
): (name: string, workSeconds: number) => void {
  const registers = [registry];
  const labelNames = ['name'];
  const gauge = (name: string, help: string, value: (controller: Controller) => Promise<number> | number): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const values = await Promise.all(controllers.map(async (controller) => value(controller)));
        controllers.forEach(({ options }, index) => this.set({ name: options.name }, values[index]!));
      },
    });
  };
  const counter = (name: string, help: string, value: (controller: Controller) => number): void => {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const controller of controllers) this.inc({ name: controller.options.name }, value(controller));
      },
    });
  };
  gauge('workqueue_depth', 'Keys that are ready to be reconciled.', ({ queueFigures }) => queueFigures.depth());
  counter('workqueue_adds_total', 'Keys that were queued.', ({ queueFigures }) => queueFigures.counts.adds);
  counter('workqueue_retries_total', 'Keys that were queued again after a failure.', ({ queueFigures }) => queueFigures.counts.retries); // prettier-ignore
  gauge('workqueue_unfinished_work_seconds', 'Time that running reconciles have taken, added up.', ({ queueFigures }) => queueFigures.processingSeconds.reduce((sum, seconds) => sum + seconds, 0)); // prettier-ignore
  gauge('workqueue_longest_running_processor_seconds', 'Time of the longest running reconcile.', ({ queueFigures }) => Math.max(0, ...queueFigures.processingSeconds)); // prettier-ignore
  const waited = new Histogram({ name: 'workqueue_queue_duration_seconds', help: 'Time of a key in the queue.', labelNames, registers, buckets: QUEUE_BUCKETS }); // prettier-ignore
  const worked = new Histogram({ name: 'workqueue_work_duration_seconds', help: 'Time of a reconcile.', labelNames, registers, buckets: QUEUE_BUCKETS }); // prettier-ignore
  for (const { options, queueFigures } of controllers) {
    queueFigures.onTaken = (seconds) => waited.observe({ name: options.name }, seconds);
  }
  return (name, workSeconds) => worked.observe({ name }, workSeconds);
}
