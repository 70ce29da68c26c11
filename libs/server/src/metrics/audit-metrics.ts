import type { AddMetric } from '@orch/http';

/** What became of the events of one backend. */
export interface AuditCounts {
  readonly name: string;
  readonly counts: { readonly kept: number; readonly lost: number };
}

/** How many audit events were kept, and how many were lost because a backend failed. */
export function addAuditMetrics(add: AddMetric, backends: readonly AuditCounts[]): void {
  add('apiserver_audit_event_total', 'counter', 'Audit events that were kept, by backend.', () =>
    backends.map(({ name, counts }) => ({ value: counts.kept, labels: { plugin: name } })),
  );
  add('apiserver_audit_error_total', 'counter', 'Audit events that were lost, by backend.', () =>
    backends.map(({ name, counts }) => ({ value: counts.lost, labels: { plugin: name } })),
  );
}
