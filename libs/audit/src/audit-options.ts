import type { EventFormat } from './event-line.js';

/** How events reach a backend, and what waits for them. */
export type AuditMode = 'batch' | 'blocking' | 'blocking-strict';

export const AUDIT_MODES: readonly AuditMode[] = ['batch', 'blocking', 'blocking-strict'];

/** What is recorded, and where it goes (D-190, D-196, D-197). Without a policy nothing is. */
export interface AuditOptions {
  readonly policyFile: string | undefined;
  readonly log: AuditLogOptions | undefined;
  readonly webhook: AuditWebhookOptions | undefined;
}

export interface AuditLogOptions {
  /** A file; `-` is standard output. */
  readonly path: string;
  readonly format: EventFormat;
  readonly mode: AuditMode;
  readonly rotation: Rotation;
}

/** When a file is set aside, and how long such files are kept. Zero: no bound. */
export interface Rotation {
  readonly maxBytes: number;
  readonly maxAgeDays: number;
  readonly maxBackups: number;
  /** Whether files set aside are compressed. */
  readonly compress: boolean;
}

export interface AuditWebhookOptions {
  readonly configFile: string;
  readonly mode: AuditMode;
  /** Most events in one call. */
  readonly batchMaxEvents: number;
  /** How long the first event of a batch waits for others. */
  readonly batchMaxWaitMs: number;
  /** Most events that wait; more are lost, and counted. */
  readonly bufferEvents: number;
}

export const NO_AUDIT_OPTIONS: AuditOptions = Object.freeze({
  policyFile: undefined,
  log: undefined,
  webhook: undefined,
});
