import type { AuditEvent } from './audit-event.js';

/** Stores events. One call at a time. */
export interface AuditBackend {
  /** For messages and metrics: `log`, `webhook`. */
  readonly name: string;
  /** Rejects when the events were not stored. */
  write(events: readonly AuditEvent[]): Promise<void>;
  close(): Promise<void>;
}
