import { type AddMetric, Count, countersOf, Series } from '@orch/http';

/** Availability of APIServices, with the names and labels of kube-apiserver. */
export class AvailabilityMetrics {
  private readonly available = new Map<string, boolean>();
  private readonly losses = new Series(() => new Count());

  found(apiService: string, isAvailable: boolean): void {
    this.available.set(apiService, isAvailable);
  }

  /** One that was available is so no longer. */
  lost(apiService: string, reason: string): void {
    this.losses.of({ name: apiService, reason })?.add();
  }

  removed(apiService: string): void {
    this.available.delete(apiService);
    this.losses.drop(({ name }) => name === apiService);
  }

  addTo(add: AddMetric): void {
    add('aggregator_unavailable_apiservice', 'gauge', 'APIServices, 1 when unavailable.', () =>
      [...this.available].map(([name, isAvailable]) => ({ labels: { name }, value: isAvailable ? 0 : 1 })),
    );
    add('aggregator_unavailable_apiservice_total', 'counter', 'How often APIServices became unavailable.', () =>
      countersOf(this.losses),
    );
  }
}
