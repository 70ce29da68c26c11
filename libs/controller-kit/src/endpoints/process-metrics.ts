import type { Registry } from 'prom-client';
import type { Controller } from '../controller/controller.js';
import type { ControllerRuntime } from '../controller/controller-runtime.js';
import type { MetricClasses } from './metric-classes.js';

/** Upper bounds of the buckets of requests, those of client-go. Unit: seconds. */
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Adds metrics of the workers, of the Lease of the process, and of its requests to the API server. */
export function addProcessMetrics(
  { Counter, Gauge, Histogram }: MetricClasses,
  runtime: ControllerRuntime,
  registry: Registry,
): void {
  const registers = [registry];
  const ofController = (name: string, help: string, value: (controller: Controller) => number): void => {
    new Gauge({
      ...{ name, help, registers, labelNames: ['controller'] },
      collect() {
        for (const each of runtime.controllers) this.set({ controller: each.options.name }, value(each));
      },
    });
  };
  ofController('controller_runtime_max_concurrent_reconciles', 'Reconciles at once at most.', ({ workers }) => workers);
  ofController('controller_runtime_active_workers', 'Running reconciles.', ({ queueFigures }) => queueFigures.processingSeconds.length); // prettier-ignore
  new Gauge({
    name: 'leader_election_master_status',
    help: '1 while this process holds the Lease of that name; without leader election, without a name, while the workers run.',
    labelNames: ['name'],
    registers,
    collect() {
      const { candidacy, isActive } = runtime;
      this.reset();
      if (candidacy) this.set({ name: candidacy.lease }, Number(candidacy.isLeader));
      else this.set(Number(isActive));
    },
  });
  const requests = new Counter({ name: 'rest_client_requests_total', help: 'Requests to the API server by code, <error> without an answer.', labelNames: ['code', 'host', 'method'], registers }); // prettier-ignore
  const seconds = new Histogram({ name: 'rest_client_request_duration_seconds', help: 'Time until the head of an answer of the API server.', labelNames: ['host', 'verb'], buckets: REQUEST_BUCKETS, registers }); // prettier-ignore
  runtime.requests$.subscribe(({ method, code, server, seconds: took }) => {
    const { host } = new URL(server);
    requests.inc({ code: code === undefined ? '<error>' : String(code), host, method });
    seconds.observe({ host, verb: method }, took);
  });
}
