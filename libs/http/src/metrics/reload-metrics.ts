import type { AddMetric } from './sample.js';

/** Reloads of one configuration file, with the names of kube-apiserver. There is no label of the server: each is scraped by itself. */
export class ReloadMetrics {
  private readonly byStatus = new Map<'success' | 'failure', { count: number; lastMs: number }>();

  /** @param prefix of the names, with the underscore at its end. @param what is reloaded, for the descriptions. */
  constructor(
    private readonly prefix: string,
    private readonly what: string,
  ) {}

  /** @param nowMs since 1970. */
  reloaded(status: 'success' | 'failure', nowMs: number): void {
    const { count = 0 } = this.byStatus.get(status) ?? {};
    this.byStatus.set(status, { count: count + 1, lastMs: nowMs });
  }

  addTo(add: AddMetric): void {
    add(`${this.prefix}automatic_reloads_total`, 'counter', `Reloads of the ${this.what}, by status.`, () =>
      [...this.byStatus].map(([status, { count }]) => ({ labels: { status }, value: count })),
    );
    const last = `${this.prefix}automatic_reload_last_timestamp_seconds`;
    add(last, 'gauge', `Time of the last reload of the ${this.what}, by status.`, () =>
      [...this.byStatus].map(([status, { lastMs }]) => ({ labels: { status }, value: lastMs / 1_000 })),
    );
  }
}
