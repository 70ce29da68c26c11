import type { AddMetric } from '@orch/http';

/** Counts of the audit of one server. */
export interface AuditCounts {
  readonly counts: {
    readonly events: number;
    readonly levels: ReadonlyMap<string, number>;
    readonly rejected: number;
  };
  /** Of each backend. */
  readonly deliveries: readonly { readonly name: string; readonly counts: { readonly lost: number } }[];
}

/** Counters of audit, with the names and labels of the reference. */
export function addAuditMetrics(add: AddMetric, { counts, deliveries }: AuditCounts): void {
  add('apiserver_audit_event_total', 'counter', 'Audit events that were created.', () => [
    { value: counts.events, labels: {} },
  ]);
  add('apiserver_audit_error_total', 'counter', 'Audit events that were lost, by backend.', () =>
    deliveries.map(({ name, counts: { lost } }) => ({ value: lost, labels: { plugin: name } })),
  );
  add('apiserver_audit_level_total', 'counter', 'Requests by the level at which they were recorded.', () =>
    [...counts.levels].map(([level, value]) => ({ value, labels: { level } })),
  );
  add(
    'apiserver_audit_requests_rejected_total',
    'counter',
    'Requests that were refused because they could not be recorded.',
    () => [{ value: counts.rejected, labels: {} }],
  );
}
