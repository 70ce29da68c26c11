import type { AddMetric } from '@orch/http';

/** Event counts of one backend. */
export interface AuditCounts {
  readonly name: string;
  readonly counts: { readonly kept: number; readonly lost: number };
}

/** Counters of audit events that were written, and of those lost because a backend failed. */
export function addAuditMetrics(add: AddMetric, backends: readonly AuditCounts[]): void {
  add('apiserver_audit_event_total', 'counter', 'Audit events that were written, by backend.', () =>
    backends.map(({ name, counts }) => ({ value: counts.kept, labels: { plugin: name } })),
  );
  add('apiserver_audit_error_total', 'counter', 'Audit events that were lost, by backend.', () =>
    backends.map(({ name, counts }) => ({ value: counts.lost, labels: { plugin: name } })),
  );
}
