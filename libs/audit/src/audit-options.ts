import type { EventFormat } from './event-line.js';

/** Whether events are batched, and whether requests wait for them. */
export type AuditMode = 'batch' | 'blocking' | 'blocking-strict';

export const AUDIT_MODES: readonly AuditMode[] = ['batch', 'blocking', 'blocking-strict'];

/** Policy and backends (D-190, D-196, D-197). Without a policy nothing is recorded. */
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

/** When a file is rotated, and how long rotated files are kept. Zero: no limit. */
export interface Rotation {
  readonly maxBytes: number;
  readonly maxAgeDays: number;
  readonly maxBackups: number;
  /** Whether rotated files are compressed. */
  readonly compress: boolean;
}

export interface AuditWebhookOptions {
  readonly configFile: string;
  readonly mode: AuditMode;
  /** Maximum number of events per call. */
  readonly batchMaxEvents: number;
  /** How long the first event of a batch waits for others. */
  readonly batchMaxWaitMs: number;
  /** Maximum number of queued events; further ones are dropped and counted. */
  readonly bufferEvents: number;
}

export const NO_AUDIT_OPTIONS: AuditOptions = Object.freeze({
  policyFile: undefined,
  log: undefined,
  webhook: undefined,
});
