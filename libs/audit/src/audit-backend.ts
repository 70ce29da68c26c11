import type { AuditEvent } from './audit-event.js';

/** Takes events to where they are kept. One call at a time. */
export interface AuditBackend {
  /** For messages and metrics: `log`, `webhook`. */
  readonly name: string;
  /** Rejects when they could not be kept. */
  write(events: readonly AuditEvent[]): Promise<void>;
  close(): Promise<void>;
}
